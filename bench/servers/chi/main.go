// Chi serves the routes of the comparison with go-chi/chi, a router for
// net/http, without middleware. What chi leaves to the program is done with the
// standard library.
package main

import (
	"flag"
	"io"
	"log"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"

	"github.com/weft-go/weft/bench/payload"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	files := flag.String("files", "", "directory that is served under /files/")
	flag.Parse()
	log.Fatal(http.ListenAndServe("127.0.0.1:"+strconv.Itoa(*port), routes(*files)))
}

func routes(files string) http.Handler {
	hello, json, catalogue := []byte(payload.Hello), payload.JSON(), payload.NewCatalogue()
	r := chi.NewRouter()
	r.Get("/", func(w http.ResponseWriter, r *http.Request) { write(w, payload.Text, hello) })
	r.Get("/json", func(w http.ResponseWriter, r *http.Request) { write(w, payload.ApplicationJSON, json) })
	r.Post("/echo", echo)
	r.Get("/users/{id}/posts", func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		write(w, payload.Text, payload.AppendPosts(nil, chi.URLParam(r, "id"), query.Get("limit"), query.Get("offset")))
	})
	r.Post(payload.OrderPath, order)
	r.Post("/orders", sum)
	r.Get("/catalogue", func(w http.ResponseWriter, r *http.Request) { writeJSON(w, catalogue) })
	for i := range payload.Routes {
		r.Get(payload.APIPattern(i), part)
	}
	if files != "" {
		r.Handle("/files/*", http.StripPrefix("/files/", http.FileServer(http.Dir(files))))
	}
	return r
}

func echo(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	write(w, payload.Text, strconv.AppendInt(nil, int64(len(body)), 10))
}

func write(w http.ResponseWriter, mediaType string, body []byte) {
	w.Header().Set("Content-Type", mediaType)
	w.Write(body)
}
