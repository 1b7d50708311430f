package natstopic_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/hyper/natstopic"
)

func TestReachesThePagesOfAllProcesses(t *testing.T) {
	b := startBroker(t)
	one, two := startNode(t, b, standard), startNode(t, b, standard)
	p, q := one.listen(""), two.listen("")
	one.publish("1", "2")
	two.publish("3")
	p.want("1", "2", "3")
	q.want("1", "2", "3")
	if p.last == "" || p.last != q.last || p.last != one.topic.LastID() {
		t.Errorf("last ids %q, %q and %q", p.last, q.last, one.topic.LastID())
	}
}

// One server dies. A page of the other one does not notice, and the page that it had
// goes on at the other one.
func TestServerIsKilled(t *testing.T) {
	b := startBroker(t)
	one, two := startNode(t, b, standard), startNode(t, b, standard)
	p, q := one.listen(""), two.listen("")
	one.publish("1")
	p.want("1")
	q.want("1")
	one.kill()
	two.publish("2")
	q.want("2")
	back := two.listen(p.last)
	two.publish("3")
	back.want("2", "3")
	q.want("3")
}

func TestNATSRestarts(t *testing.T) {
	b := startBroker(t)
	one, two := startNode(t, b, standard), startNode(t, b, standard)
	p := two.listen("")
	one.publish("1")
	p.want("1")
	b.halt()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := one.topic.Publish(ctx, hyper.PatchElements("nowhere")); err == nil {
		t.Error("publishing without NATS works")
	}
	b.start()
	eventually(t, func() bool { return one.nc.IsConnected() && two.nc.IsConnected() })
	third := startNode(t, b, standard) // has to know what was before
	back := third.listen(p.last)
	eventually(t, func() bool { return one.topic.Publish(t.Context(), hyper.PatchElements("2")) == nil })
	for _, page := range []*page{p, back} {
		for text := ""; text != "2"; { // the one without NATS may have been stored when it came back
			e := <-page.events
			if text = strings.TrimPrefix(e.Data, "elements "); text != "2" && text != "nowhere" {
				t.Fatalf("got %q", text)
			}
		}
	}
}

func TestTenThousandEventsInOrder(t *testing.T) {
	const n = 10_000
	b := startBroker(t)
	o := standard
	o.Queue = n
	one, two := startNode(t, b, o), startNode(t, b, o)
	p := two.listen("")
	want := make([]string, n)
	for i := range want {
		want[i] = strconv.Itoa(i)
	}
	for i := 0; i < n; i += 100 {
		one.publish(want[i : i+100]...)
	}
	p.want(want...)
}

func TestReplays(t *testing.T) {
	b := startBroker(t)
	o := standard
	o.Replay = 3
	one := startNode(t, b, o)
	beginning := one.topic.LastID()
	p := one.listen("")
	one.publish("1", "2", "3")
	p.want("1", "2", "3")
	late := startNode(t, b, o)
	late.listen(beginning).want("1", "2", "3")
	one.publish("4")
	p.want("4")
	eventually(t, func() bool { return late.topic.LastID() == p.last })
	late.listen(beginning).want("missed")
	late.listen("made up").want("missed")
	again := startNode(t, b, o)
	again.listen(beginning).want("missed")
	if id := again.topic.LastID(); id != p.last {
		t.Errorf("a new process begins at %s, want %s", id, p.last)
	}
}

func TestNoReplay(t *testing.T) {
	b := startBroker(t)
	o := standard
	o.Replay = -1
	one := startNode(t, b, o)
	p := one.listen("")
	one.publish("1")
	p.want("1")
	one.listen(p.last).want("missed")
}

func TestSubscribeAfter(t *testing.T) {
	b := startBroker(t)
	one, two := startNode(t, b, standard), startNode(t, b, standard)
	one.publish("1", "2")
	eventually(t, func() bool { return strings.HasSuffix(one.topic.LastID(), "-2") })
	// The other process may not have seen the event yet that the page was made with.
	w := newWriter()
	go w.open(t.Context(), two.topic, hyper.SubscribeOptions{After: one.topic.LastID()})
	eventually(t, func() bool { return two.topic.Pages() == 1 })
	one.publish("3")
	eventually(t, func() bool { return w.texts() == "3" })
}

func TestSlowPage(t *testing.T) {
	b := startBroker(t)
	o := standard
	o.Queue, o.Policy = 2, hyper.Disconnect
	one := startNode(t, b, o)
	w := newWriter()
	w.hold = make(chan struct{})
	ended := make(chan error, 1)
	go func() { ended <- w.open(t.Context(), one.topic) }()
	eventually(t, func() bool { return one.topic.Pages() == 1 })
	one.publish("1", "2", "3", "4", "5", "6")
	eventually(t, func() bool { return strings.HasSuffix(one.topic.LastID(), "-6") })
	close(w.hold)
	if err := <-ended; !errors.Is(err, hyper.ErrSlow) {
		t.Errorf("got %v, %s", err, w.texts())
	}
}

func TestForeignMessages(t *testing.T) {
	b := startBroker(t)
	o := standard
	var errs atomic.Int32
	o.OnError = func(error) { errs.Add(1) }
	one := startNode(t, b, o)
	p := one.listen("")
	if err := one.nc.Publish(o.Subject, []byte("something else")); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool { return errs.Load() == 1 })
	one.publish("1")
	p.want("1")
}

// A stream may have more than one subject, and so serve more than one topic.
func TestSharedStream(t *testing.T) {
	b := startBroker(t)
	js, err := jetstream.New(b.connect())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "ALL", Subjects: []string{"all.>"}}); err != nil {
		t.Fatal(err)
	}
	o := natstopic.Options{Stream: "ALL", Subject: "all.a", Bind: true}
	one := startNode(t, b, o)
	o.Subject = "all.b"
	two := startNode(t, b, o)
	p, q := one.listen(""), two.listen("")
	one.publish("1")
	two.publish("2")
	one.publish("3")
	p.want("1", "3")
	q.want("2")
	startNode(t, b, o).publish("4") // begins in the middle
	q.want("4")
}

func TestClose(t *testing.T) {
	b := startBroker(t)
	one := startNode(t, b, standard)
	w := newWriter()
	ended := make(chan error, 1)
	go func() { ended <- w.open(t.Context(), one.topic) }()
	eventually(t, func() bool { return one.topic.Pages() == 1 })
	one.publish("1")
	eventually(t, func() bool { return w.texts() == "1" })
	if err := errors.Join(one.topic.Close(), one.topic.Close()); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("the page: %v", err)
	}
	if err := one.topic.Publish(t.Context(), hyper.PatchElements("2")); !errors.Is(err, hyper.ErrTopicClosed) {
		t.Errorf("got %v", err)
	}
}

func TestPublishRefusesAllIfOneIsBad(t *testing.T) {
	b := startBroker(t)
	one := startNode(t, b, standard)
	before := one.topic.LastID()
	if err := one.topic.Publish(t.Context(), hyper.PatchElements("1"), hyper.PatchElements(42)); err == nil || one.topic.LastID() != before {
		t.Errorf("got %v, id %q", err, one.topic.LastID())
	}
}

func TestNewFails(t *testing.T) {
	b := startBroker(t)
	nc := b.connect()
	for name, c := range map[string]struct {
		options natstopic.Options
		want    string
	}{
		"no stream":  {natstopic.Options{Subject: "a"}, "neither may be empty"},
		"no subject": {natstopic.Options{Stream: "A"}, "neither may be empty"},
		"not there":  {natstopic.Options{Stream: "A", Subject: "a", Bind: true}, "stream A: nats: API error"},
		"bad name":   {natstopic.Options{Stream: "a.b", Subject: "a"}, "invalid stream name"},
	} {
		if _, err := natstopic.New(t.Context(), nc, c.options); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}
