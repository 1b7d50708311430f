package natstopic_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/hyper/natstopic"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/sse"
)

// A broker is a NATS server inside of the test that can be started again.
type broker struct {
	t      testing.TB
	config natsserver.Options
	*natsserver.Server
}

func startBroker(t testing.TB) *broker {
	t.Helper()
	b := &broker{t: t, config: natsserver.Options{Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true}}
	b.start()
	t.Cleanup(b.halt)
	return b
}

func (b *broker) start() {
	b.t.Helper()
	config := b.config
	s, err := natsserver.NewServer(&config)
	if err != nil {
		b.t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		b.t.Fatal("NATS does not start")
	}
	b.Server, b.config.Port = s, config.Port
}

func (b *broker) halt() {
	b.Shutdown()
	b.WaitForShutdown()
}

func (b *broker) connect() *nats.Conn {
	b.t.Helper()
	nc, err := nats.Connect(b.ClientURL(), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond))
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(nc.Close)
	return nc
}

// A node is a process that serves the application.
type node struct {
	t     testing.TB
	nc    *nats.Conn
	topic *natstopic.Topic
	srv   *server.Server
	url   string
}

var standard = natstopic.Options{Stream: "NEWS", Subject: "shop.news"}

func startNode(t testing.TB, b *broker, options natstopic.Options) *node {
	t.Helper()
	n := &node{t: t, nc: b.connect()}
	var err error
	if n.topic, err = natstopic.New(t.Context(), n.nc, options); err != nil {
		t.Fatal(err)
	}
	n.srv = server.New(server.Config{}.WithBinding("127.0.0.1", 0))
	port, err := n.srv.Install(weft.NewRoutes(route.GET("/news").Handle(hyper.Events(func(_ *weft.Request, page *hyper.Stream) error {
		return n.topic.Stream(page, hyper.SubscribeOptions{Missed: func() error { return page.PatchElements("missed") }})
	}))))
	if err != nil {
		t.Fatal(err)
	}
	n.url = fmt.Sprintf("http://127.0.0.1:%d/news", port)
	t.Cleanup(func() {
		n.topic.Close()
		n.srv.Close()
	})
	return n
}

// kill ends the process without any goodbye.
func (n *node) kill() {
	n.nc.Close()
	n.srv.Close()
}

func (n *node) publish(texts ...string) {
	n.t.Helper()
	patches := make([]hyper.Patch, len(texts))
	for i, text := range texts {
		patches[i] = hyper.PatchElements(text)
	}
	if err := n.topic.Publish(n.t.Context(), patches...); err != nil {
		n.t.Fatal(err)
	}
}

// A page is a browser that listens to a node, and comes back when it has to.
type page struct {
	t      testing.TB
	events chan sse.Event
	last   string
	leave  func()
}

// listen opens a page, and waits until the node knows of it.
func (n *node) listen(lastID string) *page {
	n.t.Helper()
	ctx, leave := context.WithCancel(n.t.Context())
	p := &page{t: n.t, events: make(chan sse.Event, 20_000), leave: leave}
	before := n.topic.Pages()
	go func() {
		for e, err := range sse.Subscribe(ctx, n.url, sse.SubscribeOptions{LastEventID: lastID, Wait: time.Millisecond}) {
			if err == nil {
				p.events <- e
			}
		}
	}()
	n.t.Cleanup(leave)
	eventually(n.t, func() bool { return n.topic.Pages() > before })
	return p
}

// want reads events until it has as many as it wants.
func (p *page) want(texts ...string) {
	p.t.Helper()
	var got []string
	for len(got) < len(texts) {
		select {
		case e := <-p.events:
			got = append(got, strings.TrimPrefix(e.Data, "elements "))
			p.last = e.ID
		case <-time.After(20 * time.Second):
			p.t.Fatalf("got %q, want %q", got, texts)
		}
	}
	if strings.Join(got, " ") != strings.Join(texts, " ") {
		p.t.Fatalf("got %q, want %q", got, texts)
	}
}

func eventually(t testing.TB, condition func() bool) {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for end := time.After(20 * time.Second); !condition(); {
		select {
		case <-tick.C:
		case <-end:
			t.Fatal("it does not happen")
		}
	}
}
