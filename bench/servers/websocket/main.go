// Websocket serves GET /ws, which sends back what it gets, with one of two
// libraries on net/http: coder/websocket, or lxzan/gws with -library gws. Both
// without compression, which is how messages of 64 bytes are best sent.
package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
	"strconv"

	coder "github.com/coder/websocket"
	"github.com/lxzan/gws"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	library := flag.String("library", "coder", "coder or gws")
	flag.Parse()
	handlers := map[string]http.HandlerFunc{"coder": serveCoder, "gws": serveGWS()}
	handler, ok := handlers[*library]
	if !ok {
		log.Fatal(fmt.Errorf("-library: want coder or gws, got %q", *library))
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ws", handler)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+strconv.Itoa(*port), mux))
}

func serveCoder(w http.ResponseWriter, r *http.Request) {
	conn, err := coder.Accept(w, r, nil)
	if err != nil {
		return // Accept has answered
	}
	defer conn.CloseNow()
	for {
		kind, data, err := conn.Read(r.Context())
		if err != nil {
			return
		}
		if err := conn.Write(r.Context(), kind, data); err != nil {
			return
		}
	}
}

// echo is gws's way to say what happens to messages.
type echo struct{ gws.BuiltinEventHandler }

// OnMessage sends a message back and gives its buffer to the library.
func (echo) OnMessage(conn *gws.Conn, message *gws.Message) {
	defer message.Close()
	if err := conn.WriteMessage(message.Opcode, message.Bytes()); err != nil {
		conn.NetConn().Close()
	}
}

func serveGWS() http.HandlerFunc {
	upgrader := gws.NewUpgrader(echo{}, nil)
	return func(w http.ResponseWriter, r *http.Request) {
		conn, err := upgrader.Upgrade(w, r)
		if err != nil {
			return // Upgrade has answered
		}
		go conn.ReadLoop()
	}
}
