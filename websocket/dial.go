package websocket

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/weft-go/weft"
)

// DialOptions say how a client's WebSocket is opened and behaves. The zero value is
// the default.
type DialOptions struct {
	// Config holds the settings that servers have, too: Subprotocols are those to
	// offer, HandshakeTimeout bounds all that [Dial] does, and Decoder.AllowExtensions
	// offers compression. A MaxFramePayloadLength of zero means MaxMessage here:
	// many servers send a message in one frame, however long it is. A client never
	// expects masked frames.
	Config weft.WebSocketConfig

	// Headers are sent with the handshake: Authorization, Origin, Cookie. A Host field
	// takes the place of the URL's.
	Headers weft.Headers

	// TLS is used for wss URLs. Nil means the default.
	TLS *tls.Config

	// NetDial opens the connection. Nil means a net.Dialer.
	NetDial func(ctx context.Context, network, address string) (net.Conn, error)

	// MaxMessage is the longest message that is held in memory. Zero means
	// [DefaultMaxMessage].
	MaxMessage int64

	// WriteTimeout is how long the server may take to accept a frame. Zero means
	// [DefaultWriteTimeout], a negative value for ever.
	WriteTimeout time.Duration

	// KeepAlive sends pings to a silent server. By default none are sent.
	KeepAlive KeepAlive

	// Compression is how messages are compressed, if extensions are allowed and the
	// server agrees.
	Compression Compression
}

// Dial opens a WebSocket to a URL such as ws://example.com/chat or, under TLS,
// wss://example.com/chat; http and https mean the same. The connection has to be
// closed with [Conn.Close] or [Conn.CloseNow].
//
// It fails with a [*HandshakeError] if the server answers with anything but a proper
// handshake, with the network's error if there is no answer, and with ctx's if that
// ends first. ctx does not matter to the connection afterwards, but for its values.
func Dial(ctx context.Context, address string, o DialOptions) (*Conn, error) {
	u, err := parseAddress(address)
	if err != nil {
		return nil, err
	}
	set := newSettings(o.Config, o.MaxMessage, o.WriteTimeout, o.KeepAlive, o.Compression, true)
	limited, cancel := context.WithTimeoutCause(ctx, set.config.HandshakeTimeout,
		fmt.Errorf("websocket: dial %s: no handshake in %v: %w", u.Host, set.config.HandshakeTimeout, context.DeadlineExceeded))
	defer cancel()
	nc, err := o.connect(limited, u)
	if err != nil {
		return nil, explain(limited, u, err)
	}
	// The end of the context makes reads and writes fail at once.
	stop := context.AfterFunc(limited, func() { nc.SetDeadline(longAgo) })
	c, err := o.open(ctx, nc, u, set)
	if !stop() && err == nil {
		c.CloseNow()
		err = limited.Err()
	}
	if err != nil {
		nc.Close()
		return nil, explain(limited, u, err)
	}
	return c, nil
}

// explain puts the context's error in the place of what it has led to.
func explain(ctx context.Context, u *url.URL, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if _, ok := errors.AsType[*HandshakeError](err); ok {
		return err
	}
	return fmt.Errorf("websocket: dial %s: %w", u.Host, err)
}

func parseAddress(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("websocket: dial: %w", err)
	}
	switch u.Scheme {
	case "ws", "http":
		u.Scheme = "ws"
	case "wss", "https":
		u.Scheme = "wss"
	default:
		return nil, fmt.Errorf("websocket: dial: want a ws or wss URL, got %q", address)
	}
	if u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return nil, fmt.Errorf("websocket: dial: want a URL with a host, without a user and a fragment, got %q", u.Redacted())
	}
	return u, nil
}

// connect opens the connection, and TLS on it.
func (o *DialOptions) connect(ctx context.Context, u *url.URL) (net.Conn, error) {
	port := u.Port()
	if port == "" {
		port = map[string]string{"ws": "80", "wss": "443"}[u.Scheme]
	}
	dial := o.NetDial
	if dial == nil {
		dial = (&net.Dialer{}).DialContext
	}
	nc, err := dial(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil || u.Scheme == "ws" {
		return nc, err
	}
	config := &tls.Config{}
	if o.TLS != nil {
		config = o.TLS.Clone()
	}
	if config.ServerName == "" {
		config.ServerName = u.Hostname()
	}
	config.NextProtos = []string{"http/1.1"}
	tc := tls.Client(nc, config)
	if err := tc.HandshakeContext(ctx); err != nil {
		nc.Close()
		return nil, err
	}
	return tc, nil
}
