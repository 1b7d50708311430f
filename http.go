package weft

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/netip"

	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/status"
)

// DefaultMaxBody is the largest request body that is held in memory if nothing
// else is set: 4 MiB.
const DefaultMaxBody = 4 << 20

// ServeHTTP answers a request of net/http, so that routes can be used wherever
// an http.Handler can. It behaves like a server with its default settings: the
// body is read into memory, up to [DefaultMaxBody], before the handler runs.
func (r Routes) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.HTTPHandler(nil).ServeHTTP(w, req)
}

// HTTPHandler returns the routes as an http.Handler with settings of its own.
// Nil means the defaults.
func (r Routes) HTTPHandler(rt *Runtime) http.Handler {
	if rt == nil {
		rt = defaultRuntime
	}
	return &httpHandler{r.set(), rt}
}

// httpHandler adapts routes to net/http.
type httpHandler struct {
	set *routeSet
	rt  *Runtime
}

func (h *httpHandler) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r := FromHTTP(req)
	r.own.conn.Runtime = h.rt
	resp, ok := h.admit(r)
	if ok {
		h.set.serve(r, &resp)
	}
	defer resp.body.Close()
	if takeover := resp.Takeover(); takeover != nil {
		hijack(w, resp, takeover)
		return
	}
	resp.WriteHTTP(w, r.Method())
}

// admit reads the body into memory unless bodies are streamed. It returns a
// refusal and false if that is not possible.
func (h *httpHandler) admit(r *Request) (Response, bool) {
	if r.body == nil || r.body.stream == nil {
		return Response{}, true
	}
	limit := h.rt.maxBody()
	s := r.body.stream
	switch {
	case limit < 0 && h.rt.RequestStreaming:
		return Response{}, true
	case h.rt.RequestStreaming && s.length <= limit:
		s.reader = &limitedBody{s.reader, limit, limit}
		return Response{}, true
	}
	if s.length <= limit {
		data, err := readAll(io.LimitReader(s.reader, limit+1), s.length)
		if err != nil {
			return ErrorResponse(r, &MalformedBody{"a whole body", err}), false
		}
		if int64(len(data)) <= limit {
			r.body.data, r.body.stream = string(data), nil
			return Response{}, true
		}
	}
	return ErrorResponse(r, &BodyTooLarge{limit, maxBodySetting}), false
}

// limitedBody fails when more is read than the limit allows.
type limitedBody struct {
	io.Reader
	left, limit int64
}

func (b *limitedBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, ProblemOf(&BodyTooLarge{Limit: b.limit, Setting: maxBodySetting})
	}
	return n, err
}

// Close closes the body below.
func (b *limitedBody) Close() error {
	if c, ok := b.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

const maxBodySetting = "request-streaming.maximum-content-length"

func (rt *Runtime) maxBody() int64 {
	if rt.MaxBody == 0 {
		return DefaultMaxBody
	}
	return rt.MaxBody
}

// FromHTTP returns a request that a server of net/http received as one of ours.
// Its body is streamed, and its context is the same.
func FromHTTP(req *http.Request) *Request {
	headers := headersFromHTTP(req)
	version := versionOf(uint8(req.ProtoMajor), uint8(req.ProtoMinor))
	x := &Exchange{} // for its head alone: all else is among the changes
	r := &x.request
	r.x, r.own = x, &changes{
		method:  Method(req.Method),
		version: &version,
		headers: &headers,
		ctx:     req.Context(),
		conn:    &Connection{TLS: req.TLS},
	}
	r.own.conn.Remote, _ = netip.ParseAddrPort(req.RemoteAddr)
	r.setTarget(req)
	if req.Body != nil && req.Body != http.NoBody && req.ContentLength != 0 {
		r.own.trailers = func() Headers { return trailersFromHTTP(req) }
		media, _ := headers.Get("Content-Type")
		body := BodyReader(req.Body, req.ContentLength, media)
		r.body = &body
	}
	return r
}

// headersFromHTTP copies the fields. net/http keeps Host apart.
func headersFromHTTP(req *http.Request) Headers {
	l := newHeaderList(len(req.Header) + 1)
	if req.Host != "" {
		l.add("Host", req.Host)
	}
	for name, values := range req.Header {
		for _, v := range values {
			l.add(name, v)
		}
	}
	return Headers{l}
}

// setTarget takes over the URL, which a mux may have changed since the request line
// was read.
func (r *Request) setTarget(req *http.Request) {
	h, u := r.head(), req.URL
	if req.RequestURI == "*" || req.Method == "CONNECT" {
		h.Form, r.path = h1.Asterisk, "*"
		return
	}
	form := h1.Origin
	if u.Host != "" {
		form = h1.Absolute
	}
	h.SetTarget(form, u.Scheme, u.Host, u.EscapedPath(), u.RawQuery)
	h.HasQuery = u.ForceQuery || u.RawQuery != ""
	r.path, _ = cleanPath(h.Path())
}

// WriteHTTP sends the response to a request with that method through net/http.
// It panics with http.ErrAbortHandler, as net/http wants it, if the body breaks
// off: the client must not take the part for the whole.
func (r Response) WriteHTTP(w http.ResponseWriter, method Method) {
	resp := r
	head := w.Header()
	for name, value := range resp.headers.All() {
		head.Add(name, value)
	}
	code := resp.Status()
	bodiless := code == status.NoContent || code == status.NotModified
	if resp.body.media != "" && head.Get("Content-Type") == "" && !bodiless {
		head.Set("Content-Type", resp.body.media)
	}
	if head.Get("Content-Type") == "" {
		head["Content-Type"] = nil // no guessing
	}
	if n, ok := resp.body.Len(); ok && !bodiless {
		head.Set("Content-Length", formatInt(n))
	}
	w.WriteHeader(int(code))
	if bodiless || method == HEAD {
		return
	}
	if _, known := resp.body.Len(); !known {
		_ = http.NewResponseController(w).Flush() // the first piece may be long in coming
	}
	if _, err := resp.body.WriteTo(flushing(w, resp.body)); err != nil {
		panic(http.ErrAbortHandler) // cut the connection: the body is not whole
	}
	for name, value := range resp.Trailers().All() {
		head.Add(http.TrailerPrefix+name, value)
	}
}

// flushing returns a writer that sends each piece of a stream at once.
func flushing(w http.ResponseWriter, b Body) io.Writer {
	if !b.IsStream() {
		return w
	}
	return &flushWriter{w, http.NewResponseController(w)}
}

type flushWriter struct {
	w    io.Writer
	ctrl *http.ResponseController
}

func (f *flushWriter) Write(p []byte) (int, error) {
	n, err := f.w.Write(p)
	if err == nil {
		err = f.ctrl.Flush()
	}
	return n, err
}

// hijack hands a connection of net/http over.
func hijack(w http.ResponseWriter, resp Response, takeover func(net.Conn, io.Reader)) {
	conn, rw, err := http.NewResponseController(w).Hijack()
	if err != nil {
		w.WriteHeader(int(status.NotImplemented)) // HTTP/2 has no upgrades
		return
	}
	if resp.Status() != status.SwitchingProtocols {
		takeover(conn, rw.Reader)
		return
	}
	b := bufio.NewWriter(conn)
	b.WriteString("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n")
	for name, value := range resp.headers.All() {
		b.WriteString(name + ": " + value + "\r\n")
	}
	b.WriteString("\r\n")
	if b.Flush() != nil {
		conn.Close()
		return
	}
	takeover(conn, rw.Reader)
}
