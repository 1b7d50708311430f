package transport

import (
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
)

// Settings are what a server tells its transport. They do not change while it
// runs, except for the routes and the clock.
type Settings struct {
	// Limits bound request heads.
	Limits h1.Limits

	// Runtime goes to the requests.
	Runtime *weft.Runtime

	// KeepAlive lets connections serve more than one request.
	KeepAlive bool

	// AcceptContinue answers Expect: 100-continue.
	AcceptContinue bool

	// Streaming hands bodies to handlers as they arrive.
	Streaming bool

	// MaxBody bounds request bodies; negative means no bound.
	MaxBody int64

	// IdleTimeout closes connections on which nothing was sent or received for
	// that long. Zero means never.
	IdleTimeout time.Duration

	// HeaderTimeout bounds the time from a request's first byte to the end of
	// its head, and from the start of a connection to its first byte.
	HeaderTimeout time.Duration

	// StallTimeout closes a connection whose client neither sends the body it
	// owes nor takes the response it asked for.
	StallTimeout time.Duration

	// MinBodyRate is the number of bytes a second below which a body is too slow,
	// once StallTimeout has passed.
	MinBodyRate int64

	// HTTP2 serves a connection that turned out to speak HTTP/2, until it ends.
	// It may be nil.
	HTTP2 func(net.Conn)

	// Stop ends the Serving context of the Runtime. It may be nil.
	Stop func()

	// H2C serves HTTP/2 without TLS.
	H2C bool

	routes   atomic.Pointer[weft.Routes]
	clock    atomic.Pointer[second]
	draining atomic.Bool
}

// Install sets the routes that the next requests are served with.
func (s *Settings) Install(r weft.Routes) { s.routes.Store(&r) }

// Installed returns the routes that the next requests are served with.
func (s *Settings) Installed() *weft.Routes { return s.routes.Load() }

// A second is one of those that a transport runs for.
type second struct {
	number int64
	clock  h1.Clock
}

// Tick begins the next second, in which responses are dated t. It is for one goroutine.
func (s *Settings) Tick(t time.Time) {
	next := &second{clock: *h1.NewClock(t)}
	if last := s.clock.Load(); last != nil {
		next.number = last.number + 1
	}
	s.clock.Store(next)
}

// Now returns the number of the current second. Ages are counted in these rather than
// by a clock on the wall: where the machine has been asleep, or too busy to let the
// server run, nobody is cut off for bytes that have been waiting to be read.
func (s *Settings) Now() int64 { return s.clock.Load().number }

// date returns the current second as responses need it.
func (s *Settings) date() *h1.Clock { return &s.clock.Load().clock }

// Drain makes every response the last one of its connection, and ends what would
// last for ever.
func (s *Settings) Drain() {
	s.draining.Store(true)
	if s.Stop != nil {
		s.Stop()
	}
}

// Draining says whether Drain was called.
func (s *Settings) Draining() bool { return s.draining.Load() }

// HTTPHandler returns the installed routes as an http.Handler, for connections
// that net/http serves.
func (s *Settings) HTTPHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.routes.Load().HTTPHandler(s.Runtime).ServeHTTP(w, r)
	})
}
