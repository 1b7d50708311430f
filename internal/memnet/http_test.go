package memnet_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft/internal/memnet"
)

func TestHTTPServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := serve(t, func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			fmt.Fprintf(w, "%s %s from %s: %s (%v)", r.Method, r.URL.Path, r.RemoteAddr, body, err)
		})
		var group sync.WaitGroup
		for i := range 10 {
			group.Go(func() {
				text := strings.Repeat(fmt.Sprint(i), 100_000)
				answer := post(t, client, fmt.Sprintf("http://test/%d", i), text)
				if !strings.HasPrefix(answer, fmt.Sprintf("POST /%d from 192.0.2.2:", i)) || !strings.HasSuffix(answer, text+" (<nil>)") {
					t.Errorf("request %d: got %.60q …", i, answer)
				}
			})
		}
		group.Wait()
	})
}

// A slow handler costs no time in a bubble, which shows that waiting on a
// connection is durable blocking.
func TestHTTPServerTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := serve(t, func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(time.Hour)
			_, _ = io.WriteString(w, "late")
		})
		start := time.Now()
		if answer := post(t, client, "http://test/", ""); answer != "late" {
			t.Errorf("got %q", answer)
		}
		if waited := time.Since(start); waited != time.Hour {
			t.Errorf("waited for %v, want 1h", waited)
		}
	})
}

// serve starts an HTTP server on a listener of its own and returns a client for
// it; both end with the test.
func serve(t *testing.T, handler http.HandlerFunc) *http.Client {
	t.Helper()
	l := memnet.Listen()
	server := &http.Server{Handler: handler}
	stopped := make(chan error, 1)
	go func() { stopped <- server.Serve(l) }()
	transport := &http.Transport{DialContext: l.DialContext}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		expectError(t, <-stopped, http.ErrServerClosed)
	})
	return &http.Client{Transport: transport}
}

func post(t *testing.T, client *http.Client, url, body string) string {
	t.Helper()
	response, err := client.Post(url, "text/plain", strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return ""
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	return string(answer)
}
