package sse_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/sse"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/wefttest"
)

// A script is a Doer that answers with one of a list of answers after the other and
// notes the ids that it was asked with.
type script struct {
	answers []answer
	ids     []string
	at      []time.Time
}

type answer struct {
	status weft.Status
	media  string
	body   string
	cut    bool // the body breaks off
	err    error
}

func (s *script) Do(_ context.Context, req *weft.Request) (weft.Response, error) {
	id, _ := req.RawHeader("Last-Event-ID")
	s.ids, s.at = append(s.ids, id), append(s.at, time.Now())
	if len(s.answers) == 0 {
		return weft.NoContent(), nil
	}
	a := s.answers[0]
	s.answers = s.answers[1:]
	if a.err != nil {
		return weft.Response{}, a.err
	}
	var r io.Reader = strings.NewReader(a.body)
	if a.cut {
		r = io.MultiReader(r, errorReader{})
	}
	return weft.NewResponse(a.status).WithBody(weft.BodyReader(r, -1, a.media)), nil
}

type errorReader struct{}

func (errorReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func ok(body string) answer { return answer{status: 200, media: "text/event-stream", body: body} }

// run subscribes with a script and returns what was yielded, one word an event.
func run(ctx context.Context, s *script, o sse.SubscribeOptions) (got string, err error) {
	o.Doer = s
	var words []string
	for e, err := range sse.Subscribe(ctx, "http://test/events", o) {
		if err != nil {
			return strings.Join(words, " "), err
		}
		words = append(words, e.Data)
	}
	return strings.Join(words, " "), nil
}

func TestSubscribeComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{answers: []answer{
			ok("retry: 2000\nid: 1\ndata: a\n\n"),
			{err: errors.New("no route to host")},
			{status: 503},
			{status: 200, media: "text/event-stream; charset=utf-8", body: "data: b\n\nid: 2\n\ndata: half", cut: true},
			ok("data: c\n\n"),
		}}
		var waits []string
		got, err := run(t.Context(), s, sse.SubscribeOptions{
			LastEventID: "0",
			OnWait: func(failed int, wait time.Duration, reason error) {
				waits = append(waits, fmt.Sprintf("%d %v", failed, reason))
			},
		})
		if got != "a b c" || err != nil {
			t.Errorf("got %q, %v", got, err)
		}
		if ids := strings.Join(s.ids, " "); ids != "0 1 1 1 2 2" {
			t.Errorf("asked with %s", ids)
		}
		want := "0 <nil>|1 no route to host|2 event stream: want 200 and text/event-stream, got 503|" +
			"1 event stream: unexpected EOF|0 <nil>"
		if strings.Join(waits, "|") != want {
			t.Errorf("waited for %s", strings.Join(waits, "|"))
		}
		for i, bounds := range [][2]float64{{1, 2}, {1, 2}, {2, 4}, {1, 2}, {1, 2}} {
			if d := s.at[i+1].Sub(s.at[i]).Seconds(); d < bounds[0] || d > bounds[1] {
				t.Errorf("wait %d took %vs", i, d)
			}
		}
	})
}

func TestSubscribeEnds(t *testing.T) {
	refused := func(code weft.Status) func(error) bool {
		return func(err error) bool {
			e, ok := errors.AsType[*sse.Refused](err)
			return ok && e.Status == code
		}
	}
	tooLarge := func(err error) bool { _, ok := errors.AsType[*sse.TooLarge](err); return ok }
	for _, test := range []struct {
		name    string
		answers []answer
		options sse.SubscribeOptions
		want    func(error) bool
	}{
		{"204", nil, sse.SubscribeOptions{}, func(err error) bool { return err == nil }},
		{"404", []answer{{status: 404}}, sse.SubscribeOptions{}, refused(404)},
		{"another media type", []answer{{status: 200, media: "text/html"}}, sse.SubscribeOptions{}, refused(200)},
		{"no media type", []answer{{status: 200}}, sse.SubscribeOptions{}, refused(200)},
		{"attempts", []answer{{status: 500}, {status: 502}, {status: 503}}, sse.SubscribeOptions{MaxAttempts: 2}, refused(502)},
		{"large event", []answer{ok("data: 0123456789\n\n")}, sse.SubscribeOptions{MaxEvent: 8}, tooLarge},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if _, err := run(t.Context(), &script{answers: test.answers}, test.options); !test.want(err) {
					t.Errorf("got %v", err)
				}
			})
		})
	}
}

func TestSubscribeWaitsNoLongerThanMaxWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{answers: []answer{ok("retry: 99999999\n\n")}}
		for range 20 {
			s.answers = append(s.answers, answer{status: 500})
		}
		if _, err := run(t.Context(), s, sse.SubscribeOptions{MaxWait: 5 * time.Second}); err != nil {
			t.Error(err)
		}
		for i := range s.at[1:] {
			if d := s.at[i+1].Sub(s.at[i]); d > 5*time.Second {
				t.Errorf("wait %d took %v", i, d)
			}
		}
	})
}

func TestSubscribeEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		_, err := run(ctx, &script{answers: []answer{ok("data: a\n\n")}}, sse.SubscribeOptions{})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
}

func TestSubscribeToDecodes(t *testing.T) {
	s := &script{answers: []answer{ok("event: p\nid: 1\ndata: {\"book\":1,\"cents\":2}\n\ndata: what\n\ndata: {\"book\":3,\"cents\":4}\n\n")}}
	var got []string
	for m, err := range sse.SubscribeTo[Price](t.Context(), "/", sse.SubscribeOptions{Doer: s}) {
		if malformed, ok := errors.AsType[*sse.MalformedData](err); ok {
			got = append(got, "bad "+malformed.Event.Data)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%s %d %s", m.Name, m.Value.Book, m.ID))
		if m.Value.Book == 3 {
			break
		}
	}
	if strings.Join(got, "|") != "p 1 1|bad what| 3 1" {
		t.Errorf("got %s", strings.Join(got, "|"))
	}
}

func TestSubscribeOverTheNetwork(t *testing.T) {
	// A program that gives the default client a timeout does not mean streams.
	defer func(old *http.Client) { http.DefaultClient = old }(http.DefaultClient)
	http.DefaultClient = &http.Client{Timeout: time.Nanosecond}
	var requests atomic.Int64
	srv := wefttest.Start(t, weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		n := requests.Add(1)
		if n == 3 {
			return weft.NewResponse(status.NoContent), nil
		}
		last, _ := sse.LastEventID(req)
		return sse.Response(req, func(_ context.Context, s *sse.Stream) error {
			return s.Send(sse.Event{Data: "after " + last, ID: fmt.Sprint(n)})
		}), nil
	})))
	c := client.New(srv.URL)
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for name, o := range map[string]sse.SubscribeOptions{
		"net/http": {Request: weft.Get(srv.URL+"/").AddHeader("X-Test", "yes")},
		"client":   {Doer: c},
	} {
		requests.Store(0)
		o.Wait = time.Millisecond
		var got []string
		for e, err := range sse.Subscribe(ctx, "/", o) {
			if err != nil {
				t.Fatal(name, err)
			}
			got = append(got, e.Data)
		}
		if strings.Join(got, "|") != "after |after 1" {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

func TestSubscribeRefusesWhatItCannotSend(t *testing.T) {
	for _, o := range []sse.SubscribeOptions{
		{Request: weft.Post("http://test/", weft.BodyReader(strings.NewReader("x"), -1))},
		{},
	} {
		url := "http://[bad"
		for _, err := range sse.Subscribe(t.Context(), url, o) {
			if err == nil {
				t.Error("there was an event")
			}
		}
	}
}

func TestReadValues(t *testing.T) {
	var sum int
	for m, err := range sse.ReadValues[int](strings.NewReader("data: 1\n\ndata: 2\n\n")) {
		if err != nil {
			t.Fatal(err)
		}
		sum += m.Value
	}
	if sum != 3 {
		t.Errorf("got %d", sum)
	}
	for _, err := range sse.Read(strings.NewReader("data: 0123456789\n\n"), sse.ReadOptions{MaxEvent: 5}) {
		if _, ok := errors.AsType[*sse.TooLarge](err); !ok {
			t.Errorf("got %v", err)
		}
	}
}
