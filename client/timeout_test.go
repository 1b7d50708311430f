package client_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
)

// slow returns a step that answers with pieces, each after a pause, and then is silent
// until the context ends.
func slow(media string, length int64, pause time.Duration, pieces ...string) func(*http.Request) (*http.Response, error) {
	return func(req *http.Request) (*http.Response, error) {
		r, w := io.Pipe()
		go func() {
			for _, p := range pieces {
				time.Sleep(pause)
				io.WriteString(w, p)
			}
			<-req.Context().Done()
			w.CloseWithError(req.Context().Err())
		}()
		return &http.Response{
			StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {media}}, ContentLength: length, Body: r, Request: req,
		}, nil
	}
}

func TestTimeouts(t *testing.T) {
	tests := []struct {
		name   string
		config client.Config
		step   func(*http.Request) (*http.Response, error)
		after  time.Duration
	}{
		{"no answer", client.Config{}, silent, 30 * time.Second},
		{"no answer, configured", client.Config{Timeout: time.Second}, silent, time.Second},
		{"a short body that does not come", client.Config{}, slow("application/json", 10, 0), 30 * time.Second},
		{"a short body that comes in part", client.Config{}, slow("application/json", 10, 20*time.Second, "12345"), 30 * time.Second},
		{"a long body with pieces in time", client.Config{}, slow("application/json", 1<<20, 20*time.Second, "1", "2", "3"), 90 * time.Second},
		{"a value of unknown length", client.Config{}, slow("application/json", -1, 20*time.Second, "1", "2", "3"), 90 * time.Second},
		{"a download of known length", client.Config{}, slow("image/png", 1<<20, 20*time.Second, "1", "2"), 70 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				test.config.Transport = &script{steps: []func(*http.Request) (*http.Response, error){test.step}}
				start := time.Now()
				resp, err := connect(t, "http://a.example", test.config).Do(t.Context(), weft.Get("/"))
				if err == nil {
					_, err = resp.Body().Bytes()
				}
				e := errorOf[*client.Error](t, err)
				if !e.Timeout() || !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != test.after {
					t.Errorf("error %v after %v, want a timeout after %v", err, time.Since(start), test.after)
				}
				errorOf[*client.TimedOut](t, err)
			})
		})
	}
}

// TestStreamsMayBeSilent waits for a day, and then the context ends the stream.
func TestStreamsMayBeSilent(t *testing.T) {
	tests := []struct {
		name, media, accept string
		config              client.Config
	}{
		{"events", "text/event-stream", "", client.Config{}},
		{"lines", "application/x-ndjson; charset=utf-8", "", client.Config{}},
		{"an array for lines", "application/json", "application/x-ndjson", client.Config{}},
		{"a value without a timeout", "application/json", "", client.Config{Timeout: -1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 24*time.Hour)
				defer cancel()
				test.config.Transport = &script{steps: []func(*http.Request) (*http.Response, error){slow(test.media, -1, time.Second, "x")}}
				req := weft.Get("/")
				if test.accept != "" {
					req = req.AddHeader("Accept", test.accept)
				}
				start := time.Now()
				resp, err := connect(t, "http://a.example", test.config).Do(ctx, req)
				if err != nil {
					t.Fatal(err)
				}
				_, err = resp.Body().Bytes()
				if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 24*time.Hour {
					t.Errorf("error %v after %v", err, time.Since(start))
				}
				if _, ok := errors.AsType[*client.TimedOut](err); ok {
					t.Errorf("error %v is the client's", err)
				}
			})
		})
	}
}

// TestTimeoutOfAStreamedRequest checks that a program may take its time to produce a
// body, and a server may not to take it or to answer.
func TestTimeoutOfAStreamedRequest(t *testing.T) {
	produce := func(w io.Writer, done chan<- struct{}) error {
		defer close(done)
		for range 10 {
			time.Sleep(time.Minute)
			if _, err := io.WriteString(w, "x"); err != nil {
				return err
			}
		}
		return nil
	}
	taking := func(then func(*http.Request) (*http.Response, error)) func(*http.Request) (*http.Response, error) {
		return func(req *http.Request) (*http.Response, error) {
			if b, err := io.ReadAll(req.Body); err != nil || string(b) != "xxxxxxxxxx" {
				return nil, errors.Join(errors.New("body "+string(b)), err)
			}
			return then(req)
		}
	}
	tests := []struct {
		name  string
		step  func(*http.Request) (*http.Response, error)
		after time.Duration
		fails bool
	}{
		{"answered", taking(answer(200, "")), 10 * time.Minute, false},
		{"not answered", taking(silent), 10*time.Minute + 30*time.Second, true},
		{"not taken", silent, 30 * time.Second, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := connect(t, "http://a.example", client.Config{
					Transport: &script{steps: []func(*http.Request) (*http.Response, error){test.step}},
				})
				start, done := time.Now(), make(chan struct{})
				_, err := c.Do(t.Context(), weft.Post("/", weft.BodyFunc(func(w io.Writer) error { return produce(w, done) })))
				if time.Since(start) != test.after || test.fails != (err != nil) {
					t.Errorf("error %v after %v", err, time.Since(start))
				}
				if test.fails {
					errorOf[*client.TimedOut](t, err)
				}
				<-done // it hears that nobody reads any more
			})
		})
	}
}

func TestContextEnds(t *testing.T) {
	reason := errors.New("the user went home")
	tests := []struct {
		name string
		step func(*http.Request) (*http.Response, error)
	}{
		{"before the answer", silent},
		{"in a short body", slow("application/json", 10, 0, "1")},
		{"in a stream", slow("text/event-stream", -1, 0, "1")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				time.AfterFunc(time.Second, func() { cancel(reason) })
				c := connect(t, "http://a.example", client.Config{
					Transport: &script{steps: []func(*http.Request) (*http.Response, error){test.step}},
				})
				resp, err := c.Do(ctx, weft.Get("/"))
				if err == nil {
					_, err = resp.Body().Bytes()
				}
				if e := errorOf[*client.Error](t, err); e.Timeout() || !errors.Is(err, context.Canceled) || !errors.Is(err, reason) {
					t.Errorf("error %v", err)
				}
			})
		})
	}
}

func TestContextEndedBefore(t *testing.T) {
	s := &script{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := connect(t, "http://a.example", client.Config{Transport: s}).Do(ctx, weft.Get("/"))
	if e := errorOf[*client.Error](t, err); !errors.Is(err, context.Canceled) || e.Attempt != 0 || len(s.requests) != 0 {
		t.Errorf("error %v, attempt %d, %d requests", err, e.Attempt, len(s.requests))
	}
}

// TestSlowServer is about real sockets: a server that accepts and says nothing.
func TestSlowServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c := connect(t, "http://"+l.Addr().String(), client.Config{Timeout: 30 * time.Millisecond})
	_, err = c.Do(t.Context(), weft.Get("/"))
	errorOf[*client.TimedOut](t, err)
	if want := "GET http://" + l.Addr().String() + "/: no answer, or no more of it, within 30ms"; err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
}

// TestSlowBody is about real sockets: a server that stops in the middle of a body.
func TestSlowBody(t *testing.T) {
	s := httpServer(t, func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, strings.Repeat(" ", 1<<10))
		http.NewResponseController(w).Flush()
		<-req.Context().Done()
	})
	c := connect(t, s.URL, client.Config{Timeout: 50 * time.Millisecond})
	resp, err := c.Do(t.Context(), weft.Get("/"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = resp.Body().Bytes()
	errorOf[*client.TimedOut](t, err)
}
