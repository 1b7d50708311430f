// Gnet serves GET / of the comparison with panjf2000/gnet v2, a framework for
// event loops without HTTP. It finds the end of each head and answers with
// prepared bytes: no header is looked at, so this is less work than any HTTP
// server does. It shows what the event loop costs.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"net/http"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/panjf2000/gnet/v2"
	"github.com/panjf2000/gnet/v2/pkg/logging"

	"github.com/weft-go/weft/bench/payload"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	flag.Parse()
	s := &server{}
	s.refresh(time.Now())
	log.Fatal(gnet.Run(s, "tcp://127.0.0.1:"+strconv.Itoa(*port),
		gnet.WithMulticore(true), gnet.WithNumEventLoop(runtime.GOMAXPROCS(0)),
		gnet.WithTicker(true), gnet.WithLogLevel(logging.ErrorLevel)))
}

// A server answers every request with the same bytes, made anew once a second.
type server struct {
	gnet.BuiltinEventEngine
	response atomic.Pointer[[]byte]
}

func (s *server) refresh(now time.Time) {
	response := fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nServer: gnet\r\nDate: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s",
		now.UTC().Format(http.TimeFormat), payload.Text, len(payload.Hello), payload.Hello)
	s.response.Store(&response)
}

// OnTick renders the answer with the new date.
func (s *server) OnTick() (time.Duration, gnet.Action) {
	s.refresh(time.Now())
	return time.Second, gnet.None
}

// OnTraffic answers the requests that have arrived whole with one write.
func (s *server) OnTraffic(c gnet.Conn) gnet.Action {
	data, err := c.Peek(-1)
	if err != nil {
		return gnet.Close
	}
	requests, used := 0, 0
	for {
		end := bytes.Index(data[used:], []byte("\r\n\r\n"))
		if end < 0 {
			break
		}
		used += end + 4
		requests++
	}
	if requests == 0 {
		return gnet.None
	}
	if _, err := c.Discard(used); err != nil {
		return gnet.Close
	}
	response := *s.response.Load()
	if requests > 1 {
		response = bytes.Repeat(response, requests)
	}
	if _, err := c.Write(response); err != nil {
		return gnet.Close
	}
	return gnet.None
}
