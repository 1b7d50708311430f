package natstopic

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-go/weft/hyper"
)

// The defaults, those of [hyper.NewTopic].
const (
	defaultQueue  = 64
	defaultReplay = 256
)

// Options say which stream a topic uses and how it behaves. Stream and Subject are
// required.
type Options struct {
	// Stream is the name of the stream, such as NEWS.
	Stream string

	// Subject is what events are published to, such as shop.news. A stream with more
	// subjects than this one can serve several topics.
	Subject string

	// Bind says that the stream has to be there already. Otherwise it is made, with
	// file storage, if it is not.
	Bind bool

	// Configure may change the stream before it is made: its replicas, its storage, how
	// long it keeps messages. It may be nil.
	Configure func(*jetstream.StreamConfig)

	// Replay is how many messages of the stream are kept for pages that come back. Zero
	// means 256, a negative value none.
	Replay int

	// Queue is how many events a page may be behind before Policy applies. Zero means
	// 64.
	Queue int

	// Policy says what happens to pages that are too slow.
	Policy hyper.SlowPolicy

	// OnError is told what goes wrong while the stream is read, such as a lost
	// connection. Reading goes on when it can. Nil means that nobody wants to know.
	OnError func(error)
}

func (o *Options) check() error {
	if o.Stream == "" || o.Subject == "" {
		return fmt.Errorf("natstopic: stream %q and subject %q: neither may be empty", o.Stream, o.Subject)
	}
	if o.Queue <= 0 {
		o.Queue = defaultQueue
	}
	if o.Replay == 0 {
		o.Replay = defaultReplay
	}
	o.Replay = max(o.Replay, 0)
	if o.OnError == nil {
		o.OnError = func(error) {}
	}
	return nil
}

// open finds the stream, or makes it. Several processes may do so at once.
func (o *Options) open(ctx context.Context, js jetstream.JetStream) (jetstream.Stream, error) {
	stream, err := js.Stream(ctx, o.Stream)
	if o.Bind || !errors.Is(err, jetstream.ErrStreamNotFound) {
		return stream, err
	}
	config := jetstream.StreamConfig{
		Name:     o.Stream,
		Subjects: []string{o.Subject},
		Storage:  jetstream.FileStorage,
		// More than is replayed, for processes that lose their connection for a while.
		MaxMsgs: int64(4 * max(o.Replay, o.Queue, defaultReplay)),
	}
	if o.Configure != nil {
		o.Configure(&config)
	}
	stream, err = js.CreateStream(ctx, config)
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return js.Stream(ctx, o.Stream) // another process was faster
	}
	return stream, err
}

// memory returns the topic for the pages of this process.
func (o *Options) memory() *hyper.MemoryTopic {
	replay := o.Replay + 1 // the event after which the first one that is kept comes
	if o.Replay == 0 {
		replay = -1
	}
	return hyper.NewTopic(hyper.TopicOptions{Queue: o.Queue, Replay: replay, Policy: o.Policy})
}
