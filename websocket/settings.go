package websocket

import (
	"cmp"
	"time"

	"github.com/weft-go/weft"
)

// A KeepAlive sends pings on a connection on which nothing arrives. The zero value
// sends none.
type KeepAlive struct {
	// Interval is how long nothing may arrive before a ping is sent. Zero or less
	// means that none is ever sent.
	Interval time.Duration

	// Timeout is how long the answer may take; then the connection is cut. Zero
	// means as long as the interval. Someone has to read for an answer to be
	// noticed, so time in which nobody reads does not count.
	Timeout time.Duration
}

// The defaults of what is not part of [weft.WebSocketConfig].
const (
	// DefaultMaxMessage is the longest message that is held in memory: 1 MiB.
	DefaultMaxMessage = 1 << 20

	// DefaultWriteTimeout is how long the other side may take to accept a frame.
	DefaultWriteTimeout = 30 * time.Second
)

const (
	defaultHandshakeTimeout = 10 * time.Second
	defaultMaxFrame         = 65536
)

// settings are what connections of one kind have in common.
type settings struct {
	config       weft.WebSocketConfig
	maxMessage   int64
	writeTimeout time.Duration // 0 means none
	keepAlive    KeepAlive
	compression  Compression
	client       bool
}

// newSettings fills in the defaults.
func newSettings(c weft.WebSocketConfig, maxMessage int64, writeTimeout time.Duration, k KeepAlive, z Compression, client bool) *settings {
	c.HandshakeTimeout = cmp.Or(max(0, c.HandshakeTimeout), defaultHandshakeTimeout)
	c.CloseStatus = cmp.Or(c.CloseStatus, uint16(NormalClosure))
	k.Timeout = cmp.Or(k.Timeout, k.Interval)
	return &settings{
		config:       c,
		maxMessage:   cmp.Or(max(0, maxMessage), DefaultMaxMessage),
		writeTimeout: max(0, cmp.Or(writeTimeout, DefaultWriteTimeout)),
		keepAlive:    k,
		compression:  z,
		client:       client,
	}
}

// maxFrame returns the longest payload of a frame, in both directions.
func (s *settings) maxFrame() int {
	if s.client {
		return cmp.Or(max(0, s.config.Decoder.MaxFramePayloadLength), int(s.maxMessage))
	}
	return cmp.Or(max(0, s.config.Decoder.MaxFramePayloadLength), defaultMaxFrame)
}

// rules returns what a decoder accepts. Servers do not mask (RFC 6455, section 5.1).
func (s *settings) rules(deflate bool) rules {
	d := s.config.Decoder
	return rules{
		maxFrame:   int64(s.maxFrame()),
		wantMasked: !s.client && !d.AcceptUnmaskedFrames,
		anyMask:    d.AllowMaskMismatch,
		deflate:    deflate,
		checkText:  !d.NoUTF8Validator,
	}
}
