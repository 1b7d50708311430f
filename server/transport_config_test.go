package server_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// customized starts a server on a free port.
func customized(t *testing.T, c server.Config, tc server.TransportConfig, routes weft.Routes) *server.Server {
	t.Helper()
	srv := server.Customized(c.WithBinding("127.0.0.1", 0), tc)
	if _, err := srv.Install(routes); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { srv.Close() })
	return srv
}

func TestChannelTypes(t *testing.T) {
	for _, test := range []struct {
		config server.TransportConfig
		want   string // of the error; empty for none
	}{
		{server.TransportConfig{}, ""},
		{server.TransportConfig{ChannelType: server.ChannelNIO, NThreads: 2}, ""},
		{server.TransportConfig{ChannelType: 99}, "transport.channel-type: want one of AUTO, NIO, EPOLL, URING, got server.ChannelType(99)"},
		{server.TransportConfig{NThreads: -1}, "transport.threads: want 0 or more, got -1"},
		{server.TransportConfig{LeakDetectionLevel: 99}, "transport.leak-detection-level: want one of SIMPLE, DISABLED, ADVANCED, PARANOID"},
	} {
		srv := server.Customized(quiet(server.Config{}).WithBinding("127.0.0.1", 0), test.config)
		_, err := srv.Install(says("hello"))
		srv.Close()
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%+v: got %v, want %q", test.config, err, test.want)
		}
	}
}

// TestRefusedTransport: a transport that the system does not have, or forbids, is an error
// that names the setting, the reason and what to choose instead.
func TestRefusedTransport(t *testing.T) {
	for _, on := range []channel{channel(server.ChannelEPOLL), channel(server.ChannelURING)} {
		if err := on.refusal(); err != nil {
			text := err.Error()
			if !strings.Contains(text, "server: transport.channel-type: "+on.String()+": ") ||
				!errors.Is(err, errors.ErrUnsupported) && !strings.Contains(text, "want AUTO, NIO or EPOLL") {
				t.Errorf("%v: got %v", on, err)
			}
		}
	}
}

// A stubborn handler returns when it is freed, and not with the end of its request.
type stubborn struct{ began, cut, free chan struct{} }

func newStubborn() *stubborn {
	return &stubborn{make(chan struct{}), make(chan struct{}), make(chan struct{})}
}

func (s *stubborn) routes() weft.Routes {
	return weft.NewRoutes(route.GET("/wait").Handle(func(req *weft.Request) (weft.Response, error) {
		close(s.began)
		<-req.Context().Done()
		close(s.cut)
		<-s.free
		return weft.Text("late"), nil
	}))
}

// TestShutdownWaitsForCutHandlers: a handler whose request was cut gets time to clean up.
func TestShutdownWaitsForCutHandlers(t *testing.T) {
	t.Parallel()
	h := newStubborn()
	srv := customized(t, quiet(server.Config{}).WithGracefulShutdownTimeout(20*time.Millisecond),
		server.TransportConfig{ShutdownQuietPeriod: time.Minute, ShutdownTimeout: time.Minute}, h.routes())
	wefttest.Dial(t, srv.Addr().String()).Send(waitingRequest)
	await(t, h.began, "the request")
	result := make(chan error, 1)
	go func() { result <- srv.Shutdown(context.Background()) }()
	await(t, h.cut, "the end of the request")
	select {
	case err := <-result:
		t.Fatalf("the shutdown ended before the handler: %v", err)
	default:
	}
	close(h.free)
	if err := await(t, result, "the end of the shutdown"); !errors.Is(err, server.ErrCut) || strings.Contains(err.Error(), "do not return") {
		t.Errorf("got %v", err)
	}
}

// TestShutdownGivesUpHandlers: one that does not return is given up after the quiet
// period, or when the time is up.
func TestShutdownGivesUpHandlers(t *testing.T) {
	for _, test := range []struct {
		name    string
		config  server.TransportConfig
		atLeast time.Duration
	}{
		{"it is quiet", server.TransportConfig{ShutdownQuietPeriod: 80 * time.Millisecond}, 80 * time.Millisecond},
		{"the time is up", server.TransportConfig{ShutdownQuietPeriod: time.Minute, ShutdownTimeout: 80 * time.Millisecond}, 80 * time.Millisecond},
		{"no patience", server.TransportConfig{ShutdownQuietPeriod: -1}, 0},
		{"no time", server.TransportConfig{ShutdownTimeout: -1}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := newStubborn()
			srv := customized(t, quiet(server.Config{}).WithGracefulShutdownTimeout(20*time.Millisecond), test.config, h.routes())
			defer close(h.free)
			wefttest.Dial(t, srv.Addr().String()).Send(waitingRequest)
			await(t, h.began, "the request")
			start := time.Now()
			err := srv.Shutdown(context.Background())
			if took := time.Since(start); took < test.atLeast || took > patience {
				t.Errorf("it took %v", took)
			}
			if !errors.Is(err, server.ErrCut) || !strings.Contains(err.Error(), "1 handlers do not return") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestLeakDetectionLevels: what is reported of a streaming body that is opened and
// forgotten, by level.
func TestLeakDetectionLevels(t *testing.T) {
	for _, test := range []struct {
		level            server.LeakDetectionLevel
		streaming        bool
		requests         int
		reports          int
		opened, accessed bool
	}{
		{server.LeakDisabled, true, 130, 0, false, false},
		{server.LeakSimple, true, 130, 1, true, false},
		{server.LeakAdvanced, true, 130, 1, true, true},
		{server.LeakParanoid, true, 3, 3, true, true},
		{server.LeakParanoid, false, 3, 0, false, false},
	} {
		t.Run(test.level.String(), func(t *testing.T) {
			var log lockedBuffer
			config := server.Config{Logger: slog.New(slog.NewTextHandler(&log, nil)), RequestStreaming: server.RequestStreaming{Enabled: test.streaming}}
			srv := customized(t, config, server.TransportConfig{LeakDetectionLevel: test.level}, weft.NewRoutes(
				route.POST("/forget").Handle(func(req *weft.Request) (weft.Response, error) {
					_, err := io.ReadFull(req.Body().AsStream(), make([]byte, 1))
					return weft.Text("read one"), err
				}),
				route.POST("/close").Handle(func(req *weft.Request) (weft.Response, error) {
					body := req.Body().AsStream()
					return weft.Text("closed"), body.Close()
				}),
			))
			c := wefttest.Dial(t, srv.Addr().String())
			for range test.requests {
				upload(c, "/forget")
				if test.level == server.LeakParanoid {
					upload(c, "/close")
				}
			}
			count := func() int { return strings.Count(log.String(), "neither read to its end nor closed") }
			for deadline := time.Now().Add(patience); count() < test.reports && time.Now().Before(deadline); runtime.Gosched() {
				runtime.GC()
			}
			for range 3 {
				runtime.GC()
			}
			if count() != test.reports {
				t.Fatalf("%d reports, want %d:\n%s", count(), test.reports, &log)
			}
			text := log.String()
			if strings.Contains(text, "opened=") != test.opened || strings.Contains(text, "accessed=") != test.accessed {
				t.Errorf("got %s", text)
			}
			if test.reports > 0 && (!strings.Contains(text, "pattern=/forget") || !strings.Contains(text, "transport_config_test.go:")) ||
				strings.Contains(text, "pattern=/close") {
				t.Errorf("got %s", text)
			}
		})
	}
}

// upload sends a request whose body arrives in two pieces, so that it is streamed.
func upload(c *wefttest.Conn, path string) {
	c.Send("POST " + path + " HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
	c.Send("0\r\n\r\n")
	c.ReadResponse()
}
