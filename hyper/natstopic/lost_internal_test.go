package natstopic

import (
	"context"
	"io"
	"runtime"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
)

// A message of a consumer that was made anew after an interruption.
type message struct {
	jetstream.Msg
	sequence uint64
	data     []byte
}

func (m message) Metadata() (*jetstream.MsgMetadata, error) {
	return &jetstream.MsgMetadata{Consumer: "anew", Sequence: jetstream.SequencePair{Stream: m.sequence}}, nil
}
func (m message) Data() []byte         { return m.data }
func (m message) Headers() nats.Header { return nil }
func (m message) Subject() string      { return "a" }

// While this process was cut off the stream has dropped events. Pages that are connected
// all the time have to be told.
func TestEventsLostInAnInterruption(t *testing.T) {
	s, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("NATS does not start")
	}
	nc, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	for name, purge := range map[string]bool{"kept": false, "dropped": true} {
		t.Run(name, func(t *testing.T) {
			topic, err := New(t.Context(), nc, Options{Stream: name, Subject: name})
			if err != nil {
				t.Fatal(err)
			}
			defer topic.Close()
			publish(t, topic, 2)
			if err := topic.reach(t.Context(), 2); err != nil {
				t.Fatal(err)
			}
			topic.stop() // cut off
			missed := make(chan struct{}, 10)
			page, leave := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- listen(page, topic, missed) }()
			for topic.Pages() == 0 {
				runtime.Gosched()
			}
			publish(t, topic, 3)
			if purge {
				if err := topic.stream.Purge(t.Context(), jetstream.WithPurgeKeep(1)); err != nil {
					t.Fatal(err)
				}
			}
			topic.receive(message{sequence: 5, data: []byte("event: e\ndata: a\n\n")})
			if purge {
				<-missed
			}
			leave()
			if err := <-ended; err != context.Canceled || len(missed) > 0 {
				t.Errorf("got %v; %d losses were reported", err, len(missed))
			}
		})
	}
}

func publish(t *testing.T, topic *Topic, n int) {
	t.Helper()
	for range n {
		if err := topic.Publish(t.Context(), hyper.PatchElements("x")); err != nil {
			t.Fatal(err)
		}
	}
}

func listen(ctx context.Context, topic *Topic, missed chan<- struct{}) (err error) {
	resp := hyper.Response(weft.Get("/").WithContext(ctx), func(page *hyper.Stream) error {
		err = topic.Stream(page, hyper.SubscribeOptions{Missed: func() error {
			missed <- struct{}{}
			return nil
		}})
		return err
	})
	_, _ = resp.Body().WriteTo(io.Discard)
	return err
}
