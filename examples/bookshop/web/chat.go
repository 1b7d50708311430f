package web

import (
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/bookshop/api"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// chat is the page of the chat. Its script, assets/chat.js, opens the connection.
func (p Pages) chat(req *weft.Request) (weft.Response, error) {
	name := "Guest"
	if caller := callerOf(req); caller != nil {
		name = caller.Name
	}
	return p.page(req, frame{title: "Chat", path: "/chat", script: "chat.js"},
		h.Div(h.Class("chat"), h.Data("socket", api.Chat.Describe().Path),
			h.H1(g.Text("Chat")),
			h.P(h.Class("lead"), g.Text("Talk to whoever is in the shop. You are "), h.Strong(g.Text(name)), g.Text(".")),
			h.P(h.ID("state"), h.Class("hint"), h.Role("status"), g.Text("Connecting …")),
			h.Ol(h.ID("lines"), h.Role("log"), h.Aria("label", "What was said"), h.TabIndex("0")),
			h.Form(h.ID("say"),
				h.Label(h.For("text"), g.Text("Your message")),
				h.Div(h.Class("row"),
					h.Input(h.ID("text"), h.Name("text"), h.MaxLength("500"), h.AutoComplete("off"), h.Required()),
					h.Button(g.Text("Send")))),
		))
}
