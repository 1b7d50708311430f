package transport

import (
	"errors"
	"io"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/status"
)

// respond writes the response. A small body is appended to the output, which goes
// out with everything else of this batch; a large one is sent from where it is;
// a stream is sent piece by piece.
func (m *Machine) respond(sink Sink) Action {
	if code, media, data, ok := weft.Plain(&m.resp); ok && m.reader == nil && len(data) <= inlineBody {
		return m.respondPlain(code, media, data)
	}
	return m.respondFully(sink)
}

// respondFully writes any response.
func (m *Machine) respondFully(sink Sink) Action {
	x, resp := m.x, &m.resp
	if resp.Takeover() != nil && x.Head().Major == 1 {
		m.takeover, m.state = *resp, tookOver
		return Takeover
	}
	m.x = nil
	defer x.Finish() // also if a stream panics
	last := m.isLast(x.Head(), resp)
	var err error
	if resp.Body().IsStream() {
		last, err = m.respondStream(sink, x.Head(), resp, last)
	} else {
		err = m.respondMemory(sink, x.Head(), resp, last)
	}
	if err != nil || last {
		return Close
	}
	return Read
}

// respondPlain writes what most responses are: a status and a small body.
func (m *Machine) respondPlain(code weft.Status, media, data string) Action {
	x := m.x
	m.x = nil
	head := x.Head()
	connection, action := "", Read
	switch {
	case head.Close || !m.set.KeepAlive || m.set.Draining():
		connection, action = h1.CloseLine, Close
	case head.Minor == 0 && head.Major == 1:
		connection = h1.KeepAliveLine
	}
	m.out = h1.AppendPlain(m.out, m.set.date(), int(code), code.Text(), media, len(data), connection)
	if !head.IsHead() {
		m.out = append(m.out, data...)
	}
	x.Finish()
	return action
}

// isLast says whether the connection has to end after the response (RFC 9112,
// section 9.6).
func (m *Machine) isLast(head *h1.Head, resp *weft.Response) bool {
	if m.reader != nil && (m.reader.answering() || m.reader.broken.Load()) {
		return true // nobody knows what follows on this connection
	}
	if head.Close || !m.set.KeepAlive || m.set.Draining() {
		return true
	}
	if resp.Headers().Len() == 0 {
		return false
	}
	v, ok := resp.Headers().Get("Connection")
	return ok && ascii.EqualFold(v, "close")
}

// respondMemory writes a response whose body is in memory.
func (m *Machine) respondMemory(sink Sink, head *h1.Head, resp *weft.Response, last bool) error {
	b, _ := resp.Body().Bytes()
	length := int64(len(b))
	if !hasBody(resp.Status()) {
		length, b = -1, nil
	}
	m.out = m.appendHead(m.out, resp, length, last, head.Minor == 0 && head.Major == 1)
	if head.IsHead() {
		return nil
	}
	if len(b) <= inlineBody {
		m.out = append(m.out, b...)
		return nil
	}
	err := sink.SendTwo(m.out, b)
	m.out = m.out[:0]
	return err
}

// respondStream writes a response whose body has to be read. It reports whether
// the connection has to end.
//
// A stream may last for hours, and with it this frame: what is needed for the head alone
// is in another one.
func (m *Machine) respondStream(sink Sink, head *h1.Head, resp *weft.Response, last bool) (bool, error) {
	defer closeBody(resp)
	w, last, err := m.beginStream(sink, head, resp, last)
	if w == nil || err != nil {
		return last, err
	}
	if _, err := resp.Body().WriteTo(w); err != nil {
		return true, err
	}
	return last, w.finish(resp)
}

func closeBody(resp *weft.Response) { resp.Body().Close() }

// beginStream writes the head of such a response. It returns what takes the body, or nil if
// there is none to be sent.
//
//go:noinline
func (m *Machine) beginStream(sink Sink, head *h1.Head, resp *weft.Response, last bool) (*streamWriter, bool, error) {
	body := resp.Body()
	length, known := body.Len()
	chunked := !known && head.Minor == 1
	if !known && !chunked {
		last = true // HTTP/1.0 marks the end of such a body by closing
	}
	switch {
	case !hasBody(resp.Status()):
		m.out = m.appendHead(m.out, resp, -1, last, head.Minor == 0)
		return nil, last, nil
	case known:
		m.out = m.appendHead(m.out, resp, length, last, head.Minor == 0)
	default:
		m.out = m.appendStreamHead(m.out, resp, chunked, last)
	}
	if head.IsHead() {
		return nil, last, nil
	}
	if !known { // the first piece may be long in coming
		if err := m.flush(sink); err != nil {
			return nil, true, err
		}
		if body.MediaType() == weft.MediaEventStream {
			m.shed()
		}
	}
	return &streamWriter{m: m, sink: sink, left: length, chunked: chunked, known: known}, last, nil
}

var errBodyLength = errors.New("the body is not as long as was announced")

// A streamWriter sends the pieces of a body, each as soon as it is written.
type streamWriter struct {
	m       *Machine
	sink    Sink
	left    int64
	known   bool
	chunked bool
}

// Write sends p, with the head before it if that is still waiting.
func (w *streamWriter) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if w.known {
		if w.left -= int64(len(p)); w.left < 0 {
			return 0, errBodyLength
		}
	}
	m := w.m
	var err error
	switch {
	case !w.chunked && len(m.out)+len(p) > inlineBody:
		err = w.sink.SendTwo(m.out, p)
		m.out = m.out[:0]
	case !w.chunked:
		m.out = append(m.out, p...)
		err = m.flush(w.sink)
	case len(p) <= inlineBody:
		m.out = h1.AppendChunk(m.out, p)
		err = m.flush(w.sink)
	default:
		m.out = h1.AppendChunkSize(m.out, len(p))
		if err = w.sink.SendTwo(m.out, p); err == nil {
			m.out = append(m.out[:0], '\r', '\n')
			err = m.flush(w.sink)
		}
	}
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

func (m *Machine) flush(sink Sink) error {
	err := sink.Send(m.out)
	m.out = m.out[:0]
	return err
}

// finish ends the body.
func (w *streamWriter) finish(resp *weft.Response) error {
	if w.known && w.left != 0 {
		return io.ErrUnexpectedEOF
	}
	if w.chunked {
		var trailer []byte
		for name, value := range resp.Trailers().All() {
			trailer = h1.AppendField(trailer, name, value)
		}
		w.m.out = h1.AppendLastChunk(w.m.out, trailer)
	}
	return nil
}

// hasBody says whether a response with that status has a body (RFC 9110, section
// 6.4.1).
func hasBody(s weft.Status) bool {
	return s != status.NoContent && s != status.NotModified && s >= 200
}

// appendHead appends the head of a response. A length of -1 stands for a status
// that allows neither a body nor its length.
func (m *Machine) appendHead(b []byte, resp *weft.Response, length int64, last, old bool) []byte {
	b = m.appendFields(b, resp, length >= 0)
	if length >= 0 {
		b = h1.AppendLength(b, length)
	}
	switch {
	case last:
		b = h1.AppendClose(b)
	case old:
		b = h1.AppendKeepAlive(b)
	}
	return h1.AppendEnd(b)
}

// appendStreamHead appends the head of a response whose length is not known.
func (m *Machine) appendStreamHead(b []byte, resp *weft.Response, chunked, last bool) []byte {
	b = m.appendFields(b, resp, true)
	if chunked {
		b = h1.AppendChunked(b)
	}
	switch asked, _ := resp.Headers().Get("Connection"); {
	case last:
		b = h1.AppendClose(b)
	case ascii.EqualFold(asked, "keep-alive"):
		b = h1.AppendKeepAlive(b) // as event streams announce themselves
	}
	return h1.AppendEnd(b)
}

// appendFields appends the status line and the fields of the response.
func (m *Machine) appendFields(b []byte, resp *weft.Response, typed bool) []byte {
	if resp.Headers().Len() > 0 {
		return m.appendOwnFields(b, resp, typed)
	}
	b = h1.AppendStatus(b, m.set.date(), int(resp.Status()), resp.Reason())
	if media := resp.Body().MediaType(); typed && media != "" {
		b = h1.AppendField(b, "Content-Type", media)
	}
	return b
}

// appendOwnFields does so for a response that has fields of its own. Those that
// frame the message are the machine's and are not taken over.
func (m *Machine) appendOwnFields(b []byte, resp *weft.Response, typed bool) []byte {
	headers := resp.Headers()
	if headers.Has("Date") {
		b = h1.AppendStatusOnly(b, int(resp.Status()), resp.Reason())
	} else {
		b = h1.AppendStatus(b, m.set.date(), int(resp.Status()), resp.Reason())
	}
	for name, value := range headers.All() {
		if !isFraming(name) {
			b = h1.AppendField(b, name, value)
		}
	}
	if media := resp.Body().MediaType(); typed && media != "" && !headers.Has("Content-Type") {
		b = h1.AppendField(b, "Content-Type", media)
	}
	return b
}

// isFraming names the fields that only the machine may write.
func isFraming(name string) bool {
	switch len(name) {
	case len("Connection"):
		return ascii.EqualFold(name, "Connection") || ascii.EqualFold(name, "Keep-Alive")
	case len("Content-Length"):
		return ascii.EqualFold(name, "Content-Length")
	case len("Transfer-Encoding"):
		return ascii.EqualFold(name, "Transfer-Encoding")
	}
	return false
}
