package natstopic_test

import (
	"context"
	"strings"
	"sync"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
)

// A writer is a connection in memory. It takes no bytes before hold is closed.
type writer struct {
	hold chan struct{}
	mu   sync.Mutex
	got  []string
}

func newWriter() *writer { return &writer{} }

// open lets a page listen, and returns the error of the topic.
func (w *writer) open(ctx context.Context, topic hyper.Topic, options ...hyper.SubscribeOptions) (err error) {
	resp := hyper.Response(weft.Get("/").WithContext(ctx), func(page *hyper.Stream) error {
		err = topic.Stream(page, options...)
		return err
	}, hyper.StreamOptions{Heartbeat: -1})
	_, _ = resp.Body().WriteTo(w)
	return err
}

func (w *writer) Write(b []byte) (int, error) {
	if w.hold != nil {
		<-w.hold
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for event := range strings.SplitSeq(strings.TrimSuffix(string(b), "\n\n"), "\n\n") {
		_, text, _ := strings.Cut(event, "data: elements ")
		text, _, _ = strings.Cut(text, "\n")
		w.got = append(w.got, text)
	}
	return len(b), nil
}

func (w *writer) texts() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Join(w.got, " ")
}
