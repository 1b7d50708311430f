package natstopic

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-go/weft/hyper"
)

// catchUp is how long a page that has seen an event which this process has not yet seen
// waits for it. Usually it is on its way.
const catchUp = 5 * time.Second

// A Topic is a [hyper.Topic] whose pages are served by several processes.
type Topic struct {
	js     jetstream.JetStream
	stream jetstream.Stream
	o      Options
	epoch  string // tells the ids of this stream from those of one that was deleted
	stop   func()

	mu       sync.Mutex
	pages    *hyper.MemoryTopic // replaced when events are lost to all pages
	seen     uint64             // the sequence of the last event
	moved    chan struct{}      // closed when seen changes
	consumer string             // the name of the server's side of the reading
	closed   bool
}

var _ hyper.Topic = (*Topic)(nil)

// New returns a topic. It reads what may be replayed before it returns, for which the
// context is. The connection stays the caller's, who closes it after the topic.
func New(ctx context.Context, nc *nats.Conn, options Options) (*Topic, error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("natstopic: %w", err)
	}
	stream, err := options.open(ctx, js)
	if err != nil {
		return nil, fmt.Errorf("natstopic: stream %s: %w", options.Stream, err)
	}
	t := &Topic{js: js, stream: stream, o: options, moved: make(chan struct{})}
	t.epoch = strconv.FormatInt(stream.CachedInfo().Created.UnixNano(), 36)
	if err := t.begin(ctx); err != nil {
		return nil, fmt.Errorf("natstopic: stream %s: %w", options.Stream, err)
	}
	return t, nil
}

// Publish stores patches in the stream, which all processes read, and returns when they
// are safe there; see [hyper.Topic].
func (t *Topic) Publish(ctx context.Context, patches ...hyper.Patch) error {
	messages := make([]*nats.Msg, len(patches))
	for i, p := range patches {
		event, err := p.WithEventID("").Encode(ctx)
		if err != nil {
			return err
		}
		messages[i] = encode(t.o.Subject, p.Key(), event)
	}
	if t.isClosed() {
		return hyper.ErrTopicClosed
	}
	futures := make([]jetstream.PubAckFuture, 0, len(messages))
	for _, m := range messages {
		future, err := t.js.PublishMsgAsync(m, jetstream.WithExpectStream(t.o.Stream))
		if err != nil {
			return fmt.Errorf("natstopic: publish to %s: %w", t.o.Subject, err)
		}
		futures = append(futures, future)
	}
	return t.confirmed(ctx, futures)
}

// confirmed waits until all events are stored.
func (t *Topic) confirmed(ctx context.Context, futures []jetstream.PubAckFuture) error {
	var errs []error
	for _, f := range futures {
		select {
		case <-f.Ok():
		case err := <-f.Err():
			errs = append(errs, fmt.Errorf("natstopic: publish to %s: %w", t.o.Subject, err))
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return errors.Join(errs...)
}

// Stream sends what is published in any process to a page; see [hyper.Topic].
func (t *Topic) Stream(page *hyper.Stream, options ...hyper.SubscribeOptions) error {
	var o hyper.SubscribeOptions
	if len(options) > 0 {
		o = options[0]
	}
	last, ok := page.LastEventID()
	if !ok {
		last = o.After
	}
	t.await(page.Context(), last)
	for {
		pages, _ := t.current()
		err := pages.Stream(page, o)
		if now, closed := t.current(); err != nil || closed || now == pages {
			return err
		}
		o.After = "lost" // no event has this id, so the page is told that it has missed something
	}
}

// await waits until this process has seen the event with an id, if it is one of the
// stream.
func (t *Topic) await(ctx context.Context, id string) {
	epoch, number, _ := strings.Cut(id, "-")
	seq, err := strconv.ParseUint(number, 10, 64)
	if epoch != t.epoch || err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, catchUp)
	defer cancel()
	_ = t.reach(ctx, seq) // without it the page has missed something, and is told so
}

// reach waits until an event has been seen.
func (t *Topic) reach(ctx context.Context, seq uint64) error {
	for {
		t.mu.Lock()
		seen, moved := t.seen, t.moved
		t.mu.Unlock()
		if seen >= seq {
			return nil
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// LastID returns the id of the last event that this process has seen, for
// [hyper.SubscribeOptions]. It is understood by all processes.
func (t *Topic) LastID() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.id(t.seen)
}

func (t *Topic) id(seq uint64) string { return t.epoch + "-" + strconv.FormatUint(seq, 10) }

// Pages returns how many pages listen in this process.
func (t *Topic) Pages() int {
	pages, _ := t.current()
	return pages.Pages()
}

// Close ends the streams of the pages of this process, once they have got what it has
// seen. The stream and the connection to NATS stay. It returns nil.
func (t *Topic) Close() error {
	t.mu.Lock()
	closed := t.closed
	t.closed = true
	t.mu.Unlock()
	if closed {
		return nil
	}
	t.stop()
	pages, _ := t.current()
	return pages.Close()
}

func (t *Topic) current() (pages *hyper.MemoryTopic, closed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.pages, t.closed
}

func (t *Topic) isClosed() bool {
	_, closed := t.current()
	return closed
}
