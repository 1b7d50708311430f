package websocket

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/status"
)

// maxAnswer bounds the head of a server's answer.
const maxAnswer = 64 << 10

// A HandshakeError is the error of a server that did not open a WebSocket.
type HandshakeError struct {
	// Problem is the fact.
	Problem string

	// Status is the status of the answer.
	Status weft.Status

	// Headers are the header fields of the answer.
	Headers weft.Headers

	// Body is the beginning of the answer's body, at most 64 KiB.
	Body []byte
}

// Error returns the problem, the status and the beginning of the body.
func (e *HandshakeError) Error() string {
	s := "websocket: handshake: " + e.Problem + ": " + strconv.Itoa(int(e.Status)) + " " + e.Status.Text()
	if len(e.Body) > 0 {
		s += ": " + strconv.Quote(string(e.Body[:min(len(e.Body), 200)]))
	}
	return s
}

// open performs the handshake (RFC 6455, section 4.1).
func (o *DialOptions) open(ctx context.Context, nc net.Conn, u *url.URL, set *settings) (*Conn, error) {
	key := newKey()
	request, err := o.request(u, key, set)
	if err != nil {
		return nil, err
	}
	if _, err := nc.Write(request); err != nil {
		return nil, err
	}
	head := &io.LimitedReader{R: nc, N: maxAnswer}
	br := bufio.NewReader(head)
	resp, err := http.ReadResponse(br, &http.Request{Method: "GET"}) //nolint:bodyclose // the connection is what is closed
	if err != nil {
		if head.N <= 0 {
			err = errors.New("the head of the answer is too long")
		}
		return nil, err
	}
	protocol, agreed, problem := o.check(resp, key, set)
	if problem != "" {
		return nil, refused(resp, problem)
	}
	var r io.Reader = nc
	if n := br.Buffered(); n > 0 {
		early, _ := br.Peek(n)
		r = io.MultiReader(bytes.NewReader(early), nc)
	}
	c := newConn(ctx, nc, r, set, agreed)
	c.subprotocol = protocol
	return c, nil
}

// newKey returns 16 random bytes in base64.
func newKey() string {
	var b [16]byte
	rand.Read(b[:])
	return base64.StdEncoding.EncodeToString(b[:])
}

// request writes the request.
func (o *DialOptions) request(u *url.URL, key string, set *settings) ([]byte, error) {
	host, own := o.Headers.Get("Host")
	if !own {
		host = u.Host
	}
	fields := weft.NewHeaders("Host", host, "Connection", "Upgrade", "Upgrade", "websocket",
		"Sec-WebSocket-Version", version, "Sec-WebSocket-Key", key)
	if offered, ok := tokens([]string{set.config.Subprotocols}); !ok {
		return nil, errors.New("a subprotocol is not a token")
	} else if len(offered) > 0 {
		fields = fields.Add("Sec-WebSocket-Protocol", strings.Join(offered, ", "))
	}
	if set.offers() {
		fields = fields.Add("Sec-WebSocket-Extensions", set.compression.offer().String())
	}
	for name, value := range o.Headers.All() {
		if !ascii.EqualFold(name, "Host") && !fields.Has(name) {
			fields = fields.Add(name, value)
		}
	}
	if err := errors.Join(o.Headers.Err(), fields.Err()); err != nil {
		return nil, err
	}
	b := []byte("GET " + u.RequestURI() + " HTTP/1.1\r\n")
	for name, value := range fields.All() {
		b = append(b, name+": "+value+"\r\n"...)
	}
	return append(b, "\r\n"...), nil
}

// offers says whether a client offers compression.
func (s *settings) offers() bool {
	return s.config.Decoder.AllowExtensions && !s.compression.Disabled
}

// check checks the answer. It returns what was agreed on, or what is wrong.
func (o *DialOptions) check(resp *http.Response, key string, set *settings) (protocol string, agreed *deflateParams, problem string) {
	connection, _ := tokens(resp.Header.Values("Connection"))
	switch {
	case resp.StatusCode != int(status.SwitchingProtocols):
		return "", nil, "the server refused"
	case !ascii.EqualFold(resp.Header.Get("Upgrade"), "websocket"):
		return "", nil, "the answer has no Upgrade: websocket"
	case !containsFold(connection, "upgrade"):
		return "", nil, "the answer has no Connection: Upgrade"
	case strings.TrimSpace(resp.Header.Get("Sec-WebSocket-Accept")) != answerTo(key):
		return "", nil, "Sec-WebSocket-Accept is not the answer to the key"
	}
	if protocols := resp.Header.Values("Sec-WebSocket-Protocol"); len(protocols) > 0 {
		if protocol = choose(set.config.Subprotocols, protocols); protocol == "" || len(protocols) > 1 {
			return "", nil, "the server chose the subprotocol " + strconv.Quote(protocols[0]) + ", which was not offered"
		}
	}
	extensions, ok := parseExtensions(resp.Header.Values("Sec-WebSocket-Extensions"))
	if len(extensions) > 0 && ok {
		var p deflateParams
		if p, ok = set.compression.agreed(extensions[0]); ok && len(extensions) == 1 && set.offers() {
			return protocol, &p, ""
		}
		ok = false
	}
	if !ok {
		return "", nil, "the server chose extensions that were not offered"
	}
	return protocol, nil, ""
}

func containsFold(list []string, s string) bool {
	for _, element := range list {
		if ascii.EqualFold(element, s) {
			return true
		}
	}
	return false
}

// refused returns the error of an answer, with the beginning of its body.
func refused(resp *http.Response, problem string) error {
	e := &HandshakeError{Problem: problem, Status: weft.Status(resp.StatusCode)}
	for name, values := range resp.Header {
		for _, value := range values {
			e.Headers = e.Headers.Add(name, value)
		}
	}
	if resp.StatusCode != int(status.SwitchingProtocols) {
		e.Body, _ = io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	}
	return e
}
