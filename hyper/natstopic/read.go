package natstopic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-go/weft/hyper"
)

// keyHeader holds a patch's key, escaped as in a query.
const keyHeader = "Hyper-Key"

// encode returns an event as a message. Its id is not known yet.
func encode(subject, key string, event []byte) *nats.Msg {
	m := &nats.Msg{Subject: subject, Data: event}
	if key != "" {
		m.Header = nats.Header{keyHeader: {url.QueryEscape(key)}}
	}
	return m
}

// begin reads the stream from where pages may want it replayed, and waits until it has
// come to what is the end now.
func (t *Topic) begin(ctx context.Context) error {
	end, err := t.end(ctx)
	if err != nil {
		return err
	}
	state := t.stream.CachedInfo().State
	start := max(state.FirstSeq, 1)
	if replay := uint64(t.o.Replay); end >= start+replay {
		start = end - replay + 1
	}
	t.restart(start - 1)
	consumer, err := t.stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{t.o.Subject},
		DeliverPolicy:  jetstream.DeliverByStartSequencePolicy,
		OptStartSeq:    start,
	})
	if err != nil {
		return err
	}
	reading, err := consumer.Consume(t.receive, jetstream.ConsumeErrHandler(func(_ jetstream.ConsumeContext, err error) { t.o.OnError(err) }))
	if err != nil {
		return err
	}
	t.stop = reading.Stop
	if err := t.reach(ctx, end); err != nil {
		reading.Stop()
		return fmt.Errorf("reading up to message %d: %w", end, err)
	}
	return nil
}

// end returns the sequence of the last event, or of what was before the first.
func (t *Topic) end(ctx context.Context) (uint64, error) {
	last, err := t.stream.GetLastMsgForSubject(ctx, t.o.Subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return last.Sequence, nil
}

// restart begins to tell pages anew, with what follows an event. The event itself is in
// the memory as an empty one, so that a page which has seen it has missed nothing.
func (t *Topic) restart(seq uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	before := t.pages
	t.pages = t.o.memory()
	_ = t.pages.Deliver(hyper.Message{ID: t.id(seq)}) // it is not closed
	t.seen = seq
	if before != nil {
		_ = before.Close()
	}
}

// receive tells the pages of this process what was published somewhere.
func (t *Topic) receive(m jetstream.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		t.o.OnError(fmt.Errorf("natstopic: message on %s: %w", m.Subject(), err))
		return
	}
	seq := meta.Sequence.Stream
	if t.lost(meta.Consumer, seq) {
		t.restart(seq - 1)
	}
	key, err := url.QueryUnescape(m.Headers().Get(keyHeader))
	event, ok := withID(m.Data(), t.id(seq))
	if err != nil || !ok {
		t.o.OnError(fmt.Errorf("natstopic: message %d on %s is not an event of a topic", seq, m.Subject()))
		event = nil // it has a number all the same
	}
	pages, _ := t.current()
	if err := pages.Deliver(hyper.Message{ID: t.id(seq), Key: key, Event: event}); err != nil {
		return // the topic was closed
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen = seq
	close(t.moved)
	t.moved = make(chan struct{})
}

// lost reports whether the stream has dropped events before this process has seen them.
// That can only be after an interruption, which shows in the name of the consumer. A
// sequence with a gap alone says nothing: other topics may use the stream too.
func (t *Topic) lost(consumer string, seq uint64) bool {
	t.mu.Lock()
	before, seen := t.consumer, t.seen
	t.consumer = consumer
	t.mu.Unlock()
	if before == "" || before == consumer || seq == seen+1 {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), catchUp)
	defer cancel()
	info, err := t.stream.Info(ctx)
	return err != nil || info.State.FirstSeq > seen+1
}

// withID returns an event with its id, which stands behind the data and before the time
// to wait, and false if it is not an event.
func withID(event []byte, id string) ([]byte, bool) {
	const retry = "\nretry: "
	if !bytes.HasPrefix(event, []byte("event: ")) || !bytes.HasSuffix(event, []byte("\n\n")) {
		return nil, false
	}
	at := len(event) - 1
	if i := bytes.LastIndexByte(event[:at-1], '\n'); i >= 0 && bytes.HasPrefix(event[i:], []byte(retry)) {
		at = i + 1
	}
	out := make([]byte, 0, len(event)+len(id)+len("id: \n"))
	out = append(out, event[:at]...)
	out = append(out, "id: "+id+"\n"...)
	return append(out, event[at:]...), true
}
