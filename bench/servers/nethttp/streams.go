package main

import (
	"fmt"
	"net/http"

	"github.com/weft-go/weft/bench/internal/hub"
)

// registerStreams adds a stream of events and the route that makes one.
func registerStreams(mux *http.ServeMux) {
	var events hub.Hub
	mux.HandleFunc("GET /events", func(w http.ResponseWriter, r *http.Request) {
		numbers, cancel := events.Subscribe()
		defer cancel()
		w.Header().Set("Content-Type", "text/event-stream")
		flusher := http.NewResponseController(w)
		for flusher.Flush() == nil {
			select {
			case <-r.Context().Done():
				return
			case n := <-numbers:
				fmt.Fprintf(w, "data: %d\n\n", n)
			}
		}
	})
	mux.HandleFunc("POST /publish", func(http.ResponseWriter, *http.Request) { events.Publish() })
}
