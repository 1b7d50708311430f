package h1

// A Body takes the framing of one request body away: a length, or chunks. The
// zero Body is empty. It reads byte by byte only where framing is; data is
// handed on in the pieces in which it came.
type Body struct {
	left    int64 // bytes of data left in the body or in the chunk
	over    int64 // framing bytes not yet justified by data
	state   chunkState
	digits  uint8
	line    int16 // bytes of the current chunk line
	trailer []byte
}

// A chunkState is what a chunked body expects next.
type chunkState uint8

const (
	bodyDone chunkState = iota
	bodyLength
	chunkSize     // a digit of the size, or what ends it
	chunkExtName  // the first byte of an extension's name
	chunkExtNames // further bytes of it
	chunkExtValue // the first byte of its value
	chunkExtToken // further bytes of a token
	chunkExtText  // inside a quoted string
	chunkExtPair  // after a backslash in one
	chunkExtAfter // after a quoted string
	chunkLineEnd  // LF after the CR of a size line
	chunkData
	chunkDataCR
	chunkDataLF
	trailerStart // first byte of a trailer line
	trailerLine  // rest of one
	trailerLF    // LF that ends one
	trailerEnd   // LF that ends the body
)

// Reset makes b read the body that the head announces.
func (b *Body) Reset(h *Head) {
	*b = Body{}
	switch {
	case h.Chunked:
		b.state = chunkSize
	case h.Length > 0:
		b.state, b.left = bodyLength, h.Length
	}
}

// Done says whether the body has been read to its end.
func (b *Body) Done() bool { return b.state == bodyDone }

// Left returns how many bytes of data are known to be missing: all of them for
// a body with a length, those of the current chunk otherwise.
func (b *Body) Left() int64 { return b.left }

// Next reads from p. It returns the next piece of data, which is a part of p,
// and the number of bytes of p that were used up. A piece is empty when p ended
// inside of framing or the body is done; see [Body.Done]. The error is a [*Error].
func (b *Body) Next(p []byte) (data []byte, n int, err error) {
	for n < len(p) {
		switch b.state {
		case bodyDone:
			return nil, n, nil
		case bodyLength, chunkData:
			data = p[n:min(int64(len(p)), int64(n)+b.left)]
			b.left -= int64(len(data))
			b.over -= 2 * int64(len(data))
			if b.left == 0 && b.state == bodyLength {
				b.state = bodyDone
			} else if b.left == 0 {
				b.state = chunkDataCR
			}
			return data, n + len(data), nil
		}
		if err := b.frame(p[n]); err != nil {
			return nil, n, err
		}
		n++
	}
	return nil, n, nil
}

// Trailer returns the trailer section as it was sent, without its last empty
// line. It is complete once the body is done.
func (b *Body) Trailer() string { return string(b.trailer) }

// frame reads one byte of chunk framing.
func (b *Body) frame(c byte) *Error {
	switch b.state {
	case chunkDataCR:
		return b.expect(c, '\r', chunkDataLF, errChunkEnd)
	case chunkDataLF:
		b.digits, b.line = 0, 0
		return b.expect(c, '\n', chunkSize, errChunkEnd)
	case chunkLineEnd:
		return b.endLine(c)
	case trailerStart, trailerLine, trailerLF, trailerEnd:
		return b.trail(c)
	}
	b.over++
	if b.line++; b.line > maxChunkLine {
		return errChunkExt
	}
	if b.state == chunkSize {
		return b.size(c)
	}
	return b.extension(c)
}

func (b *Body) expect(c, want byte, next chunkState, err *Error) *Error {
	if c != want {
		return err
	}
	b.over++
	b.state = next
	return nil
}

// size reads the hexadecimal size of a chunk (RFC 9112, section 7.1).
func (b *Body) size(c byte) *Error {
	switch {
	case c == '\r' && b.digits > 0:
		b.state = chunkLineEnd
		return nil
	case c == ';' && b.digits > 0:
		b.state = chunkExtName
		return nil
	}
	d, ok := unhex(c)
	if !ok {
		return errChunkSize
	}
	if b.digits++; b.digits > 16 || b.left >= 1<<58 {
		return errChunkBig
	}
	b.left = b.left<<4 | int64(d)
	return nil
}

// endLine ends a size line, and the data too if the size was 0.
func (b *Body) endLine(c byte) *Error {
	if c != '\n' {
		return errLineEnd
	}
	if b.over > overheadAllowance {
		return errOverhead
	}
	b.state = chunkData
	if b.left == 0 {
		b.state = trailerStart
	}
	return nil
}

// extension reads ;name=value or ;name="value" and forgets it. The grammar is
// checked because a line end that one reader takes for part of a quoted string
// ends the line for another.
func (b *Body) extension(c byte) *Error {
	switch b.state {
	case chunkExtName, chunkExtValue:
		switch {
		case tokenByte[c]:
			b.state++ // to the rest of the name or of the token
		case b.state == chunkExtValue && c == '"':
			b.state = chunkExtText
		default:
			return errChunkExt
		}
		return nil
	case chunkExtText:
		switch {
		case c == '"':
			b.state = chunkExtAfter
		case c == '\\':
			b.state = chunkExtPair
		case c < ' ' && c != '\t' || c == 0x7f:
			return errChunkExt
		}
		return nil
	case chunkExtPair:
		if c < ' ' && c != '\t' || c == 0x7f {
			return errChunkExt
		}
		b.state = chunkExtText
		return nil
	}
	switch {
	case c == '\r':
		b.state = chunkLineEnd
	case c == ';':
		b.state = chunkExtName
	case c == '=' && b.state == chunkExtNames:
		b.state = chunkExtValue
	case b.state != chunkExtAfter && tokenByte[c]:
	default:
		return errChunkExt
	}
	return nil
}

// trail collects the trailer section; its fields are checked line by line.
func (b *Body) trail(c byte) *Error {
	switch {
	case b.state == trailerEnd:
		return b.expect(c, '\n', bodyDone, errLineEnd)
	case b.state == trailerStart && c == '\r':
		b.state = trailerEnd
		return nil
	}
	if len(b.trailer) >= maxTrailer {
		return errTrailerSize
	}
	switch {
	case b.state == trailerLF:
		if c != '\n' {
			return errLineEnd
		}
		b.state = trailerStart
	case c == '\r':
		b.state = trailerLF
	case c < ' ' && c != '\t' || c == 0x7f:
		return errTrailer
	default:
		b.state = trailerLine
	}
	b.trailer = append(b.trailer, c)
	if b.state == trailerStart && !validTrailerLine(b.trailer) {
		return errTrailer
	}
	return nil
}

// validTrailerLine checks that the last line of the section is name ":" value.
func validTrailerLine(section []byte) bool {
	line := section[:len(section)-2]
	for i := len(line) - 1; i >= 0; i-- {
		if line[i] == '\n' {
			line = line[i+1:]
			break
		}
	}
	i := 0
	for i < len(line) && tokenByte[line[i]] {
		i++
	}
	return i > 0 && i < len(line) && line[i] == ':'
}

func unhex(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10, true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}
