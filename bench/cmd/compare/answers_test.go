package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/weft-go/weft/bench/payload"
)

// rightAnswers serves the routes of the comparison.
func rightAnswers() *http.ServeMux {
	text := func(w http.ResponseWriter, body []byte) {
		w.Header().Set("Content-Type", payload.Text)
		w.Write(body)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { text(w, []byte(payload.Hello)) })
	mux.HandleFunc("GET /json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", payload.ApplicationJSON)
		w.Write(payload.JSON())
	})
	mux.HandleFunc("POST /echo", func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		text(w, strconv.AppendInt(nil, n, 10))
	})
	mux.HandleFunc("GET /users/{id}/posts", func(w http.ResponseWriter, r *http.Request) {
		text(w, payload.AppendPosts(nil, r.PathValue("id"), r.FormValue("limit"), r.FormValue("offset")))
	})
	return mux
}

func TestCheckAnswers(t *testing.T) {
	// spoil answers one path wrongly and leaves the rest right.
	spoil := func(path, mediaType, body string) http.Handler {
		right := rightAnswers()
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != path {
				right.ServeHTTP(w, r)
				return
			}
			w.Header().Set("Content-Type", mediaType)
			io.WriteString(w, body)
		})
	}
	tests := []struct {
		name    string
		handler http.Handler
		want    string
	}{
		{"right", rightAnswers(), ""},
		{"not found", http.NotFoundHandler(), "GET /: want status 200, got 404"},
		{"one byte off", spoil("/", payload.Text, "Hello, World?"), `GET /: want body "Hello, World!", got "Hello, World?"`},
		{"longer", spoil("/", payload.Text, "Hello, World!!"), "GET /: want Content-Length 13, got 14"},
		{"media type", spoil("/json", payload.Text, string(payload.JSON())), "GET /json: want Content-Type application/json, got text/plain"},
		{"no reading", spoil("/echo", payload.Text, "5"), "POST /echo: want Content-Length 4, got 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server := httptest.NewServer(test.handler)
			defer server.Close()
			got := ""
			if _, err := checkAnswers(strings.TrimPrefix(server.URL, "http://"), plainKinds()); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
