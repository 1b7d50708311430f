package websocket

import "strconv"

// A Kind says what a message is.
type Kind uint8

// The kinds of messages. The last two are control frames, which are handed on only if
// the configuration says so (PassCloseFrames, PassPongFrames).
const (
	Text       Kind = Kind(opText)
	Binary     Kind = Kind(opBinary)
	CloseFrame Kind = Kind(opClose)
	PongFrame  Kind = Kind(opPong)
)

// String returns the kind in words.
func (k Kind) String() string {
	switch k {
	case Text:
		return "text"
	case Binary:
		return "binary"
	case CloseFrame:
		return "close"
	case PongFrame:
		return "pong"
	}
	return "kind " + strconv.Itoa(int(k))
}

// A Message is what [Conn.Messages] yields.
type Message struct {
	// Kind is [Text] or [Binary], unless control frames are handed on.
	Kind Kind

	// Data is the whole message. It belongs to the receiver.
	Data []byte
}
