package h1

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// How a head is read.
//
// The parser reads a head from left to right and line by line. Between two
// calls it remembers where the line begins that it could not finish (pos) and
// up to where that line holds no control character (scan), so that a head which
// arrives byte by byte is still read in linear time.
//
// What a call may look at is bounded before it looks: the request line ends
// within limits.Line bytes, and the fields within limits.Header bytes of its
// end. A line that does not end inside its window is too long, however much of
// the rest has arrived. That, and judging bytes strictly in their order, makes
// the outcome independent of how the bytes were cut.
//
// Values are scanned eight bytes at a time: with x a word of eight bytes,
// (x - 0x2020…) &^ x has the high bit set in each byte below 0x20, up to the
// first one exactly, which is all that is needed to find the first one.

// A Parser reads one head after another. The zero Parser is ready; after a
// head is complete it is ready for the next. Field tables are cut from a slab
// that is never written twice, so a Head stays valid for ever.
type Parser struct {
	phase uint8
	pos   int // start of the line that is being read
	scan  int // no line end before this offset
	first int // index in slab of the first field of this head
	lines int // start of the header section
	host  int // index of the Host field plus one
	slab  []Field
}

const (
	phaseLine = iota
	phaseFields
)

// slabSize is how many fields are allocated at a time. Six times as much is what the
// runtime gets from its heap at once.
const slabSize = 592

// Parse reads a request head from the start of b. It returns the number of
// bytes that the head takes up once it is complete, and fills h; it returns 0
// as long as bytes are missing, and has to be called again with the same bytes
// and more. An error is always a [*Error].
func (p *Parser) Parse(b []byte, lim *Limits, h *Head) (int, error) {
	if p.phase == phaseLine {
		done, err := p.readLine(b, lim, h)
		if err != nil || !done {
			return 0, p.fail(err)
		}
		p.phase = phaseFields
	}
	n, err := p.readFields(b, lim, h)
	if err != nil || n == 0 {
		return 0, p.fail(err)
	}
	h.raw = unsafe.String(unsafe.SliceData(b), n)
	if err := p.finish(lim, h); err != nil {
		return 0, p.fail(err)
	}
	p.phase, p.pos, p.scan, p.host = phaseLine, 0, 0, 0
	return n, nil
}

// Started says whether a part of a head has been read: at least one byte
// beyond empty lines.
func (p *Parser) Started() bool { return p.phase != phaseLine || p.scan > p.pos }

// Reset forgets the head that was being read.
func (p *Parser) Reset() {
	p.phase, p.pos, p.scan, p.host = phaseLine, 0, 0, 0
	p.slab = p.slab[:p.first]
}

// fail keeps the interface nil when there is no error.
func (p *Parser) fail(err *Error) error {
	if err == nil {
		return nil
	}
	p.Reset()
	return err
}

// readFields reads fields up to the empty line. It returns the end of the head,
// or 0 if bytes are missing.
func (p *Parser) readFields(b []byte, lim *Limits, h *Head) (int, *Error) {
	cut := false
	if end := p.lines + lim.Header; len(b) > end {
		b, cut = b[:end], true
	}
	i := p.pos
	for {
		colon := i
		for colon < len(b) && tokenByte[b[colon]] {
			colon++
		}
		if colon-i > maxName {
			return 0, errHeaderTooLong
		}
		if colon == len(b) {
			return p.missing(i, cut)
		}
		if b[colon] != ':' || colon == i {
			end, err := endOfFields(b, i, colon)
			if end == 0 && err == nil {
				return p.missing(i, cut)
			}
			return end, err
		}
		value := colon + 1
		for value < len(b) && (b[value] == ' ' || b[value] == '\t') {
			value++
		}
		end := skipVisible(b, max(value, p.scan))
		if end >= len(b)-1 && (end >= len(b) || b[end] == '\r') {
			p.scan = end
			return p.missing(i, cut)
		}
		if b[end] != '\r' || b[end+1] != '\n' {
			return 0, badValueByte(b[end])
		}
		p.scan = 0
		next := end + 2
		for end > value && (b[end-1] == ' ' || b[end-1] == '\t') {
			end--
		}
		if len(p.slab)-p.first >= lim.Fields {
			return 0, errTooManyFields
		}
		p.add(Field{uint32(i), uint32(value), uint32(end - value), uint16(colon - i)})
		if err := p.special(b[i:colon], b[value:end], h); err != nil {
			return 0, err
		}
		i = next
	}
}

// missing says that the line which begins at i is not complete. Where it was cut at
// the limit it never will be.
func (p *Parser) missing(i int, cut bool) (int, *Error) {
	p.pos = i
	if cut {
		return 0, errHeaderTooLong
	}
	return 0, nil
}

// endOfFields handles a line that does not begin with a name and a colon: the
// empty line that ends the head, or a fault. It returns the end of the head, or 0 if
// the line is not complete.
func endOfFields(b []byte, i, colon int) (int, *Error) {
	switch {
	case b[i] == '\r' && i+1 == len(b):
		return 0, nil
	case b[i] == '\r' && b[i+1] == '\n':
		return i + 2, nil
	case b[i] == '\r' || b[i] == '\n' || b[colon] == '\n':
		return 0, errLineEnd
	case b[i] == ' ' || b[i] == '\t':
		return 0, errFold
	}
	return 0, errFieldName
}

func badValueByte(c byte) *Error {
	if c == '\r' || c == '\n' {
		return errLineEnd
	}
	return errFieldValue
}

// add appends a field to the slab. A full slab is left to the heads that use it.
func (p *Parser) add(f Field) {
	if len(p.slab) == cap(p.slab) {
		head := p.slab[p.first:]
		p.slab = make([]Field, len(head), max(slabSize, 2*len(head)))
		copy(p.slab, head)
		p.first = 0
	}
	p.slab = append(p.slab, f)
}

// finish takes the fields over into h and checks what only the whole head can
// tell.
func (p *Parser) finish(lim *Limits, h *Head) *Error {
	h.fields = p.slab[p.first:len(p.slab):len(p.slab)]
	p.first = len(p.slab)
	if h.Chunked && h.HasLength {
		if !lim.LengthWithChunked {
			return errLengthCoding
		}
		h.Close = true
	}
	if h.Chunked {
		h.Length = -1
	}
	if h.Major == 2 {
		return nil // the preface of HTTP/2 has no fields
	}
	if h.Minor == 0 && !h.KeepAlive {
		h.Close = true
	}
	if p.host == 0 {
		if h.Minor == 1 {
			return errHostMissing
		}
		return nil
	}
	if h.Form == Origin || h.Form == Asterisk {
		f := &h.fields[p.host-1]
		h.host = span{f.valueOff, f.valueOff + f.valueLen}
	}
	return nil
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// skipVisible returns the offset of the first control character other than HTAB
// in b from i on, or len(b).
func skipVisible(b []byte, i int) int {
	for {
		i = skipPrintable(b, i)
		if i >= len(b) || b[i] != '\t' {
			return i
		}
		i++
	}
}

// skipPrintable returns the offset of the first byte below 0x20, or equal to
// 0x7f, in b from i on, or len(b).
func skipPrintable(b []byte, i int) int {
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		del := x ^ ones*0x7f
		if m := ((x-ones*0x20)&^x | (del-ones)&^del) & highs; m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for i < len(b) && b[i] >= 0x20 && b[i] != 0x7f {
		i++
	}
	return i
}
