// Nethttp serves the routes of the comparison with the standard library:
// [http.Server] with its defaults and [http.ServeMux] as the router.
package main

import (
	"flag"
	"io"
	"log"
	"net/http"
	"strconv"

	"github.com/weft-go/weft/bench/payload"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	flag.Parse()
	server := &http.Server{Addr: "127.0.0.1:" + strconv.Itoa(*port), Handler: routes()}
	log.Fatal(server.ListenAndServe())
}

func routes() http.Handler {
	hello, json := []byte(payload.Hello), payload.JSON()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		write(w, payload.Text, hello)
	})
	mux.HandleFunc("GET /json", func(w http.ResponseWriter, r *http.Request) {
		write(w, payload.ApplicationJSON, json)
	})
	mux.HandleFunc("POST /echo", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		write(w, payload.Text, strconv.AppendInt(nil, int64(len(body)), 10))
	})
	mux.HandleFunc("GET /users/{id}/posts", func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		write(w, payload.Text, payload.AppendPosts(nil, r.PathValue("id"), query.Get("limit"), query.Get("offset")))
	})
	return mux
}

func write(w http.ResponseWriter, mediaType string, body []byte) {
	w.Header().Set("Content-Type", mediaType)
	w.Write(body)
}
