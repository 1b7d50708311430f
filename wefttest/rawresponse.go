package wefttest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
)

// A RawResponse is a response as it came over a connection.
type RawResponse struct {
	// Version is "HTTP/1.1" or "HTTP/1.0".
	Version string

	// Status is the status code.
	Status int

	// Reason is the reason phrase.
	Reason string

	// Headers are the header fields, all of them.
	Headers weft.Headers

	// Body is the body without its framing.
	Body string

	// Pieces are the sizes of the chunks of a chunked body.
	Pieces []int

	// Trailers are the fields after a chunked body.
	Trailers weft.Headers

	// UntilClose says that the end of the connection marks the end of the body.
	UntilClose bool
}

// A RawReader reads responses from a connection, and refuses what RFC 9112 forbids
// a server to send: lines that do not end in CR LF, malformed status lines and
// fields, repeated fields of which there must be one, Content-Length beside
// Transfer-Encoding or where there is no body, chunk sizes that are not plain
// numbers, and bodies that break off.
type RawReader struct {
	r    *bufio.Reader
	body bodyKind
	left int64
	last *RawResponse
}

type bodyKind uint8

const (
	noBody bodyKind = iota
	sizedBody
	chunkedBody
	closedBody
)

// maxLine bounds one line of a response.
const maxLine = 64 << 10

// NewRawReader returns a reader of the responses that come from r.
func NewRawReader(r io.Reader) *RawReader {
	return &RawReader{r: bufio.NewReaderSize(r, maxLine)}
}

// Read reads a whole response to a request with the given method, which matters
// because an answer to HEAD has no body. It returns io.EOF if the connection ends
// before the first byte. Other errors say what is wrong, and what was read until
// then comes with them.
func (r *RawReader) Read(method weft.Method) (*RawResponse, error) {
	resp, err := r.ReadHead(method)
	if err != nil {
		return nil, err
	}
	var body strings.Builder
	for {
		piece, err := r.ReadPiece()
		body.WriteString(piece)
		if err != nil {
			resp.Body = body.String()
			if err == io.EOF {
				err = nil
			}
			return resp, err
		}
	}
}

// ReadHead reads the head of a response to a request with the given method.
func (r *RawReader) ReadHead(method weft.Method) (*RawResponse, error) {
	line, err := r.line()
	if err != nil {
		if err == io.ErrUnexpectedEOF && line == "" {
			err = io.EOF
		}
		return nil, err
	}
	resp := &RawResponse{}
	if err := resp.parseStatus(line); err != nil {
		return nil, err
	}
	if resp.Headers, err = r.fields(); err != nil {
		return nil, err
	}
	r.last = resp
	return resp, r.frame(resp, method)
}

// parseStatus reads HTTP/1.1 SP 3DIGIT SP reason (RFC 9112, section 4).
func (resp *RawResponse) parseStatus(line string) error {
	version, rest, _ := strings.Cut(line, " ")
	code, reason, ok := strings.Cut(rest, " ")
	if !ok || version != "HTTP/1.1" && version != "HTTP/1.0" {
		return fmt.Errorf("status line %q: want version, code and reason", line)
	}
	n, err := strconv.ParseUint(code, 10, 16)
	if err != nil || len(code) != 3 || n < 100 || code[0] == '+' {
		return fmt.Errorf("status line %q: the code is not a number of three digits", line)
	}
	if !ascii.IsFieldValue(reason) {
		return fmt.Errorf("status line %q: a control character in the reason", line)
	}
	resp.Version, resp.Status, resp.Reason = version, int(n), reason
	return nil
}

// fields reads header or trailer fields up to the empty line.
func (r *RawReader) fields() (weft.Headers, error) {
	var h weft.Headers
	for {
		line, err := r.line()
		if err != nil || line == "" {
			return h, err
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || !ascii.IsToken(name) {
			return h, fmt.Errorf("field %q: want a name and a colon", line)
		}
		value = strings.Trim(value, " \t")
		if !ascii.IsFieldValue(value) {
			return h, fmt.Errorf("field %q: a control character in the value", line)
		}
		if h.Has(name) && isSingle(name) {
			return h, fmt.Errorf("field %q: the second of its kind", line)
		}
		h = h.Add(name, value)
	}
}

// isSingle names fields that must not be repeated, or that this server has no
// reason to repeat.
func isSingle(name string) bool {
	switch strings.ToLower(name) {
	case "connection", "content-length", "content-type", "date", "location", "transfer-encoding", "upgrade":
		return true
	}
	return false
}

// frame finds out how the body ends (RFC 9112, section 6.3).
func (r *RawReader) frame(resp *RawResponse, method weft.Method) error {
	length, sized := resp.Headers.Get("Content-Length")
	coding, coded := resp.Headers.Get("Transfer-Encoding")
	bare := resp.Status < 200 || resp.Status == 204
	switch {
	case sized && coded:
		return errors.New("Content-Length beside Transfer-Encoding")
	case bare && (sized || coded):
		return fmt.Errorf("Content-Length or Transfer-Encoding with status %d", resp.Status)
	case coded && resp.Version == "HTTP/1.0":
		return errors.New("Transfer-Encoding in HTTP/1.0")
	case coded && coding != "chunked":
		return fmt.Errorf("Transfer-Encoding %q", coding)
	}
	n, err := strconv.ParseUint(length, 10, 63)
	if sized && err != nil {
		return fmt.Errorf("Content-Length %q", length)
	}
	switch {
	case bare || resp.Status == 304 || method == weft.HEAD:
		r.body = noBody
	case coded:
		r.body = chunkedBody
	case sized:
		r.body, r.left = sizedBody, int64(n)
	default:
		r.body, resp.UntilClose = closedBody, true
	}
	return nil
}

// ReadPiece reads the next piece of the body: one chunk, or what has arrived of
// another body. It returns io.EOF when the body is at its end.
func (r *RawReader) ReadPiece() (string, error) {
	switch r.body {
	case sizedBody:
		if r.left == 0 {
			r.body = noBody
			return "", io.EOF
		}
		return r.some(r.left)
	case chunkedBody:
		return r.chunk()
	case closedBody:
		return r.some(maxLine)
	}
	return "", io.EOF
}

// some reads what has arrived, up to n bytes.
func (r *RawReader) some(n int64) (string, error) {
	b := make([]byte, min(n, maxLine))
	got, err := r.r.Read(b)
	r.left -= int64(got)
	if err == io.EOF && r.body == sizedBody {
		err = fmt.Errorf("the body breaks off, %d bytes are missing: %w", r.left, io.ErrUnexpectedEOF)
	}
	if got > 0 {
		err = nil // it comes again
	}
	return string(b[:got]), err
}

// chunk reads one chunk, or the trailer after the last (RFC 9112, section 7.1).
func (r *RawReader) chunk() (string, error) {
	line, err := r.line()
	if err != nil {
		return "", fmt.Errorf("the body breaks off: %w", err)
	}
	size, err := strconv.ParseUint(line, 16, 31)
	if err != nil || line[0] == '+' {
		return "", fmt.Errorf("chunk size %q", line)
	}
	if size == 0 {
		r.body = noBody
		if r.last.Trailers, err = r.fields(); err != nil {
			return "", fmt.Errorf("the trailer breaks off: %w", err)
		}
		return "", io.EOF
	}
	b := make([]byte, size+2)
	if n, err := io.ReadFull(r.r, b); err != nil {
		return string(b[:min(n, int(size))]), fmt.Errorf("a chunk breaks off: %w", noEOF(err))
	}
	if string(b[size:]) != "\r\n" {
		return "", fmt.Errorf("a chunk ends in %q", b[size:])
	}
	r.last.Pieces = append(r.last.Pieces, int(size))
	return string(b[:size]), nil
}

// line reads one line and takes its CR LF off.
func (r *RawReader) line() (string, error) {
	b, err := r.r.ReadSlice('\n')
	if err != nil {
		return string(b), noEOF(err)
	}
	line, ok := strings.CutSuffix(string(b), "\r\n")
	if !ok {
		return "", fmt.Errorf("line %q does not end in CR LF", b)
	}
	return line, nil
}

func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
