package server_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// TestConfigOperations goes through the builder operations of the specification,
// section 2.4, by their names there: what each of them changes, and that it changes
// nothing else and not the original.
func TestConfigOperations(t *testing.T) {
	socket := weft.WebSocketConfig{Subprotocols: "chat"}
	ssl := server.SSLConfig{}
	tests := []struct {
		name string
		with func(server.Config) server.Config
		want server.Config
	}{
		{"port", func(c server.Config) server.Config { return c.WithPort(9000) },
			server.Config{Address: "0.0.0.0:9000"}},
		{"binding(host, port)", func(c server.Config) server.Config { return c.WithBinding("::1", 9000) },
			server.Config{Address: "[::1]:9000"}},
		{"port after binding", func(c server.Config) server.Config { return c.WithBinding("localhost", 1).WithPort(9000) },
			server.Config{Address: "localhost:9000"}},
		{"onAnyOpenPort", func(c server.Config) server.Config { return c.OnAnyOpenPort() },
			server.Config{Address: "0.0.0.0:0"}},
		{"ssl", func(c server.Config) server.Config { return c.WithSSL(ssl) },
			server.Config{SSL: &ssl}},
		{"acceptContinue", func(c server.Config) server.Config { return c.WithAcceptContinue(true) },
			server.Config{AcceptContinue: true}},
		{"keepAlive(false)", func(c server.Config) server.Config { return c.WithKeepAlive(false) },
			server.Config{NoKeepAlive: true}},
		{"keepAlive(true)", func(c server.Config) server.Config { return c.WithKeepAlive(false).WithKeepAlive(true) },
			server.Config{}},
		{"requestDecompression(true)", func(c server.Config) server.Config { return c.WithRequestDecompression(true) },
			server.Config{RequestDecompression: server.Strict}},
		{"requestDecompression(false)", func(c server.Config) server.Config { return c.WithRequestDecompression(false) },
			server.Config{RequestDecompression: server.NonStrict}},
		{"responseCompression", func(c server.Config) server.Config {
			return c.WithResponseCompression(server.ResponseCompressionConfig{})
		}, server.Config{ResponseCompression: &server.ResponseCompressionConfig{}}},
		{"enableRequestStreaming", func(c server.Config) server.Config { return c.EnableRequestStreaming() },
			server.Config{RequestStreaming: server.RequestStreaming{Enabled: true}}},
		{"logWarningOnFatalError(false)", func(c server.Config) server.Config { return c.WithLogWarningOnFatalError(false) },
			server.Config{NoWarningOnFatalError: true}},
		{"gracefulShutdownTimeout", func(c server.Config) server.Config { return c.WithGracefulShutdownTimeout(time.Minute) },
			server.Config{GracefulShutdownTimeout: time.Minute}},
		{"idleTimeout", func(c server.Config) server.Config { return c.WithIdleTimeout(time.Minute) },
			server.Config{IdleTimeout: time.Minute}},
		{"webSocketConfig", func(c server.Config) server.Config { return c.WithWebSocketConfig(socket) },
			server.Config{WebSocket: socket}},
		{"copy", func(c server.Config) server.Config {
			return c.Copy(func(c *server.Config) { c.MaxHeaderSize = 1 })
		}, server.Config{MaxHeaderSize: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var original server.Config
			if got := test.with(original); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
			if !reflect.DeepEqual(original, server.Config{}) {
				t.Errorf("the original has become %+v", original)
			}
		})
	}
}

// TestConfigDefaults: the zero value is the default. Switches that are on by default
// have the name of their opposite, and times and sizes that are zero stand for what
// other tests see: limits in the contract, timeouts among the slow clients.
func TestConfigDefaults(t *testing.T) {
	var zero server.Config
	for _, test := range []struct {
		setting   string
		isDefault bool
	}{
		{"sslConfig: none", zero.SSL == nil},
		{"address: 0.0.0.0", strings.HasPrefix(zero.WithPort(80).Address, "0.0.0.0:")},
		{"acceptContinue: false", !zero.AcceptContinue},
		{"keepAlive: true", !zero.NoKeepAlive},
		{"requestDecompression: disabled", zero.RequestDecompression == server.NoDecompression},
		{"responseCompression: none", zero.ResponseCompression == nil},
		{"requestStreaming: disabled", !zero.RequestStreaming.Enabled},
		{"logWarningOnFatalError: true", !zero.NoWarningOnFatalError},
		{"idleTimeout: none", zero.IdleTimeout == 0},
		{"webSocketConfig: default", zero.WebSocket == weft.WebSocketConfig{}},
	} {
		if !test.isDefault {
			t.Errorf("this is not the default: %s", test.setting)
		}
	}
}

// TestDefaultPort: the default server listens on port 8080, if nobody else does.
func TestDefaultPort(t *testing.T) {
	srv := server.DefaultWith(quiet)
	defer srv.Close()
	port, err := srv.Install(says("hello"))
	if errors.Is(err, syscall.EADDRINUSE) && strings.Contains(err.Error(), "0.0.0.0:8080") {
		t.Skip("port 8080 is in use")
	}
	if err != nil || port != 8080 {
		t.Errorf("port %d, error %v", port, err)
	}
}

// TestDefaultsInAction: what cannot be read from the zero value.
func TestDefaultsInAction(t *testing.T) {
	var log lockedBuffer
	srv := wefttest.Start(t, weft.NewRoutes(
		route.POST("/stream").Handle(func(req *weft.Request) (weft.Response, error) {
			return weft.Text(fmt.Sprint(req.Body().IsStream())), nil
		}),
		route.GET("/fail").Handle(func(*weft.Request) (weft.Response, error) { return weft.Response{}, fmt.Errorf("broken") }),
		route.GET("/text").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Text(strings.Repeat("compressible ", 1000)), nil
		}),
	), func(c server.Config) server.Config {
		c.Logger = slog.New(slog.NewTextHandler(&log, nil))
		return c
	})
	c := srv.Dial()

	c.Send("POST /stream HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\n")
	c.Send("hello")
	if _, _, body := c.ReadResponse(); body != "false" {
		t.Error("request streaming is on by default")
	}
	c.Send("GET /text HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n\r\n")
	if _, headers, _ := c.ReadResponse(); headers.Has("Content-Encoding") {
		t.Error("compression is on by default")
	}
	c.Send("GET /fail HTTP/1.1\r\nHost: test\r\n\r\n")
	c.ReadResponse()
	srv.Close()
	if !strings.Contains(log.String(), "level=WARN") {
		t.Errorf("the failure was not logged as a warning: %s", &log)
	}
}

// A lockedBuffer is a buffer for several goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write appends p.
func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// String returns what was written.
func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
