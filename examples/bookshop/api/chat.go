package api

import (
	"time"

	"github.com/weft-go/weft/route"
)

// Said is what somebody says in the chat.
type Said struct {
	Text string `json:"text" minLength:"1" maxLength:"500"`
}

// A Line is a line of the chat.
type Line struct {
	From string    `json:"from"`
	Text string    `json:"text"`
	At   time.Time `json:"at"`
	Mine bool      `json:"mine,omitzero" doc:"Whether it was said over this connection."`
}

// Chat is the endpoint of the chat, a WebSocket. It begins with the last lines.
var Chat = route.GET("/api/chat").
	Socket[Said, Line]().
	Tag("chat").
	Doc("Opens a connection to the chat.")
