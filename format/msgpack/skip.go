package msgpack

import "github.com/weft-go/weft/format/internal/fault"

// A MessagePack value can be skipped without a stack. It is enough to count how many
// values are still to come: each value takes one off, an array adds its items, and a
// map adds two for each entry. The count can be kept between two reads, so a stream
// finds the end of a value while it arrives, looking at each head once.

// measure is the state of a search for the end of a value.
type measure struct {
	pos     int   // where the next head begins
	pending int64 // values that are still to come
}

func newMeasure() measure { return measure{pending: 1} }

// advance goes on through the input as far as it can. It reports whether the value
// ends in it, at m.pos. The fault says that a byte begins no value.
func (m *measure) advance(in []byte) (done bool, f *fault.Fault) {
	for m.pending > 0 {
		h, ok := parseHead(in[min(m.pos, len(in)):])
		if !ok {
			return false, nil
		}
		if h.family == famInvalid {
			return false, refuse(in[m.pos:], "a value")
		}
		if h.bytes > len(in)-m.pos-h.size {
			return false, nil
		}
		m.pos += h.size + h.bytes
		m.pending--
		switch h.family {
		case famArray:
			m.pending += int64(h.count)
		case famMap:
			m.pending += 2 * int64(h.count)
		}
	}
	return true, nil
}

// skip returns the input after its first value.
func skip(in []byte) ([]byte, *fault.Fault) {
	m := newMeasure()
	done, f := m.advance(in)
	switch {
	case f != nil:
		return in, f
	case !done:
		return in, fault.Truncated(in[m.pos:], "unexpected end of input in a value that is skipped")
	}
	return in[m.pos:], nil
}
