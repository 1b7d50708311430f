package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/weft-go/weft"
)

const (
	// quiet is how long a transfer takes at least to be worth a display.
	quiet = time.Second

	// refresh is how often the display changes.
	refresh = 200 * time.Millisecond
)

// A meter shows how far a long transfer has come, on one line of a terminal that it
// writes over. A nil meter shows nothing. Requests are sent by another goroutine than
// the one that reads answers, so it locks.
type meter struct {
	w   io.Writer
	now func() time.Time

	mu      sync.Mutex
	what    string
	started time.Time
	shown   time.Time // the last display, or zero
	done    int64
	total   int64 // -1 if it is not known
}

func newMeter(w io.Writer, now func() time.Time) *meter { return &meter{w: w, now: now, total: -1} }

// begin starts another transfer.
func (m *meter) begin(what string, total int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clear()
	m.what, m.started, m.done, m.total = what, m.now(), 0, total
}

// add counts bytes.
func (m *meter) add(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += int64(n)
	now := m.now()
	if now.Sub(m.started) < quiet || now.Sub(m.shown) < refresh {
		return
	}
	m.shown = now
	line := m.what + " " + size(m.done)
	if m.total > 0 {
		line += fmt.Sprintf(" of %s, %d %%", size(m.total), m.done*100/m.total)
	}
	fmt.Fprintf(m.w, "\r\x1b[K%s", line)
}

// clear takes the display away.
func (m *meter) clear() {
	if !m.shown.IsZero() {
		fmt.Fprint(m.w, "\r\x1b[K")
		m.shown = time.Time{}
	}
}

// end ends the display.
func (m *meter) end() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clear()
}

// sending returns a body that is metered while it is sent. One that is in memory stays
// as it is, so that it can be sent again.
func (m *meter) sending(b weft.Body) weft.Body {
	if m == nil || !b.IsStream() {
		return b
	}
	return m.metered("sent", b)
}

// receiving returns a body that is metered while it is read.
func (m *meter) receiving(b weft.Body) weft.Body {
	if m == nil {
		return b
	}
	return m.metered("received", b)
}

func (m *meter) metered(what string, b weft.Body) weft.Body {
	total, known := b.Len()
	if !known {
		total = -1
	}
	m.begin(what, total)
	return weft.BodyReader(&meteredReader{b.AsStream(), m}, total, b.MediaType())
}

// A meteredReader tells a meter what passes through.
type meteredReader struct {
	io.ReadCloser
	meter *meter
}

// Read reads and counts.
func (r *meteredReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.meter.add(n)
	return n, err
}

// size returns a number of bytes for people.
func size(n int64) string {
	const units = "KMGTPE"
	if n < 1024 {
		return fmt.Sprintf("%d B", n)
	}
	value, i := float64(n)/1024, 0
	for value >= 1024 && i < len(units)-1 {
		value /= 1024
		i++
	}
	return fmt.Sprintf("%.1f %ciB", value, units[i])
}

// isTerminal says whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
