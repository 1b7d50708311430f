package weft

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// A form in the format multipart/form-data (RFC 7578) is a row of parts. A line with two
// hyphens and the boundary stands before each part, and one more after the last, with two
// more hyphens:
//
//	--boundary
//	Content-Disposition: form-data; name="title"
//
//	Pride and Prejudice
//	--boundary
//	Content-Disposition: form-data; name="cover"; filename="cover.png"
//	Content-Type: image/png
//
//	…
//	--boundary--
//
// Lines end with CR LF. The boundary occurs nowhere in the data; a random one makes that
// certain enough.

// maxBoundary is how long a boundary may be (RFC 2046 section 5.1.1).
const maxBoundary = 70

var (
	// boundaryBytes may stand in a boundary (RFC 2046 section 5.1.1).
	boundaryBytes = ascii.SetOf(ascii.Alphanumerics, "'()+_,-./:=? ")

	// plainBoundaryBytes need no quotes in a Content-Type field.
	plainBoundaryBytes = ascii.SetOf(ascii.Alphanumerics, "'+_-.")
)

// RandomBoundary returns a boundary that occurs in no data, for all practical purposes: it
// has more than 128 random bits.
func RandomBoundary() string { return "weft-" + rand.Text() }

// ParseBoundary returns the boundary in the value of a Content-Type field. It fails if the
// media type is malformed or is not multipart/form-data, or if the boundary is missing or
// malformed.
func ParseBoundary(contentType string) (string, error) {
	m, err := ParseMediaType(contentType)
	if err != nil {
		return "", err
	}
	if m.Essence() != MediaMultipart {
		return "", fmt.Errorf("media type %s: want multipart/form-data", quoted(contentType))
	}
	boundary, ok := m.Param("boundary")
	if !ok {
		return "", fmt.Errorf("media type %s: no boundary", quoted(contentType))
	}
	if err := checkBoundary(boundary); err != nil {
		return "", err
	}
	return boundary, nil
}

func checkBoundary(boundary string) error {
	switch {
	case boundary == "":
		return errors.New("the boundary is empty")
	case len(boundary) > maxBoundary:
		return fmt.Errorf("the boundary has %d bytes, more than %d", len(boundary), maxBoundary)
	case ascii.IndexNot(&boundaryBytes, boundary) >= 0 || boundary[len(boundary)-1] == ' ':
		return fmt.Errorf("the boundary %s has a character that is not allowed", quoted(boundary))
	}
	return nil
}

// EncodeMultipart returns the form in the format multipart/form-data and how many bytes
// that are, or -1 if a field is a stream of unknown size. Streams are read while the
// result is read.
//
// The boundary consists of at most 70 letters, digits and the characters '+_-. so that it
// can stand in a Content-Type field as it is; see [RandomBoundary]. EncodeMultipart fails
// if it does not, if the boundary occurs in a field that is in memory, or if a media type
// is malformed. In names of fields and files, quotes and controls are written as browsers
// write them: a quote as %22, a line break as %0D%0A.
func (f Form) EncodeMultipart(boundary string) (r io.Reader, length int64, err error) {
	if err := checkBoundary(boundary); err != nil {
		return nil, 0, fmt.Errorf("form: %w", err)
	}
	if ascii.IndexNot(&plainBoundaryBytes, boundary) >= 0 {
		return nil, 0, fmt.Errorf("form: the boundary %s would need quotes", quoted(boundary))
	}
	readers := make([]io.Reader, 0, 2*len(f.fields)+1)
	for i, field := range f.fields {
		if err := field.checkPart(boundary); err != nil {
			return nil, 0, err
		}
		head := field.appendPartHead(nil, boundary, i == 0)
		readers = append(readers, strings.NewReader(string(head)), field.sizedReader())
		length = addLength(length, int64(len(head)), field.Len())
	}
	tail := "--" + boundary + "--\r\n"
	if len(f.fields) > 0 {
		tail = "\r\n" + tail
	}
	return io.MultiReader(append(readers, strings.NewReader(tail))...), addLength(length, int64(len(tail))), nil
}

// addLength adds lengths, of which -1 is unknown.
func addLength(total int64, lengths ...int64) int64 {
	for _, n := range lengths {
		if total < 0 || n < 0 {
			return -1
		}
		total += n
	}
	return total
}

func (f FormField) checkPart(boundary string) error {
	if strings.Contains(f.data, "--"+boundary) {
		return fmt.Errorf("form field %s: the boundary occurs in the data", quoted(f.name))
	}
	if f.mediaType == "" {
		return nil
	}
	if _, err := ParseMediaType(f.mediaType); err != nil {
		return fmt.Errorf("form field %s: %w", quoted(f.name), err)
	}
	return nil
}

// appendPartHead appends the boundary and the header of the part, with the line break that
// ends the part before it.
func (f FormField) appendPartHead(dst []byte, boundary string, first bool) []byte {
	if !first {
		dst = append(dst, "\r\n"...)
	}
	dst = append(append(dst, "--"...), boundary...)
	dst = append(dst, "\r\nContent-Disposition: form-data; name=\""...)
	dst = append(appendPartName(dst, f.name), '"')
	if f.fileName != "" {
		dst = append(dst, "; filename=\""...)
		dst = append(appendPartName(dst, f.fileName), '"')
	}
	if f.mediaType != "" {
		dst = append(append(dst, "\r\nContent-Type: "...), f.mediaType...)
	}
	return append(dst, "\r\n\r\n"...)
}

// appendPartName appends the name of a field or a file for a place between quotes.
func appendPartName(dst []byte, name string) []byte {
	for i := range len(name) {
		switch c := name[i]; {
		case c == '\\':
			dst = append(dst, `\\`...)
		case c == '"' || !ascii.IsFieldByte(c):
			dst = append(dst, '%', ascii.UpperHex[c>>4], ascii.UpperHex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// sizedReader returns a reader that gives as many bytes as [FormField.Len] has promised,
// or fails.
func (f FormField) sizedReader() io.Reader {
	if f.stream == nil || f.size < 0 {
		return f.Reader()
	}
	return &exactReader{r: f.stream, left: f.size, name: f.name}
}

// exactReader fails if the reader has fewer or more bytes than were announced. Sending
// them would put the connection out of step.
type exactReader struct {
	r    io.Reader
	left int64
	name string
}

func (e *exactReader) Read(p []byte) (int, error) {
	// One byte more than announced is asked for, to see whether it is there.
	if int64(len(p)) > e.left+1 {
		p = p[:e.left+1]
	}
	n, err := e.r.Read(p)
	e.left -= int64(n)
	switch {
	case e.left < 0:
		return 0, fmt.Errorf("form field %s: the stream is longer than announced", quoted(e.name))
	case err == io.EOF && e.left > 0:
		return n, fmt.Errorf("form field %s: the stream is %d bytes shorter than announced", quoted(e.name), e.left)
	}
	return n, err
}
