package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/internal/reserve"
	"github.com/weft-go/weft/internal/transport"
)

// A Server serves routes. All of its methods may be called from several
// goroutines at once.
type Server struct {
	config    Config
	transport TransportConfig
	loaded    *Configuration // where the configuration came from, if it was loaded

	mu       sync.Mutex
	set      *transport.Settings
	channel  channel
	h2       *http2Server
	codings  weft.Middleware   // nil if there are none
	leaks    weft.Middleware   // nil if nobody looks for them
	outer    []weft.Middleware // what is about the connection, outermost last
	keys     *keyring          // nil without TLS
	listener net.Listener
	failed   chan error // what ended the accept loop
	reserved func()     // gives the heap's reserve back
	done     bool

	listening, stopping, held atomic.Bool // see health.go
}

// New returns a server with a configuration. It does nothing until routes are
// installed.
func New(c Config) *Server { return &Server{config: c, failed: make(chan error, 1)} }

// Default returns a server with the default configuration, on port 8080.
func Default() *Server { return New(Config{}) }

// DefaultWithPort returns a server with the default configuration but for its
// port.
func DefaultWithPort(port int) *Server { return New(Config{}.WithPort(port)) }

// DefaultWith returns a server with the configuration that f makes of the
// default one.
func DefaultWith(f func(Config) Config) *Server { return New(f(Config{})) }

// Live returns a server with a configuration; it is [New] under the name that
// stands beside [Default].
func Live(c Config) *Server { return New(c) }

// Install puts routes in place and returns the port the server listens on. The
// first call starts to listen, and fails if that is not possible; later ones
// replace the routes for requests that arrive from then on. For a Unix socket
// the port is 0.
func (s *Server) Install(routes weft.Routes) (port int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done {
		return 0, errors.New("server: it has been shut down")
	}
	if s.listener == nil {
		if err := s.start(routes); err != nil {
			return 0, err
		}
	} else {
		s.set.Install(s.around(routes))
	}
	reportNeeds(s.logger(), routes)
	return portOf(s.listener.Addr()), nil
}

// start listens and begins to accept.
func (s *Server) start(routes weft.Routes) error {
	if err := s.transport.check(); err != nil {
		return err
	}
	set, err := s.config.settings()
	if err != nil {
		return err
	}
	s.leaks = leakDetection(s.transport.LeakDetectionLevel, set.Streaming, s.logger())
	if s.codings, err = s.config.codings(set.Streaming, set.MaxBody); err != nil {
		return err
	}
	if s.config.SSL != nil {
		if s.keys, err = newKeyring(*s.config.SSL, s.logger()); err != nil {
			return err
		}
	}
	l, err := s.config.listen()
	if err != nil {
		return err
	}
	tuned, err := s.config.tune(l)
	if err != nil {
		l.Close()
		return err
	}
	l = tuned
	s.outer = s.config.aboutConnections(l.Addr())
	set.Install(s.around(routes))
	if s.channel, err = s.transport.open(set); err != nil {
		l.Close()
		return err
	}
	s.set, s.listener = set, l
	s.reserved = reserve.Hold(or(s.transport.HeapReserve, defaultHeapReserve))
	if s.config.H2C || s.config.SSL != nil {
		s.h2 = newHTTP2Server(set)
		set.HTTP2 = s.h2.serve
		set.H2C = s.config.H2C
	}
	s.listening.Store(true)
	go s.accept(s.preluded(l))
	return nil
}

// accept accepts connections until the server ends or cannot go on.
func (s *Server) accept(l net.Listener) {
	err := s.channel.Serve(l)
	if err != nil {
		s.listening.Store(false)
	}
	s.failed <- err
}

// preluded returns the listener with what has to happen before HTTP.
func (s *Server) preluded(l net.Listener) net.Listener {
	var steps []prelude
	if p := s.config.ProxyProtocol; p != nil {
		steps = append(steps, p.begin)
	}
	if s.keys != nil {
		steps = append(steps, s.keys.beginTLS)
	}
	if steps == nil {
		return l
	}
	return withPrelude(l, s.set.HeaderTimeout, steps...)
}

// around puts the search for leaks, the content codings and what is about the
// connection around the routes, if there are any. Leaks are looked for in the bodies
// that handlers see.
func (s *Server) around(routes weft.Routes) weft.Routes {
	if s.leaks != nil {
		routes = routes.With(s.leaks)
	}
	if s.codings != nil {
		routes = routes.With(s.codings)
	}
	return routes.With(s.outer...)
}

// aboutConnections returns the middleware for a server that listens on an address:
// who the client is, and whether it may come without TLS.
func (c Config) aboutConnections(addr net.Addr) []weft.Middleware {
	var all []weft.Middleware
	if len(c.TrustedProxies) > 0 {
		f := forwarding{c.TrustedProxies, or(c.ProxyHeaders, XForwarded), addr.Network() == "unix"}
		all = append(all, f.middleware())
	}
	if c.SSL != nil && c.SSL.plain != HTTPAccept {
		all = append(all, onlyTLS(c.SSL.plain, portOf(addr)))
	}
	return all
}

// Addr returns the address the server listens on, or nil before the first
// Install.
func (s *Server) Addr() net.Addr {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener == nil {
		return nil
	}
	return s.listener.Addr()
}

// Serve installs the routes and serves them until ctx ends or the process gets
// SIGINT or SIGTERM. It then shuts down gracefully. It returns nil if every
// request in flight was answered, an error that wraps [ErrCut] if some were cut,
// and any other error if serving could not begin or go on.
func (s *Server) Serve(ctx context.Context, routes weft.Routes) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if _, err := s.Install(routes); err != nil {
		return err
	}
	s.logger().Info("weft: serving", "address", s.Addr().String())
	s.notify("READY=1")
	select {
	case <-ctx.Done():
	case err := <-s.failed:
		if err != nil {
			s.Close()
			return err
		}
	}
	stop() // a second signal ends the process at once
	s.notify("STOPPING=1")
	return s.Shutdown(context.Background())
}

// ErrCut is the error of a shutdown that had to cut requests in flight.
var ErrCut = errors.New("server: requests in flight were cut")

// Shutdown stops accepting, lets requests in flight finish, and cuts those that
// take longer than Config.GracefulShutdownTimeout or than ctx lives. It returns
// an error that wraps [ErrCut] if it had to. It waits for the handlers of requests that
// it cut, as TransportConfig says. A server cannot be used again.
func (s *Server) Shutdown(patience context.Context) error {
	s.stopping.Store(true)
	defer s.listening.Store(false)
	s.mu.Lock()
	s.done = true
	t, h2 := s.channel, s.h2
	s.mu.Unlock()
	if t == nil {
		return nil
	}
	defer s.reserved()
	ctx, cancel := context.WithTimeout(patience, or(s.config.GracefulShutdownTimeout, 10*time.Second))
	defer cancel()
	if h2 != nil {
		h2.drain()
	}
	if err := t.Shutdown(ctx); err != nil {
		if h2 != nil {
			h2.close()
		}
		if left := s.transport.settle(patience, t.Connections); left > 0 {
			return fmt.Errorf("%w: %w; %d handlers do not return", ErrCut, err, left)
		}
		return fmt.Errorf("%w: %w", ErrCut, err)
	}
	return nil
}

// Close cuts everything at once.
func (s *Server) Close() error {
	s.stopping.Store(true)
	defer s.listening.Store(false)
	s.mu.Lock()
	s.done = true
	t, h2 := s.channel, s.h2
	s.mu.Unlock()
	if t == nil {
		return nil
	}
	defer s.reserved()
	if h2 != nil {
		h2.close()
	}
	return t.Close()
}

func (s *Server) logger() *slog.Logger { return or(s.config.Logger, slog.Default()) }

// codecOf returns nil for the default configuration, which costs requests nothing.
func codecOf(c weft.CodecConfig) *weft.CodecConfig {
	if c == (weft.CodecConfig{}) {
		return nil
	}
	return &c
}

// settings translates the configuration for transports.
func (c Config) settings() (*transport.Settings, error) {
	level := slog.LevelWarn
	if c.NoWarningOnFatalError {
		level = slog.LevelError
	}
	maxBody := c.RequestStreaming.MaximumContentLength
	if maxBody == 0 {
		maxBody = weft.DefaultMaxBody
		if c.RequestStreaming.Enabled {
			maxBody = -1
		}
	}
	limits := h1.DefaultLimits()
	limits.Line = or(c.MaxInitialLineLength, limits.Line)
	limits.Header = or(c.MaxHeaderSize, limits.Header)
	limits.Fields = or(c.MaxHeaderFields, limits.Fields)
	limits.LengthWithChunked = c.LengthWithChunked
	var signer *weft.CookieSigner
	if len(c.CookieKeys) > 0 {
		var err error
		if signer, err = weft.NewCookieSigner(c.CookieKeys...); err != nil {
			return nil, fmt.Errorf("server: cookie keys: %w", err)
		}
	}
	serving, stop := context.WithCancel(context.Background())
	set := &transport.Settings{
		Limits: limits,
		Runtime: &weft.Runtime{
			Logger:           or(c.Logger, slog.Default()),
			FatalLevel:       level,
			Development:      c.Development,
			RequestStreaming: c.RequestStreaming.Enabled,
			MaxBody:          maxBody,
			WebSocket:        c.WebSocket,
			Serving:          serving,
			CookieSigner:     signer,
			Codec:            codecOf(c.Codec),
		},
		Stop:           stop,
		KeepAlive:      !c.NoKeepAlive,
		AcceptContinue: c.AcceptContinue,
		Streaming:      c.RequestStreaming.Enabled,
		MaxBody:        maxBody,
		IdleTimeout:    c.IdleTimeout,
		HeaderTimeout:  or(c.HeaderTimeout, 10*time.Second),
		StallTimeout:   or(c.StallTimeout, 30*time.Second),
		MinBodyRate:    int64(or(c.MinBodyRate, 256)),
	}
	return set, nil
}
