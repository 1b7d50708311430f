package weft

import "time"

// A WebSocketConfig says how WebSockets behave. The zero value is the default;
// switches that are on by default are named by their opposite.
type WebSocketConfig struct {
	// Subprotocols are the application protocols the server speaks, in order of
	// preference, separated by commas. The default is none.
	Subprotocols string

	// HandshakeTimeout bounds the opening handshake. Zero means 10 seconds.
	HandshakeTimeout time.Duration

	// ForceCloseTimeout is how long to wait for the other side's close frame
	// before the connection is cut. Zero or less means for ever, the default.
	ForceCloseTimeout time.Duration

	// PassCloseFrames hands close frames to the application. By default they are
	// handled for it (handleCloseFrames).
	PassCloseFrames bool

	// CloseStatus is the code sent when the application is done (sendCloseFrame).
	// Zero means 1000, normal closure.
	CloseStatus uint16

	// PassPongFrames hands pong frames to the application. By default they are
	// dropped (dropPongFrames).
	PassPongFrames bool

	// Decoder bounds and checks what is received.
	Decoder SocketDecoder
}

// A SocketDecoder says how WebSocket frames are read. The zero value is the
// default.
type SocketDecoder struct {
	// MaxFramePayloadLength is the largest payload of a frame. Zero means 65536.
	MaxFramePayloadLength int

	// AcceptUnmaskedFrames does not expect clients to mask their frames
	// (expectMaskedFrames is on by default, as RFC 6455 demands).
	AcceptUnmaskedFrames bool

	// AllowMaskMismatch accepts frames whose masking is not as expected.
	AllowMaskMismatch bool

	// AllowExtensions accepts frames with extension bits, and compression.
	AllowExtensions bool

	// KeepOnProtocolViolation does not close the connection when the other side
	// breaks the protocol (closeOnProtocolViolation is on by default).
	KeepOnProtocolViolation bool

	// NoUTF8Validator does not check that text is UTF-8 (withUTF8Validator is on
	// by default).
	NoUTF8Validator bool
}
