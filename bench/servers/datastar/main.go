// Datastar serves the stream of page changes of the comparison with datastar-go on
// net/http: a loop for each page, as its documentation shows.
package main

import (
	"flag"
	"log"
	"net/http"
	"strconv"

	"github.com/starfederation/datastar-go/datastar"

	"github.com/weft-go/weft/bench/internal/hub"
	"github.com/weft-go/weft/bench/payload"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	flag.Parse()
	log.Fatal(http.ListenAndServe("127.0.0.1:"+strconv.Itoa(*port), routes()))
}

func routes() http.Handler {
	var events hub.Hub
	mux := http.NewServeMux()
	mux.HandleFunc("GET /page", func(w http.ResponseWriter, r *http.Request) {
		numbers, cancel := events.Subscribe() // before the head is sent
		defer cancel()
		page := datastar.NewSSE(w, r)
		for {
			select {
			case <-r.Context().Done():
				return
			case n := <-numbers:
				if page.PatchElements(payload.Counter(n)) != nil {
					return
				}
			}
		}
	})
	mux.HandleFunc("POST /change", func(http.ResponseWriter, *http.Request) { events.Publish() })
	return mux
}
