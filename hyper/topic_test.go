package hyper_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
)

// A page listens to a topic in memory. Its connection takes no bytes while it is held.
type page struct {
	mu     sync.Mutex
	events []string      // ids and texts
	last   string        // the last id
	hold   chan struct{} // nil, or closed when the connection takes bytes again
	err    error
	done   chan struct{}
}

func (p *page) Write(b []byte) (int, error) {
	p.mu.Lock()
	hold := p.hold
	p.mu.Unlock()
	if hold != nil {
		<-hold
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for event := range strings.SplitSeq(strings.TrimSuffix(string(b), "\n\n"), "\n\n") {
		_, text, _ := strings.Cut(event, "data: elements ")
		text, id, _ := strings.Cut(text, "\nid: ")
		p.events = append(p.events, text)
		p.last = id
	}
	return len(b), nil
}

// stop makes the connection take nothing until hold is closed.
func (p *page) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hold = make(chan struct{})
}

func (p *page) got() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.events, " ")
}

// open lets a page listen. It ends with ctx or the topic.
func open(ctx context.Context, topic hyper.Topic, lastID string, options ...hyper.SubscribeOptions) *page {
	p := &page{done: make(chan struct{})}
	req := weft.Get("/").WithContext(ctx)
	if lastID != "" {
		req = req.AddHeader("Last-Event-ID", lastID)
	}
	resp := hyper.Response(req, func(s *hyper.Stream) error {
		for i := range options {
			if f := options[i].Missed; f != nil {
				options[i].Missed = func() error { return errors.Join(s.PatchElements("missed"), f()) }
			}
		}
		p.err = topic.Stream(s, options...)
		return p.err
	}, hyper.StreamOptions{Heartbeat: -1})
	go func() {
		defer close(p.done)
		_, _ = resp.Body().WriteTo(p)
	}()
	return p
}

func publish(t *testing.T, topic hyper.Topic, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if err := topic.Publish(t.Context(), hyper.PatchElements(text)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTopicReachesAllPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		topic := hyper.NewTopic(hyper.TopicOptions{})
		publish(t, topic, "before")
		a, b := open(t.Context(), topic, ""), open(t.Context(), topic, "")
		synctest.Wait()
		if topic.Pages() != 2 {
			t.Errorf("%d pages listen", topic.Pages())
		}
		publish(t, topic, "1", "2")
		if err := topic.Publish(t.Context(), hyper.PatchElements("3"), hyper.PatchElements("4")); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if a.got() != "1 2 3 4" || b.got() != "1 2 3 4" {
			t.Errorf("got %s and %s", a.got(), b.got())
		}
		publish(t, topic, "5")
		topic.Close()
		<-a.done
		<-b.done
		if a.err != nil || a.got() != "1 2 3 4 5" || topic.Pages() != 0 {
			t.Errorf("at the end: %v, %s, %d pages", a.err, a.got(), topic.Pages())
		}
		if err := topic.Publish(t.Context(), hyper.PatchElements("6")); !errors.Is(err, hyper.ErrTopicClosed) {
			t.Errorf("got %v", err)
		}
	})
}

func TestTopicRefusesAllIfOneIsBad(t *testing.T) {
	topic := hyper.NewTopic(hyper.TopicOptions{})
	before := topic.LastID()
	if err := topic.Publish(t.Context(), hyper.PatchElements("1"), hyper.PatchElements(42)); err == nil || topic.LastID() != before {
		t.Errorf("got %v, id %q", err, topic.LastID())
	}
}

func TestTopicReplays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		topic := hyper.NewTopic(hyper.TopicOptions{Replay: 4, Queue: 2})
		ctx, leave := context.WithCancel(t.Context())
		first := open(ctx, topic, "")
		synctest.Wait()
		publish(t, topic, "1")
		synctest.Wait()
		leave()
		<-first.done
		if !errors.Is(first.err, context.Canceled) {
			t.Errorf("the page that left: %v", first.err)
		}
		publish(t, topic, "2", "3", "4") // more than the queue, less than what is kept
		missed := hyper.SubscribeOptions{Missed: func() error { return nil }}
		back := open(t.Context(), topic, first.last, missed)
		after := open(t.Context(), topic, "", hyper.SubscribeOptions{After: first.last})
		stranger := open(t.Context(), topic, "made up", missed)
		synctest.Wait()
		publish(t, topic, "5", "6")
		synctest.Wait()
		late := open(t.Context(), topic, first.last, missed) // 1 is not kept any more
		synctest.Wait()
		publish(t, topic, "7")
		synctest.Wait()
		topic.Close()
		<-late.done
		for name, p := range map[string]*page{"2 3 4 5 6 7": back, "missed 5 6 7": stranger, "missed 7": late} {
			if p.got() != name {
				t.Errorf("got %s, want %s", p.got(), name)
			}
		}
		if after.got() != "2 3 4 5 6 7" {
			t.Errorf("after an id: got %s", after.got())
		}
	})
}

// TestTopicFromTheBeginning has pages that were made before anything was published.
func TestTopicFromTheBeginning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		topic := hyper.NewTopic(hyper.TopicOptions{Replay: 2, Queue: 2})
		beginning := hyper.SubscribeOptions{After: topic.LastID(), Missed: func() error { return nil }}
		publish(t, topic, "1", "2")
		soon := open(t.Context(), topic, "", beginning)
		synctest.Wait()
		publish(t, topic, "3")
		late := open(t.Context(), topic, "", beginning) // 1 is not kept any more
		synctest.Wait()
		topic.Close()
		<-soon.done
		<-late.done
		if soon.got() != "1 2 3" || late.got() != "missed" {
			t.Errorf("soon got %s, late got %s", soon.got(), late.got())
		}
	})
}

func TestSlowPages(t *testing.T) {
	for _, test := range []struct {
		policy hyper.SlowPolicy
		want   string
		err    error
	}{
		{hyper.DropOldest, "1 missed 5 6 7", nil},
		{hyper.Disconnect, "1", hyper.ErrSlow},
		{hyper.Coalesce, "1 missed 4 6 7", nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			topic := hyper.NewTopic(hyper.TopicOptions{Queue: 3, Replay: 4, Policy: test.policy})
			slow := open(t.Context(), topic, "", hyper.SubscribeOptions{Missed: func() error { return nil }})
			fast := open(t.Context(), topic, "")
			synctest.Wait()
			slow.stop()
			keyed := func(text string) {
				if err := topic.Publish(t.Context(), hyper.PatchElements(text).WithKey("k")); err != nil {
					t.Error(err)
				}
				synctest.Wait() // the others keep up
			}
			for _, text := range []string{"1", "2", "3", "4", "5", "6", "7"} {
				if text == "5" || text == "6" {
					keyed(text)
					continue
				}
				publish(t, topic, text)
				synctest.Wait()
			}
			close(slow.hold)
			synctest.Wait()
			topic.Close()
			<-slow.done
			<-fast.done
			if slow.got() != test.want || !errors.Is(slow.err, test.err) {
				t.Errorf("policy %d: got %s, %v, want %s", test.policy, slow.got(), slow.err, test.want)
			}
			if fast.got() != "1 2 3 4 5 6 7" {
				t.Errorf("policy %d: the fast page got %s", test.policy, fast.got())
			}
		})
	}
}

func TestKeys(t *testing.T) {
	type options = hyper.PatchElementOptions
	for want, p := range map[string]hyper.Patch{
		"inner #a": hyper.PatchElements("x", options{Selector: "#a", Mode: hyper.Inner}),
		"outer #a": hyper.PatchElements("x", options{Selector: "#a"}),
		"k":        hyper.PatchElements("x", options{Selector: "#a"}).WithKey("k"),
	} {
		if p.Key() != want {
			t.Errorf("got %q, want %q", p.Key(), want)
		}
	}
	for _, p := range []hyper.Patch{hyper.PatchElements("x"), hyper.PatchElements("x", options{Selector: "#a", Mode: hyper.Append}), hyper.PatchSignals("{}")} {
		if p.Key() != "" {
			t.Errorf("got %q", p.Key())
		}
	}
}

func TestMissedCanFail(t *testing.T) {
	boom := errors.New("boom")
	topic := hyper.NewTopic(hyper.TopicOptions{})
	p := open(t.Context(), topic, "unknown", hyper.SubscribeOptions{Missed: func() error { return boom }})
	<-p.done
	if !errors.Is(p.err, boom) {
		t.Errorf("got %v", p.err)
	}
}

func TestTopicUnderLoad(t *testing.T) {
	topic := hyper.NewTopic(hyper.TopicOptions{Queue: 1000})
	var pages []*page
	for range 20 {
		pages = append(pages, open(t.Context(), topic, ""))
	}
	for topic.Pages() < 20 {
		runtime.Gosched() // they are on their way
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				publish(t, topic, "x")
			}
		})
	}
	wg.Wait()
	topic.Close()
	for i, p := range pages {
		<-p.done
		if n := len(p.events); n != 200 {
			t.Errorf("page %d got %d events", i, n)
		}
	}
}

// BenchmarkTopic publishes an event to pages and waits until all have it.
func BenchmarkTopic(b *testing.B) {
	for _, n := range []int{1, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			topic := hyper.NewTopic(hyper.TopicOptions{})
			var received atomic.Int64
			all := make(chan struct{}, 1)
			goal := int64(n)
			w := counter(func() {
				if received.Add(1) == goal {
					all <- struct{}{}
				}
			})
			var wg sync.WaitGroup
			for range n {
				resp := hyper.Response(weft.Get("/"), func(s *hyper.Stream) error { return topic.Stream(s) }, hyper.StreamOptions{Heartbeat: -1})
				wg.Go(func() { _, _ = resp.Body().WriteTo(w) })
			}
			for topic.Pages() < n {
				runtime.Gosched() // they are on their way
			}
			patch := hyper.PatchElements(`<li id="price-42">12.99</li>`)
			b.ReportAllocs()
			for b.Loop() {
				received.Store(0)
				if err := topic.Publish(b.Context(), patch); err != nil {
					b.Fatal(err)
				}
				<-all
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/page")
			topic.Close()
			wg.Wait()
		})
	}
}

// BenchmarkPublish publishes an event while nobody waits for the pages.
func BenchmarkPublish(b *testing.B) {
	topic := hyper.NewTopic(hyper.TopicOptions{})
	patch := hyper.PatchElements(`<li id="price-42">12.99</li>`)
	b.ReportAllocs()
	for b.Loop() {
		if err := topic.Publish(b.Context(), patch); err != nil {
			b.Fatal(err)
		}
	}
}

// A counter is a writer that counts writes.
type counter func()

func (c counter) Write(p []byte) (int, error) {
	c()
	return len(p), nil
}

var _ io.Writer = counter(nil)
