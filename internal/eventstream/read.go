package eventstream

import (
	"io"
	"iter"
)

// Read iterates over the events of r, through p, which tells the last id and the time
// to wait afterwards. Reading is done by the loop itself. The error of r, if it is not
// io.EOF, or of p is the last element.
func Read(r io.Reader, p *Parser) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		buf := make([]byte, 8<<10)
		var events []Event
		for {
			n, err := r.Read(buf)
			var bad error
			events, bad = p.Parse(events[:0], buf[:n])
			for _, e := range events {
				if !yield(e, nil) {
					return
				}
			}
			clear(events) // they may be large
			if bad != nil {
				err = bad
			}
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(Event{}, err)
				return
			}
		}
	}
}
