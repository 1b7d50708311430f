package transport

import (
	"bytes"
	"io"
	"net"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/status"
)

// Handover sends the answer to a request that changes the protocol and runs what
// takes the connection over. It is called outside of the event loop, after Run
// has returned Takeover, and frees the machine. It calls begun once the connection
// is no longer HTTP.
func (m *Machine) Handover(sink Sink, conn net.Conn, begun func()) {
	resp, x := m.takeover, m.x
	var head []byte
	if resp.Status() == status.SwitchingProtocols {
		head = m.switchingHead(resp)
	}
	rest := bytes.Clone(m.chunk[m.start:m.end])
	m.Free()
	defer x.Finish()
	if err := sink.Send(head); err != nil {
		conn.Close()
		return
	}
	begun()
	resp.Takeover()(conn, io.MultiReader(bytes.NewReader(rest), conn))
}

// switchingHead returns the head of a response that changes the protocol.
func (m *Machine) switchingHead(resp weft.Response) []byte {
	head := h1.AppendStatus(nil, m.set.date(), int(resp.Status()), resp.Reason())
	for name, value := range resp.Headers().All() {
		if !isFraming(name) {
			head = h1.AppendField(head, name, value)
		}
	}
	head = h1.AppendField(head, "Connection", "Upgrade")
	return h1.AppendEnd(head)
}
