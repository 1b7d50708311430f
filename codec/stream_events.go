package codec

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
)

// Server-sent events (the HTML standard, section 9.2) are blocks of lines that end
// with an empty line. Of the fields that an event may have, values use data alone:
//
//	data: {"title":"Dune"}
//
//	data: first line
//	data: second line
//
// The data of an event with several such lines is these lines with line feeds
// between them. Lines end in LF, CR LF or CR.

// maxEvent is how many bytes the data of one event may have.
const maxEvent = 16 << 20

// appendEvent appends an event with data to dst.
func appendEvent(dst, data []byte) []byte {
	for {
		line, rest, more := cutLine(data)
		dst = append(dst, "data: "...)
		dst = append(dst, line...)
		dst = append(dst, '\n')
		if !more {
			return append(dst, '\n')
		}
		data = rest
	}
}

// cutLine returns the first line of data, and false if it is the only one.
func cutLine(data []byte) (line, rest []byte, more bool) {
	i := bytes.IndexAny(data, "\r\n")
	if i < 0 {
		return data, nil, false
	}
	n := 1
	if bytes.HasPrefix(data[i:], []byte("\r\n")) {
		n = 2
	}
	return data[:i], data[i+n:], true
}

// eventData iterates over the data of the events in r. Events without data are left
// out, and so is one that has no end. The bytes are valid until the next event.
func eventData(r io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, maxEvent)
		lines.Split(splitLine())
		var data []byte
		has := false
		for lines.Scan() {
			line := lines.Bytes()
			if len(line) == 0 {
				if has && !yield(data[:len(data)-1], nil) {
					return
				}
				data, has = data[:0], false
				continue
			}
			value, ok := bytes.CutPrefix(line, []byte("data"))
			if !ok || len(value) > 0 && value[0] != ':' {
				continue
			}
			value = bytes.TrimPrefix(bytes.TrimPrefix(value, []byte(":")), []byte(" "))
			if len(data)+len(value) > maxEvent {
				yield(nil, fmt.Errorf("event: larger than %d bytes", maxEvent))
				return
			}
			data, has = append(append(data, value...), '\n'), true
		}
		if err := lines.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// splitLine returns a bufio.SplitFunc for lines that end in LF, CR LF or CR. It
// returns a line as soon as its CR is there, and forgets the LF that may follow.
func splitLine() bufio.SplitFunc {
	afterCR := false
	return func(data []byte, atEOF bool) (advance int, token []byte, err error) {
		skip := 0
		if afterCR && len(data) > 0 {
			if data[0] == '\n' {
				skip = 1
			}
			afterCR = false
		}
		if i := bytes.IndexAny(data[skip:], "\r\n"); i >= 0 {
			afterCR = data[skip+i] == '\r'
			return skip + i + 1, data[skip : skip+i : skip+i], nil
		}
		if skip > 0 {
			return skip, nil, nil
		}
		if atEOF {
			return len(data), nil, nil // a line without an end does not count
		}
		return 0, nil, nil
	}
}

// eventWriter returns what writes values as events.
func (st *stream[T]) eventWriter(cfg format.Config) (func(io.Writer, iter.Seq2[T, error]) error, error) {
	if st.whole {
		return st.wholeEventWriter(cfg), nil
	}
	add, err := st.eventText(cfg)
	if err != nil {
		return nil, err
	}
	return func(w io.Writer, seq iter.Seq2[T, error]) error {
		var data, event []byte
		for v, err := range seq {
			if err == nil {
				data, err = add(data[:0], v)
			}
			if err == nil {
				event = appendEvent(event[:0], data)
				_, err = w.Write(event)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// eventText returns what appends the data of a value.
func (st *stream[T]) eventText(cfg format.Config) (func([]byte, T) ([]byte, error), error) {
	if st.text != nil {
		return st.text.Append, nil
	}
	c, err := st.codecs.get(formJSON, cfg)
	if err != nil {
		return nil, err
	}
	return c.Append, nil
}

// events returns the values of a body of events.
func (st *stream[T]) events(b weft.Body, cfg format.Config) (iter.Seq2[T, error], error) {
	if st.whole {
		return st.wholeEvents(b, cfg), nil
	}
	parse := func(data []byte) (T, error) { return st.decodeText(slices.Clone(data)) }
	if st.text == nil {
		c, err := st.codecs.get(formJSON, cfg)
		if err != nil {
			return nil, err
		}
		parse = c.Decode
	}
	return func(yield func(T, error) bool) {
		r := b.AsStream()
		defer r.Close()
		for data, err := range eventData(r) {
			var v T
			if err == nil {
				v, err = parse(data)
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
	}, nil
}
