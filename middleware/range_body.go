package middleware

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/weft-go/weft"
)

// contentRange returns the value of a Content-Range field (RFC 9110, section 14.4).
func contentRange(r byteRange, size int64) string {
	b := make([]byte, 0, 48)
	b = append(b, "bytes "...)
	b = strconv.AppendInt(b, r.start, 10)
	b = append(b, '-')
	b = strconv.AppendInt(b, r.start+r.length-1, 10)
	b = append(b, '/')
	return string(strconv.AppendInt(b, size, 10))
}

// A section is a part of a file that is closed when it has been sent. Transports find
// the file in it, because io.SectionReader tells.
type section struct {
	*io.SectionReader
	io.Closer
}

// sectionBody returns a part of src as a body, which closes c at its end.
func sectionBody(src io.ReaderAt, c io.Closer, r byteRange, media string) weft.Body {
	return weft.BodyReader(section{io.NewSectionReader(src, r.start, r.length), c}, r.length, media)
}

// rangesBody returns several parts as multipart/byteranges (RFC 9110, section 14.6).
// Its length is known beforehand, so clients can show how far they are.
func rangesBody(src io.ReaderAt, c io.Closer, ranges []byteRange, size int64, media string) weft.Body {
	boundary := weft.RandomBoundary()
	var readers []io.Reader
	var length int64
	text := func(s string) {
		readers = append(readers, strings.NewReader(s))
		length += int64(len(s))
	}
	for i, r := range ranges {
		lineBreak := "\r\n"
		if i == 0 {
			lineBreak = ""
		}
		text(fmt.Sprintf("%s--%s\r\nContent-Type: %s\r\nContent-Range: %s\r\n\r\n", lineBreak, boundary, media, contentRange(r, size)))
		readers = append(readers, io.NewSectionReader(src, r.start, r.length))
		length += r.length
	}
	text("\r\n--" + boundary + "--\r\n")
	parts := struct {
		io.Reader
		io.Closer
	}{io.MultiReader(readers...), c}
	return weft.BodyReader(parts, length, "multipart/byteranges; boundary="+boundary)
}
