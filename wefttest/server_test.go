package wefttest_test

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

func TestStart(t *testing.T) {
	srv := wefttest.Start(t, library())
	if srv.URL != "http://"+srv.Addr || !strings.HasPrefix(srv.Addr, "127.0.0.1:") {
		t.Errorf("URL %s, address %s", srv.URL, srv.Addr)
	}
	resp, err := srv.Client().Get(srv.URL + "/books/1")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if resp.StatusCode != 200 || err != nil || string(body) != `{"title":"Dune","pages":412}` {
		t.Errorf("status %d, body %s, %v", resp.StatusCode, body, err)
	}
	srv.Install(weft.Routes{})
	c := srv.Dial()
	c.Send("GET /books/1 HTTP/1.1\r\nHost: test\r\n\r\n")
	if status, _, _ := c.ReadResponse(); status != 404 {
		t.Errorf("status %d after the routes were replaced", status)
	}
	srv.Close()
	srv.Close()
	c.ReadEnd()
}

func TestStartConfigured(t *testing.T) {
	srv := wefttest.Start(t, library(), server.Config.EnableRequestStreaming, func(c server.Config) server.Config {
		if !c.RequestStreaming.Enabled {
			t.Error("the first function was not called before the second")
		}
		c.Address = "unix:" + filepath.Join(t.TempDir(), "socket")
		return c
	})
	c := srv.Dial()
	c.Send("GET /nothing HTTP/1.1\r\nHost: test\r\n\r\n")
	if status, _, _ := c.ReadResponse(); status != 204 {
		t.Errorf("status %d", status)
	}
}

func TestStartFails(t *testing.T) {
	got := failing(t, func(t testing.TB) {
		wefttest.Start(t, library(), func(c server.Config) server.Config {
			c.Address = "nonsense"
			return c
		})
	})
	if !strings.Contains(got, "nonsense") {
		t.Errorf("failure %q", got)
	}
}

// TestStartFindsLeaks: a goroutine that a handler has started and nobody ends is a
// failure of its test, and of no other.
func TestStartFindsLeaks(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	leaking := weft.NewRoutes(route.GET("/").Handle(func(*weft.Request) (weft.Response, error) {
		go leak(stop)
		return weft.OK(), nil
	}))
	other := wefttest.Start(t, library())
	got := failing(t, func(t testing.TB) {
		c := wefttest.Start(t, leaking).Dial()
		c.Send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
		c.ReadResponse()
	})
	if !strings.Contains(got, "goroutines are left") || !strings.Contains(got, "wefttest_test.leak") {
		t.Errorf("failure %q", got)
	}
	other.Close()
}

func leak(stop chan struct{}) { <-stop }
