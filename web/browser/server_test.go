package browser_test

import (
	"encoding/json/v2"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// startStream answers with the head of a stream of events.
func startStream(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusOK)
	flush(w)
}

// event writes one event of the wire format: its name and its lines.
func event(w io.Writer, name string, lines ...string) {
	fmt.Fprintf(w, "event: %s\n%s\n\n", name, strings.Join(lines, "\n"))
	flush(w)
}

func patchElements(w io.Writer, lines ...string) { event(w, "hyper-patch-elements", lines...) }
func patchSignals(w io.Writer, lines ...string)  { event(w, "hyper-patch-signals", lines...) }

func flush(w io.Writer) {
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}

// html answers with a fragment, a single patch.
func html(fragment string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { writeAs(w, "text/html", fragment) }
}

// stream answers with events, once.
func stream(events func(w http.ResponseWriter)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		startStream(w)
		events(w)
	}
}

// echo answers with what it got as the signal got, which tests compare.
func echo(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	data, err := json.Marshal(map[string]any{"_got": map[string]any{
		"method": r.Method, "query": r.URL.Query(), "body": string(body), "type": r.Header.Get("Content-Type"),
		"request": r.Header.Get("Hyper-Request"), "accept": r.Header.Get("Accept"), "custom": r.Header.Get("X-Custom"),
	}}, json.Deterministic(true))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	writeAs(w, "application/json", string(data))
}

// A recorder keeps what requests have brought.
type recorder struct {
	mu   sync.Mutex
	list []string
}

func (r *recorder) add(text string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, text)
	return len(r.list)
}

func (r *recorder) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string{}, r.list...)
}

// eventually waits until a condition holds, or fails with its description.
func eventually(t testing.TB, condition func() (ok bool, state string)) {
	t.Helper()
	timeout := time.After(deadline)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		ok, state := condition()
		if ok {
			return
		}
		select {
		case <-timeout:
			t.Fatal(state)
		case <-tick.C:
		}
	}
}
