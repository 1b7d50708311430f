package hyper

import (
	"context"
	"crypto/rand"
	"strconv"
	"sync"
)

// Publishing to a thousand pages must not cost a thousand queues. So there is one ring
// of events for all of them, and each page has a position in it, which its own goroutine
// moves. To publish is to put an event into the ring and to wake those who wait:
//
//	ring   … e5 e6 e7 e8 e9
//	              ▲      ▲  ▲
//	           page b    │  next
//	       (2 behind)  page a
//
// The distance between a page and the end is the length of its queue. The bound of the
// queues is the largest distance that is allowed, and a page that is beyond it meets the
// policy when it looks the next time. The ring is also what is replayed to pages that
// come back: an id is searched in it.

const (
	defaultQueue  = 64
	defaultReplay = 256
)

// A Message is an event as it is sent to pages.
type Message struct {
	// ID is the event's id. It is unique in the topic.
	ID string

	// Key says what the event is about, for [Coalesce]. It may be empty.
	Key string

	// Event is the event with its id, as [Patch.Encode] returns it. It must not be
	// changed.
	Event []byte
}

// A MemoryTopic is a [Topic] for the pages that one process serves.
type MemoryTopic struct {
	epoch  string // tells the ids of this topic from those before a restart
	queue  uint64
	replay uint64
	policy SlowPolicy

	publishing sync.Mutex // keeps events in the order of their ids

	mu     sync.RWMutex
	ring   []Message
	next   uint64        // the position of the event to come
	wake   chan struct{} // closed when there is something new
	closed bool
	pages  int
}

// NewTopic returns a topic in memory. Nothing has to be closed at its end.
func NewTopic(options TopicOptions) *MemoryTopic {
	t := &MemoryTopic{epoch: rand.Text()[:8], queue: defaultQueue, replay: defaultReplay, policy: options.Policy}
	if options.Queue > 0 {
		t.queue = uint64(options.Queue)
	}
	if options.Replay != 0 {
		t.replay = uint64(max(options.Replay, 0))
	}
	t.ring = make([]Message, max(t.queue, t.replay))
	t.wake = make(chan struct{})
	return t
}

// Publish sends patches to all pages that listen; see [Topic].
func (t *MemoryTopic) Publish(ctx context.Context, patches ...Patch) error {
	messages := make([]Message, len(patches))
	for i, p := range patches {
		event, err := p.head(ctx, nil)
		if err != nil {
			return err
		}
		messages[i] = Message{Key: p.Key(), Event: event}
	}
	t.publishing.Lock() // from here on nobody else has to wait for somebody's HTML
	defer t.publishing.Unlock()
	seq := t.sequence()
	for i, p := range patches {
		m := &messages[i]
		m.ID = t.epoch + "-" + strconv.FormatUint(seq+uint64(i), 10)
		m.Event = p.WithEventID(m.ID).end(m.Event)
	}
	return t.Deliver(messages...)
}

func (t *MemoryTopic) sequence() uint64 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.next
}

// Deliver sends events that were encoded elsewhere: it is what topics over a message
// broker tell their own pages with. It fails if the topic is closed.
func (t *MemoryTopic) Deliver(messages ...Message) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return ErrTopicClosed
	}
	for _, m := range messages {
		t.ring[t.next%uint64(len(t.ring))] = m
		t.next++
	}
	if len(messages) > 0 {
		close(t.wake)
		t.wake = make(chan struct{})
	}
	return nil
}

// LastID returns the id of the last event, or one that stands for the beginning if there
// was none; see [SubscribeOptions].
func (t *MemoryTopic) LastID() string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.next == 0 {
		return t.epoch
	}
	return t.at(t.next - 1).ID
}

// Pages returns how many pages listen.
func (t *MemoryTopic) Pages() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.pages
}

// Close ends the streams of all pages, once they have got what was published before.
// It returns nil.
func (t *MemoryTopic) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.closed {
		t.closed = true
		close(t.wake)
	}
	return nil
}

// at returns the event at a position, which has to be in the ring.
func (t *MemoryTopic) at(position uint64) *Message { return &t.ring[position%uint64(len(t.ring))] }

// oldest returns the position of the oldest event of the last n that is in the ring.
func (t *MemoryTopic) oldest(n uint64) uint64 {
	return t.next - min(t.next, n, uint64(len(t.ring)))
}

// after returns the position behind the event with an id, and false if it is not among
// those that are kept for replay.
func (t *MemoryTopic) after(id string) (uint64, bool) {
	for p := t.next; p > t.oldest(t.replay); p-- {
		if t.at(p-1).ID == id {
			return p, true
		}
	}
	return 0, id == t.epoch && t.oldest(t.replay) == 0
}
