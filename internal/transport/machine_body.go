package transport

import (
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
)

const maxBodySetting = "request-streaming.maximum-content-length"

// readBody gets hold of the body of the request whose head is complete. A body
// that is there already is a part of the chunk; one that is not is collected in
// memory of its own, or left to be streamed.
func (m *Machine) readBody() (ready bool, action Action) {
	head := m.x.Head()
	if m.held != nil {
		return m.collect(head)
	}
	if m.tooLarge(head.Length) {
		return false, m.refuseBody(m.bodyTooLarge())
	}
	if !head.Chunked && int64(m.end-m.start) >= head.Length {
		data := m.chunk[m.start : m.start+int(head.Length) : m.start+int(head.Length)]
		m.start += len(data)
		m.body = h1.Body{}
		m.x.SetBody(weft.BodyBytes(data, ""))
		return true, Read
	}
	if m.set.Streaming {
		m.state = streaming
		return false, Stream
	}
	return m.collect(head)
}

// collect moves what has arrived of the body from the chunk to memory that grows
// with what arrives, not with what was promised.
func (m *Machine) collect(head *h1.Head) (ready bool, action Action) {
	if m.held == nil {
		m.held = make([]byte, 0, min(max(head.Length, minSpace), chunkSize))
		if head.Continue && m.set.AcceptContinue && m.start == m.end {
			m.out = h1.AppendContinue(m.out)
		}
	}
	for m.start < m.end && !m.body.Done() {
		data, n, err := m.body.Next(m.chunk[m.start:m.end])
		if err != nil {
			return false, m.refuseBody(err)
		}
		m.start += n
		m.received += int64(n)
		if m.tooLarge(int64(len(m.held) + len(data))) {
			return false, m.refuseBody(m.bodyTooLarge())
		}
		m.held = append(m.held, data...)
	}
	if !m.body.Done() {
		m.rewind()
		return false, Read
	}
	if section := m.body.Trailer(); section != "" {
		m.x.SetTrailers(func() string { return section })
	}
	data := m.held
	m.held = nil
	m.x.SetBody(weft.BodyBytes(data, ""))
	return true, Read
}

// rewind lets the chunk be filled again from where the body began: those bytes
// have been copied, and no handler has seen them.
func (m *Machine) rewind() { m.start, m.end = m.floor, m.floor }

// bodySpace returns room to read a body with a known length straight into its
// place. The room doubles with what has arrived.
func (m *Machine) bodySpace() []byte {
	left := m.body.Left()
	if room := int64(cap(m.held) - len(m.held)); room < min(left, minSpace) {
		more := min(left, max(int64(len(m.held)), chunkSize))
		held := make([]byte, len(m.held), int64(len(m.held))+more)
		copy(held, m.held)
		m.held = held
	}
	return m.held[len(m.held):min(int64(cap(m.held)), int64(len(m.held))+left)]
}

// bodyFilled says that n bytes were read into the room of bodySpace.
func (m *Machine) bodyFilled(n int) {
	got := m.held[len(m.held) : len(m.held)+n]
	m.held = m.held[:len(m.held)+n]
	m.received += int64(n)
	_, _, _ = m.body.Next(got) // a length has no framing that could be wrong
}

func (m *Machine) tooLarge(n int64) bool { return m.set.MaxBody >= 0 && n > m.set.MaxBody }

func (m *Machine) bodyTooLarge() error {
	return &weft.BodyTooLarge{Limit: m.set.MaxBody, Setting: maxBodySetting}
}
