package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/internal/transport/nio"
)

// A Server serves routes. All of its methods may be called from several
// goroutines at once.
type Server struct {
	config Config

	mu       sync.Mutex
	set      *transport.Settings
	nio      *nio.Transport
	h2       *http2Server
	codings  weft.Middleware // nil if there are none
	listener net.Listener
	failed   chan error // what ended the accept loop
	done     bool
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
	return portOf(s.listener.Addr()), nil
}

// start listens and begins to accept.
func (s *Server) start(routes weft.Routes) error {
	set, err := s.config.settings()
	if err != nil {
		return err
	}
	if s.codings, err = s.config.codings(set.Streaming, set.MaxBody); err != nil {
		return err
	}
	l, err := listen(s.config.address())
	if err != nil {
		return err
	}
	set.Install(s.around(routes))
	s.set, s.listener = set, l
	s.nio = nio.New(set)
	if s.config.H2C || s.config.SSL != nil {
		s.h2 = newHTTP2Server(set)
		set.HTTP2 = s.h2.serve
		set.H2C = s.config.H2C
	}
	if s.config.SSL != nil {
		l = tls.NewListener(l, s.config.SSL.tlsConfig())
	}
	go func() { s.failed <- s.nio.Serve(l) }()
	return nil
}

// around puts the content codings around the routes, if there are any.
func (s *Server) around(routes weft.Routes) weft.Routes {
	if s.codings == nil {
		return routes
	}
	return routes.With(s.codings)
}

// listen opens the socket for an address.
func listen(address string) (net.Listener, error) {
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		return listenUnix(path)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("server: listen on %s: %w", address, err)
	}
	return l, nil
}

// listenUnix opens a Unix socket. One that a dead server has left behind is
// removed; one that answers belongs to somebody.
func listenUnix(path string) (net.Listener, error) {
	l, err := net.Listen("unix", path)
	if errors.Is(err, syscall.EADDRINUSE) && isSocket(path) {
		if c, dialErr := net.Dial("unix", path); dialErr == nil {
			c.Close()
		} else if os.Remove(path) == nil {
			l, err = net.Listen("unix", path)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("server: listen on unix:%s: %w", path, err)
	}
	return l, nil
}

func isSocket(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSocket != 0
}

func portOf(a net.Addr) int {
	if t, ok := a.(*net.TCPAddr); ok {
		return t.Port
	}
	return 0
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
	select {
	case <-ctx.Done():
	case err := <-s.failed:
		if err != nil {
			s.nio.Close()
			return err
		}
	}
	stop() // a second signal ends the process at once
	return s.Shutdown(context.Background())
}

// ErrCut is the error of a shutdown that had to cut requests in flight.
var ErrCut = errors.New("server: requests in flight were cut")

// Shutdown stops accepting, lets requests in flight finish, and cuts those that
// take longer than Config.GracefulShutdownTimeout or than ctx lives. It returns
// an error that wraps [ErrCut] if it had to. A server cannot be used again.
func (s *Server) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	s.done = true
	t, h2 := s.nio, s.h2
	s.mu.Unlock()
	if t == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, or(s.config.GracefulShutdownTimeout, 10*time.Second))
	defer cancel()
	if h2 != nil {
		h2.drain()
	}
	if err := t.Shutdown(ctx); err != nil {
		if h2 != nil {
			h2.close()
		}
		return fmt.Errorf("%w: %w", ErrCut, err)
	}
	return nil
}

// Close cuts everything at once.
func (s *Server) Close() error {
	s.mu.Lock()
	s.done = true
	t, h2 := s.nio, s.h2
	s.mu.Unlock()
	if t == nil {
		return nil
	}
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
	set := &transport.Settings{
		Limits: limits,
		Runtime: &weft.Runtime{
			Logger:           or(c.Logger, slog.Default()),
			FatalLevel:       level,
			Development:      c.Development,
			RequestStreaming: c.RequestStreaming.Enabled,
			MaxBody:          maxBody,
			WebSocket:        c.WebSocket,
			CookieSigner:     signer,
			Codec:            codecOf(c.Codec),
		},
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
