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
	files := flag.String("files", "", "directory that is served under /files/")
	count := flag.Int("routes", payload.Routes, "routes below /api")
	layers := flag.Int("middleware", 0, "layers of middleware that does nothing")
	cert := flag.String("cert", "", "certificate; if given, the port speaks TLS")
	key := flag.String("key", "", "the certificate's key")
	flag.Parse()
	server := &http.Server{Addr: "127.0.0.1:" + strconv.Itoa(*port), Handler: wrap(routes(*files, *count), *layers)}
	if *cert != "" {
		log.Fatal(server.ListenAndServeTLS(*cert, *key))
	}
	log.Fatal(server.ListenAndServe())
}

func routes(files string, count int) http.Handler {
	hello, json, catalogue := []byte(payload.Hello), payload.JSON(), payload.NewCatalogue()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		write(w, payload.Text, hello)
	})
	mux.HandleFunc("GET /json", func(w http.ResponseWriter, r *http.Request) {
		write(w, payload.ApplicationJSON, json)
	})
	mux.HandleFunc("POST /echo", echo)
	mux.HandleFunc("GET /users/{id}/posts", func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		write(w, payload.Text, payload.AppendPosts(nil, r.PathValue("id"), query.Get("limit"), query.Get("offset")))
	})
	mux.HandleFunc("POST "+payload.OrderPath, order)
	mux.HandleFunc("POST /orders", sum)
	mux.HandleFunc("GET /catalogue", func(w http.ResponseWriter, r *http.Request) { writeJSON(w, catalogue) })
	for i := range count {
		mux.HandleFunc("GET "+payload.APIPattern(i), part)
	}
	registerStreams(mux)
	if files != "" {
		mux.Handle("GET /files/", http.StripPrefix("/files/", http.FileServer(http.Dir(files))))
	}
	return mux
}

// wrap puts layers of middleware that does nothing around a handler.
func wrap(h http.Handler, layers int) http.Handler {
	for range layers {
		next := h
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, r) })
	}
	return h
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
