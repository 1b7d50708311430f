package weft_test

import (
	"bufio"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/weft-go/weft"
)

const leakyForm = "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nhello\r\n" +
	"--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"p.png\"\r\n\r\npixels\r\n--b--\r\n"

// streamed returns a request whose body arrives in chunks: its length is not known.
func streamed(body, media string) *weft.Request {
	// One byte at a time, so that nothing is read ahead of the one who asks.
	return weft.Post("/upload", weft.BodyReader(oneByte{strings.NewReader(body)}, -1, media))
}

type oneByte struct{ r io.Reader }

func (o oneByte) Read(p []byte) (int, error) { return o.r.Read(p[:min(len(p), 1)]) }

// collectLeaks runs use with a watched request, lets the collector run, and returns
// what was reported. The canary is dropped after the request: once the collector has
// found it, it has found the request, too.
func collectLeaks(t *testing.T, d *weft.LeakDetector, times int, request func() *weft.Request, use func(*weft.Request)) []weft.Leak {
	t.Helper()
	found := make(chan weft.Leak, times)
	d.Report = func(l weft.Leak) { found <- l }
	func() {
		for range times {
			req := request()
			d.Watch(req)
			use(req)
		}
	}()
	var swept atomic.Int32
	for range 3 {
		canary := new([64]byte)
		before := swept.Load()
		runtime.AddCleanup(canary, func(int) { swept.Add(1) }, 0)
		runtime.KeepAlive(canary)
		for deadline := time.Now().Add(5 * time.Second); swept.Load() == before && time.Now().Before(deadline); {
			runtime.GC()
			runtime.Gosched()
		}
	}
	var leaks []weft.Leak
	for {
		select {
		case l := <-found:
			leaks = append(leaks, l)
		case <-time.After(50 * time.Millisecond):
			return leaks
		}
	}
}

// TestLeakDetector goes through what handlers do with bodies: what is forgotten is
// reported, and nothing else.
func TestLeakDetector(t *testing.T) {
	const form = `multipart/form-data; boundary=b`
	tests := []struct {
		name, media, body string
		use               func(*weft.Request)
		want              string // the report, without places; empty for none
	}{
		{"body opened and forgotten", "text/plain", "hello", func(r *weft.Request) {
			r.Body().AsStream()
		}, "request body POST 0"},
		{"body read in part", "text/plain", "hello", func(r *weft.Request) {
			io.ReadFull(r.Body().AsStream(), make([]byte, 3))
		}, "request body POST 3"},
		{"body read to the end", "text/plain", "hello", func(r *weft.Request) {
			io.ReadAll(r.Body().AsStream())
		}, ""},
		{"body read in part and closed", "text/plain", "hello", func(r *weft.Request) {
			s := r.Body().AsStream()
			s.Read(make([]byte, 3))
			s.Close()
		}, ""},
		{"body closed itself", "text/plain", "hello", func(r *weft.Request) {
			r.Body().AsStream()
			r.Body().Close()
		}, ""},
		{"body not opened", "text/plain", "hello", func(*weft.Request) {}, ""},
		{"body collected", "text/plain", "hello", func(r *weft.Request) { r.Body().Bytes() }, ""},
		{"body ignored", "text/plain", "hello", func(r *weft.Request) { r.IgnoreBody() }, ""},
		{"chunks left", "text/plain", "hello", func(r *weft.Request) {
			for range r.Body().Chunks() {
				break
			}
		}, ""},
		{"values left", "application/json", "1\n2\n3\n", func(r *weft.Request) {
			for range r.Body().StreamTo[int]() {
				break
			}
		}, ""},
		{"form opened and forgotten", form, leakyForm, func(r *weft.Request) {
			r.Body().AsMultipartFormStream()
		}, "request body POST 0"},
		{"form left at a file", form, leakyForm, func(r *weft.Request) {
			fs, _ := r.Body().AsMultipartFormStream()
			for f := range fs.Fields() {
				if f.FileName() != "" {
					break
				}
			}
		}, "multipart form POST at photo"},
		{"form left and closed", form, leakyForm, func(r *weft.Request) {
			fs, _ := r.Body().AsMultipartFormStream()
			for range fs.Fields() {
				break
			}
			fs.Close()
		}, ""},
		{"form read", form, leakyForm, func(r *weft.Request) { r.Body().AsForm() }, ""},
		{"form broken", form, leakyForm[:40], func(r *weft.Request) { r.Body().AsForm() }, ""},
		{"form of another type", form, "no form", func(r *weft.Request) { r.Body().AsForm() }, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			leaks := collectLeaks(t, &weft.LeakDetector{}, 1, func() *weft.Request { return streamed(test.body, test.media) }, test.use)
			got := ""
			for _, l := range leaks {
				got = l.What + " " + string(l.Method) + " "
				if l.Field != "" {
					got += "at " + l.Field
				} else {
					got += string(rune('0' + l.Read))
				}
				if !strings.Contains(l.OpenedAt, "body_leak_test.go:") {
					t.Errorf("opened at %s", l.OpenedAt)
				}
				if l.AccessedAt != "" {
					t.Errorf("the place of the last read is noted without having been asked for: %s", l.AccessedAt)
				}
			}
			if got != test.want || len(leaks) > 1 {
				t.Errorf("got %q (%d reports), want %q", got, len(leaks), test.want)
			}
		})
	}
}

// TestLeakDetectorAccess: the last read is found behind the standard library's readers.
func TestLeakDetectorAccess(t *testing.T) {
	leaks := collectLeaks(t, &weft.LeakDetector{Access: true}, 1,
		func() *weft.Request { return streamed("line\nmore\n", "text/plain") },
		func(r *weft.Request) { bufio.NewReader(r.Body().AsStream()).ReadString('\n') })
	if len(leaks) != 1 || !strings.Contains(leaks[0].AccessedAt, "body_leak_test.go:") ||
		!strings.Contains(leaks[0].AccessedAt, "TestLeakDetectorAccess") {
		t.Errorf("got %+v", leaks)
	}
}

func TestLeakDetectorSamples(t *testing.T) {
	for _, test := range []struct{ every, times, want int }{{0, 8, 8}, {1, 8, 8}, {4, 8, 2}, {128, 127, 0}, {128, 256, 2}} {
		leaks := collectLeaks(t, &weft.LeakDetector{Every: test.every}, test.times,
			func() *weft.Request { return streamed("hello", "text/plain") },
			func(r *weft.Request) { r.Body().AsStream() })
		if len(leaks) != test.want {
			t.Errorf("one of %d out of %d: %d reports, want %d", test.every, test.times, len(leaks), test.want)
		}
	}
}

// TestLeakDetectorKnownLength: a reader that stops at the last byte has read it all,
// although it has not seen the end.
func TestLeakDetectorKnownLength(t *testing.T) {
	leaks := collectLeaks(t, &weft.LeakDetector{}, 1,
		func() *weft.Request {
			return weft.Post("/upload", weft.BodyReader(strings.NewReader("hello"), 5, "text/plain"))
		},
		func(r *weft.Request) { io.ReadFull(r.Body().AsStream(), make([]byte, 5)) })
	if len(leaks) != 0 {
		t.Errorf("got %+v", leaks)
	}
}

func TestFormStreamClose(t *testing.T) {
	source := &closable{Reader: strings.NewReader(leakyForm)}
	fs := weft.NewFormStream(source, "b")
	for range fs.Fields() {
		break
	}
	if err := errors.Join(fs.Close(), fs.Close()); err != nil || source.closed != 1 {
		t.Errorf("error %v, closed %d times", err, source.closed)
	}
	for _, err := range fs.Fields() {
		if err == nil || !strings.Contains(err.Error(), "closed") {
			t.Errorf("after Close: %v", err)
		}
	}
}

type closable struct {
	io.Reader
	closed int
}

func (c *closable) Close() error {
	c.closed++
	return nil
}
