package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func besiege(t *testing.T, handler http.Handler, readTimeout time.Duration) report {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.ReadTimeout = readTimeout
	server.Config.IdleTimeout = time.Minute
	server.Start()
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	r, err := run(ctx, config{
		address: strings.TrimPrefix(server.URL, "http://"), path: "/", postPath: "/echo",
		slow: 8, idle: 4, drip: 5 * time.Millisecond, pause: time.Millisecond, timeout: 5 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func echo(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	io.WriteString(w, "hello")
}

func TestRunServesOrdinaryClientsBesideSlowOnes(t *testing.T) {
	r := besiege(t, http.HandlerFunc(echo), 0)
	if err := r.verdict(0); err != nil {
		t.Errorf("%v in %s", err, r)
	}
	if r.cut != 0 || r.lost != 0 {
		t.Errorf("got %s, want nothing cut by a server without time limits", r)
	}
}

func TestRunCountsSlowConnectionsThatTheServerCuts(t *testing.T) {
	r := besiege(t, http.HandlerFunc(echo), 50*time.Millisecond)
	if r.cut == 0 {
		t.Errorf("got %s, want slow connections cut", r)
	}
}

func TestVerdict(t *testing.T) {
	served := outcome{latencies: []time.Duration{time.Millisecond, 3 * time.Millisecond}}
	tests := []struct {
		name    string
		outcome outcome
		limit   time.Duration
		want    string
	}{
		{"good", served, 0, ""},
		{"within the limit", served, 3 * time.Millisecond, ""},
		{"nothing served", outcome{}, 0, "no ordinary request was served"},
		{"too slow", served, 2 * time.Millisecond, "p99 of ordinary requests: want at most 2ms, got 3ms"},
		{"failed", outcome{errors: 2, problem: "refused"}, 0, "2 ordinary requests failed, the first with: refused"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			if err := (report{outcome: test.outcome}).verdict(test.limit); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
