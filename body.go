package weft

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"
	"unsafe"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/internal/ascii"
)

// A Body is the body of a request or a response: bytes in memory, or a stream
// of them, with a media type. The zero Body is empty.
//
// A body in memory may be read any number of times and from any goroutine. A
// stream is read once, by one goroutine; [Body.Bytes] and what builds on it
// keep what they read, so they may be repeated.
type Body struct {
	media  string
	data   string // the bytes of a body in memory
	stream *stream
	config *format.Config // how values map to a format; nil is the default
}

// BodyString returns a body of text. Its media type is text/plain in UTF-8
// unless another is given.
func BodyString(s string, mediaType ...string) Body {
	return Body{data: s}.typed(mediaType, "text/plain; charset=utf-8")
}

// BodyBytes returns a body of bytes. It keeps b, which must not be changed
// afterwards. Its media type is application/octet-stream unless another is given.
func BodyBytes(b []byte, mediaType ...string) Body {
	return Body{data: unsafe.String(unsafe.SliceData(b), len(b))}.typed(mediaType, octetStream)
}

// BodyFrom returns v as a body, encoded as JSON unless another codec is given.
// A value that cannot be encoded gives a body whose [Body.Err] says why.
func BodyFrom[A any](v A, codec ...format.Codec[A]) Body {
	c, err := codecFor(codec, nil)
	if err != nil {
		return Body{stream: &stream{err: err}}
	}
	b, err := c.Encode(v)
	if err != nil {
		return Body{stream: &stream{err: err}}
	}
	return BodyBytes(b, c.Format().MediaType)
}

// BodyForm returns a form as application/x-www-form-urlencoded, or as
// multipart/form-data with a random boundary if one of its fields is binary.
func BodyForm(f Form) Body {
	if f.HasBinary() {
		return BodyMultipart(f, RandomBoundary())
	}
	s, err := f.EncodeURL()
	if err != nil {
		return Body{stream: &stream{err: err}}
	}
	return BodyString(s, "application/x-www-form-urlencoded")
}

// BodyMultipart returns a form as multipart/form-data with the given boundary.
func BodyMultipart(f Form, boundary string) Body {
	r, length, err := f.EncodeMultipart(boundary)
	if err != nil {
		return Body{stream: &stream{err: err}}
	}
	return BodyReader(r, length, "multipart/form-data; boundary="+boundary)
}

// codecFor returns the codec that was given, or the JSON codec of A. It fails if A
// has no schema.
func codecFor[A any](codec []format.Codec[A], config *format.Config) (format.Codec[A], error) {
	if len(codec) > 0 {
		return codec[0], nil
	}
	var c format.Config
	if config != nil {
		c = *config
	}
	return json.CodecFor[A](c)
}

const octetStream = "application/octet-stream"

// typed returns the body with the media type that was given, or the default.
func (b Body) typed(given []string, def string) Body {
	if len(given) == 0 {
		b.media = def
		return b
	}
	return b.WithMediaType(given[0])
}

// MediaType returns the body's media type, which becomes Content-Type. It is
// empty if there is none.
func (b Body) MediaType() string { return b.media }

// WithMediaType returns the body with another media type. One that contains a
// control character is refused; see [Body.Err].
func (b Body) WithMediaType(mediaType string) Body {
	if !ascii.IsFieldValue(mediaType) {
		b.Close()
		return Body{stream: &stream{err: &InvalidHeader{"Content-Type", "the value contains a control character"}}}
	}
	b.media = mediaType
	return b
}

// IsEmpty says whether the body is known to be empty.
func (b Body) IsEmpty() bool { return b.stream == nil && b.data == "" }

// IsStream says whether the body has to be read, rather than being in memory.
func (b Body) IsStream() bool { return b.stream != nil }

// Len returns the number of bytes, or false if it is not known beforehand.
func (b Body) Len() (int64, bool) {
	if b.stream == nil {
		return int64(len(b.data)), true
	}
	return b.stream.length, b.stream.length >= 0
}

// Err returns why the body could not be made, or nil. A response whose body has
// an error is never sent; its client gets 500.
func (b Body) Err() error {
	if b.stream == nil {
		return nil
	}
	return b.stream.err
}

// Bytes reads the whole body. The bytes must not be changed: others may look at
// the same ones.
func (b Body) Bytes() ([]byte, error) {
	if b.stream == nil {
		return unsafe.Slice(unsafe.StringData(b.data), len(b.data)), nil
	}
	return b.stream.collect()
}

// AsString reads the whole body as text.
func (b Body) AsString() (string, error) {
	if b.stream == nil {
		return b.data, nil
	}
	p, err := b.stream.collect()
	return string(p), err
}

// AsStream returns the body as a reader. Closing it early tells the sender of
// the body that the rest is not wanted. With request streaming disabled the
// reader reads from memory.
func (b Body) AsStream() io.ReadCloser {
	if b.stream == nil {
		return io.NopCloser(strings.NewReader(b.data))
	}
	return b.stream.open()
}

// AsForm reads the whole body as a form, by its media type: urlencoded or
// multipart.
func (b Body) AsForm() (Form, error) {
	mt, err := ParseMediaType(b.media)
	if err == nil && mt.Essence() == "multipart/form-data" {
		fs, err := b.AsMultipartFormStream()
		if err != nil {
			return Form{}, err
		}
		defer fs.Close()
		return fs.Collect()
	}
	if err == nil && mt.Essence() != "application/x-www-form-urlencoded" {
		return Form{}, &MalformedBody{Want: "a form", Cause: errors.New("the media type is " + b.media)}
	}
	s, err := b.AsString()
	if err != nil {
		return Form{}, err
	}
	return ParseForm(s)
}

// AsMultipartFormStream reads the body as multipart/form-data, field after
// field as the data arrives. It fails if the media type is another one. A form that
// is left before its last field has to be closed.
func (b Body) AsMultipartFormStream() (*FormStream, error) {
	boundary, err := ParseBoundary(b.media)
	if err != nil {
		return nil, &MalformedBody{Want: "multipart/form-data", Cause: err}
	}
	return NewFormStream(b.AsStream(), boundary), nil
}

// To decodes the whole body, as JSON unless another codec is given. The body of a
// request maps values as [Request.CodecConfig] says.
func (b Body) To[A any](codec ...format.Codec[A]) (A, error) {
	var zero A
	c, err := codecFor(codec, b.config)
	if err != nil {
		return zero, err
	}
	p, err := b.Bytes()
	if err != nil {
		return zero, err
	}
	return c.Decode(p)
}

// StreamTo decodes the body value by value as it arrives. The body is closed with the
// end of the loop over the values, wherever it is left; a second loop over a streaming
// body gets [ErrBodyRead].
func (b Body) StreamTo[A any](codec ...format.Codec[A]) iter.Seq2[A, error] {
	c, err := codecFor(codec, b.config)
	if err != nil {
		return func(yield func(A, error) bool) {
			var zero A
			yield(zero, err)
		}
	}
	return func(yield func(A, error) bool) {
		r := b.AsStream()
		defer r.Close()
		c.StreamDecoder(r)(yield)
	}
}

// Chunks iterates over the body in the pieces in which it comes. A piece is
// valid until the next one.
func (b Body) Chunks() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		if b.stream == nil {
			if b.data != "" {
				yield([]byte(b.data), nil)
			}
			return
		}
		b.stream.chunks(yield)
	}
}

// WriteTo writes the whole body to w, piece by piece.
func (b Body) WriteTo(w io.Writer) (int64, error) {
	if b.stream == nil {
		n, err := io.WriteString(w, b.data)
		return int64(n), err
	}
	return b.stream.writeTo(w)
}

// Close releases what a streaming body holds. Closing a body in memory, or
// twice, does nothing.
func (b Body) Close() error {
	if b.stream == nil {
		return nil
	}
	return b.stream.close()
}

// Equal says whether both bodies are in memory and hold the same bytes and
// media type.
func (b Body) Equal(o Body) bool {
	return b.stream == nil && o.stream == nil && b.data == o.data && b.media == o.media
}

// MalformedBody is the error of a body that cannot be read as what was asked for.
type MalformedBody struct {
	// Want is what was asked for, for example "a form".
	Want string

	// Cause says what is wrong.
	Cause error
}

// Error says what was wanted and what is wrong.
func (e *MalformedBody) Error() string { return "body: want " + e.Want + ": " + e.Cause.Error() }

// Unwrap returns the cause.
func (e *MalformedBody) Unwrap() error { return e.Cause }

// BodyTooLarge is the error of a body that is larger than its limit.
type BodyTooLarge struct {
	// Limit is the largest allowed number of bytes.
	Limit int64

	// Setting is the name of the setting that holds the limit.
	Setting string
}

// Error names the limit and its setting.
func (e *BodyTooLarge) Error() string {
	return "body: larger than " + formatInt(e.Limit) + " bytes (" + e.Setting + ")"
}

// readAll reads r into memory, growing with what arrives rather than with what
// was promised.
func readAll(r io.Reader, length int64) ([]byte, error) {
	var buf bytes.Buffer
	if length > 0 {
		buf.Grow(int(min(length, 64<<10)) + bytes.MinRead)
	}
	_, err := buf.ReadFrom(r)
	return buf.Bytes(), err
}
