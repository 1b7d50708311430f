package client_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
)

func errorOf[E error](t *testing.T, err error) E {
	t.Helper()
	e, ok := errors.AsType[E](err)
	if !ok {
		t.Fatalf("error %v (%T), want one of type %T", err, err, e)
	}
	return e
}

func TestRetries(t *testing.T) {
	reset := &net.OpError{Op: "read", Err: errors.New("connection reset by peer")}
	unverified := &tls.CertificateVerificationError{Err: errors.New("unknown authority")}
	nowhere := &net.DNSError{Err: "no such host", Name: "books.example", IsNotFound: true}
	body := weft.BodyString("x")
	stream := func() weft.Body { return weft.BodyReader(strings.NewReader("x"), 1) }
	tests := []struct {
		name     string
		request  *weft.Request
		config   client.Config
		step     func(*http.Request) (*http.Response, error)
		requests int
	}{
		{"GET and a broken connection", weft.Get("/"), client.Config{}, broken(reset), 3},
		{"GET and 502", weft.Get("/"), client.Config{}, answer(502, ""), 3},
		{"GET and 503", weft.Get("/"), client.Config{}, answer(503, ""), 3},
		{"GET and 504", weft.Get("/"), client.Config{}, answer(504, ""), 3},
		{"GET and 429", weft.Get("/"), client.Config{}, answer(429, ""), 3},
		{"GET and 500", weft.Get("/"), client.Config{}, answer(500, ""), 1},
		{"GET and 404", weft.Get("/"), client.Config{}, answer(404, ""), 1},
		{"GET and 200", weft.Get("/"), client.Config{}, answer(200, ""), 1},
		{"PUT in memory", weft.Put("/", body), client.Config{}, answer(503, ""), 3},
		{"PUT of a stream", weft.Put("/", stream()), client.Config{}, answer(503, ""), 1},
		{"PUT of a stream and a broken connection", weft.Put("/", stream()), client.Config{}, broken(reset), 1},
		{"DELETE", weft.Delete("/"), client.Config{}, answer(503, ""), 3},
		{"POST", weft.Post("/", body), client.Config{}, answer(503, ""), 1},
		{"POST and a broken connection", weft.Post("/", body), client.Config{}, broken(reset), 1},
		{"POST with a key", weft.Post("/", body).AddHeader("Idempotency-Key", "1"), client.Config{}, answer(503, ""), 3},
		{"PATCH", weft.Patch("/", body), client.Config{}, answer(503, ""), 1},
		{"none", weft.Get("/"), client.Config{Retries: -1}, answer(503, ""), 1},
		{"five", weft.Get("/"), client.Config{Retries: 5}, answer(503, ""), 6},
		{"a certificate that cannot be verified", weft.Get("/"), client.Config{}, broken(unverified), 1},
		{"a host that does not exist", weft.Get("/"), client.Config{}, broken(nowhere), 1},
		{"Retry-After within bounds", weft.Get("/"), client.Config{}, answer(503, "", "Retry-After", "5"), 3},
		{"Retry-After beyond bounds", weft.Get("/"), client.Config{}, answer(503, "", "Retry-After", "6"), 1},
		{"Retry-After beyond reason", weft.Get("/"), client.Config{}, answer(503, "", "Retry-After", "18446744073709551615"), 1},
		{"Retry-After of nonsense", weft.Get("/"), client.Config{}, answer(503, "", "Retry-After", "soon"), 3},
		{"Retry-After in the past", weft.Get("/"), client.Config{}, answer(503, "", "Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT"), 3},
		{"Retry-After in the far future", weft.Get("/"), client.Config{}, answer(503, "", "Retry-After", "Fri, 06 Nov 2126 08:49:37 GMT"), 1},
		{"no time for it", weft.Get("/"), client.Config{Timeout: 50 * time.Millisecond, Backoff: client.Backoff{Base: time.Minute, Max: time.Minute}}, answer(503, ""), 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{steps: []func(*http.Request) (*http.Response, error){test.step}}
				test.config.Transport = s
				resp, err := connect(t, "http://books.example", test.config).Do(t.Context(), test.request)
				want, wantErr := test.step(&http.Request{})
				switch {
				case wantErr != nil:
					e := errorOf[*client.Error](t, err)
					if !errors.Is(err, wantErr) || e.Attempt != test.requests {
						t.Errorf("error %v of attempt %d, want %v of %d", err, e.Attempt, wantErr, test.requests)
					}
				case err != nil:
					t.Fatal(err)
				default:
					wantStatus(t, resp, want.StatusCode)
				}
				if len(s.requests) != test.requests {
					t.Errorf("%d requests, want %d", len(s.requests), test.requests)
				}
			})
		})
	}
}

func TestRetriesSendTheBodyAgain(t *testing.T) {
	var bodies []string
	step := func(status int) func(*http.Request) (*http.Response, error) {
		return func(req *http.Request) (*http.Response, error) {
			b, err := io.ReadAll(req.Body)
			bodies = append(bodies, string(b))
			if err != nil {
				return nil, err
			}
			return answer(status, "")(req)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		s := &script{steps: []func(*http.Request) (*http.Response, error){step(503), step(503), step(201)}}
		c := connect(t, "http://books.example", client.Config{Transport: s})
		wantStatus(t, do(t, c, weft.Put("/", weft.BodyString("hello"))), 201)
	})
	if got := strings.Join(bodies, " "); got != "hello hello hello" {
		t.Errorf("bodies %q", got)
	}
}

func TestBackoff(t *testing.T) {
	tests := []struct {
		name    string
		backoff client.Backoff
		step    func(*http.Request) (*http.Response, error)
		pauses  [][2]time.Duration // the shortest and the longest
	}{
		{"default", client.Backoff{}, answer(503, ""), [][2]time.Duration{
			{50 * time.Millisecond, 100 * time.Millisecond}, {100 * time.Millisecond, 200 * time.Millisecond},
			{200 * time.Millisecond, 400 * time.Millisecond}, {400 * time.Millisecond, 800 * time.Millisecond},
		}},
		{"bounded", client.Backoff{Base: time.Second, Max: 3 * time.Second}, answer(503, ""), [][2]time.Duration{
			{time.Second / 2, time.Second}, {time.Second, 2 * time.Second},
			{3 * time.Second / 2, 3 * time.Second}, {3 * time.Second / 2, 3 * time.Second},
		}},
		{"asked for", client.Backoff{}, answer(503, "", "Retry-After", "2"), [][2]time.Duration{
			{2 * time.Second, 2 * time.Second}, {2 * time.Second, 2 * time.Second},
			{2 * time.Second, 2 * time.Second}, {2 * time.Second, 2 * time.Second},
		}},
		{"none", client.Backoff{Base: -1}, answer(503, ""), [][2]time.Duration{{}, {}, {}, {}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var times []time.Time
				s := &script{steps: []func(*http.Request) (*http.Response, error){func(req *http.Request) (*http.Response, error) {
					times = append(times, time.Now())
					return test.step(req)
				}}}
				c := connect(t, "http://books.example", client.Config{Transport: s, Retries: 4, Backoff: test.backoff})
				get(t, c, "/")
				if len(times) != 5 {
					t.Fatalf("%d requests, want 5", len(times))
				}
				for i, bounds := range test.pauses {
					if pause := times[i+1].Sub(times[i]); pause < bounds[0] || pause > bounds[1] {
						t.Errorf("pause %d: %v, want %v to %v", i, pause, bounds[0], bounds[1])
					}
				}
			})
		})
	}
}

func TestBackoffEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{steps: []func(*http.Request) (*http.Response, error){answer(503, "")}}
		c := connect(t, "http://books.example", client.Config{Transport: s, Backoff: client.Backoff{Base: time.Second}})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(100*time.Millisecond, cancel)
		start := time.Now()
		_, err := c.Do(ctx, weft.Get("/"))
		if !errors.Is(err, context.Canceled) || time.Since(start) != 100*time.Millisecond {
			t.Errorf("error %v after %v", err, time.Since(start))
		}
	})
}

func TestRetriesAreLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s := &script{steps: []func(*http.Request) (*http.Response, error){answer(503, ""), answer(200, "")}}
		c := connect(t, "http://books.example", client.Config{Transport: s, Logger: slog.New(slog.NewTextHandler(&log, nil))})
		get(t, c, "/books?key=secret")
		for _, part := range []string{`level=INFO msg="client: trying again"`, "url=http://books.example/books ", "attempt=1", "status_code=503"} {
			if !strings.Contains(log.String(), part) {
				t.Errorf("the log does not contain %q: %s", part, &log)
			}
		}
		if strings.Contains(log.String(), "secret") {
			t.Errorf("the log has the query: %s", &log)
		}
	})
}

func TestRetriesOverSockets(t *testing.T) {
	var requests atomic.Int32
	s := httpServer(t, func(w http.ResponseWriter, _ *http.Request) {
		if requests.Add(1) < 3 {
			panic(http.ErrAbortHandler) // cuts the connection
		}
		io.WriteString(w, "at last")
	})
	c := connect(t, s.URL, client.Config{Backoff: client.Backoff{Base: time.Millisecond}})
	if got := text(t, get(t, c, "/")); got != "at last" {
		t.Errorf("got %q", got)
	}
}

func TestConnectionRefused(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	c := connect(t, "http://"+l.Addr().String(), client.Config{Backoff: client.Backoff{Base: time.Millisecond}})
	_, err = c.Do(t.Context(), weft.Get("/books?key=secret"))
	e := errorOf[*client.Error](t, err)
	if e.Attempt != 3 || e.Method != weft.GET || e.URL != "http://"+l.Addr().String()+"/books" {
		t.Errorf("%#v", e)
	}
	errorOf[*net.OpError](t, err)
}
