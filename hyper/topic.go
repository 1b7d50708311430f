package hyper

import (
	"context"
	"errors"
)

// A Topic tells many pages about the same things. [NewTopic] makes one for the pages
// that one process serves; where several machines serve one application, a Topic over a
// message broker takes its place. All methods may be called from several goroutines at
// once.
type Topic interface {
	// Publish sends patches to all pages that listen, in this order. It encodes each of
	// them once and does not wait for anybody. It fails if a patch has an error, in
	// which case none are sent, or if the topic is closed. Event ids are the topic's
	// own. The context is for the HTML.
	Publish(ctx context.Context, patches ...Patch) error

	// Stream sends what is published to a page until that goes away or the topic is
	// closed. A page that comes back first gets what it has missed.
	//
	// It returns the error of the page's context, [ErrSlow] for a page that was too
	// slow for the policy, the error of [SubscribeOptions.Missed], or nil if the topic
	// was closed.
	Stream(page *Stream, options ...SubscribeOptions) error
}

// SubscribeOptions say how a page listens to a [Topic]. The zero value is the default.
type SubscribeOptions struct {
	// After is the id of the event after which to begin, for a page that has not
	// received one yet: the one of [MemoryTopic.LastID] at the moment the page was
	// made, so that nothing is lost in between. Empty means from now on. What a page
	// that comes back says itself goes first.
	After string

	// Missed is called when events are lost to the page: because it was away for too
	// long, or was too slow. It sends the page what it needs to be right again, such as
	// the whole list. Nil means that the loss is accepted.
	Missed func() error
}

// A SlowPolicy says what happens to a page that does not keep up, because its network
// or its browser is too slow. It never holds up the others.
type SlowPolicy uint8

// The policies.
const (
	DropOldest SlowPolicy = iota // the oldest events are left out; the default
	Disconnect                   // the page's stream ends; the client comes back and starts anew
	Coalesce                     // of several events with the same key only the last is sent; see Patch.WithKey
)

// ErrSlow is the error of a page that was too slow, if the policy is Disconnect.
var ErrSlow = errors.New("topic: the page is too slow")

// ErrTopicClosed is the error of publishing to a topic that was closed.
var ErrTopicClosed = errors.New("topic: it is closed")

// TopicOptions say how a topic of [NewTopic] behaves. The zero value is the default.
type TopicOptions struct {
	// Queue is how many events a page may be behind before Policy applies. Zero means
	// 64.
	Queue int

	// Replay is how many events are kept for pages that come back. Zero means 256, a
	// negative value none.
	Replay int

	// Policy says what happens to pages that are too slow.
	Policy SlowPolicy
}
