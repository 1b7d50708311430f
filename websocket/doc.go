// Package websocket serves and opens WebSockets (RFC 6455), with compression of
// messages (RFC 7692).
//
// # A server
//
// [Handle] turns a function into a handler. The function has the connection for as
// long as it likes; when it returns, the connection is closed.
//
//	func echo(ctx context.Context, conn *websocket.Conn) error {
//		for m, err := range conn.Messages(ctx) {
//			if err != nil {
//				return err
//			}
//			if err := conn.Write(ctx, m.Kind, m.Data); err != nil {
//				return err
//			}
//		}
//		return nil
//	}
//
//	routes := weft.NewRoutes(weft.NewPattern(weft.GET, "/echo").Handle(websocket.Handle(echo)))
//
// The loop ends by itself when the client closes normally. What the function returns
// decides what the client is told: nothing wrong, a [CloseError] of its own, or that
// the server had a problem, which is then in the log.
//
// A goroutine for each connection is all that is needed: Read answers pings, notices
// the close frame and checks everything on the way. Others may call [Conn.Write] at
// the same time. A function that only writes calls [Conn.CloseRead] first, so that
// somebody reads.
//
// # Values in place of bytes
//
// [HandleTyped] is for messages of known types. They are JSON in text messages, or
// any other format in binary ones.
//
//	func chat(ctx context.Context, c *websocket.Typed[Said, Line]) error {
//		for said, err := range c.All(ctx) {
//			if err != nil {
//				return err
//			}
//			err = c.Send(ctx, Line{From: "you", Text: said.Text})
//			…
//		}
//		return nil
//	}
//
// Where the function to run depends on the request, [Serve] makes a [Session] of it,
// whose Accept takes the request.
//
// # A client
//
//	conn, err := websocket.Dial(ctx, "wss://example.com/echo", websocket.DialOptions{})
//	if err != nil {
//		return err // a *HandshakeError tells status and body of a refusal
//	}
//	defer conn.CloseNow()
//	err = conn.Write(ctx, websocket.Text, []byte("hello"))
//	kind, data, err := conn.Read(ctx)
//	err = conn.Close(websocket.NormalClosure, "")
//
// # Messages that do not fit into memory
//
// Read returns a message once all of it is there, and refuses those longer than
// [Options.MaxMessage], 1 MiB by default. [Conn.NextReader] and [Conn.NextWriter] are
// for longer ones: they read and write a message while it is on its way.
//
// # Configuration
//
// The settings of weft.WebSocketConfig come with the server's configuration;
// [Options.Config] replaces them for a handler. What each is called in the
// specification stands in brackets:
//
//   - Subprotocols (subprotocols): the first of them that the client offers is chosen.
//     If there is none the connection is opened without one.
//   - HandshakeTimeout (handshakeTimeoutMillis): an attempt that takes longer is cut.
//   - ForceCloseTimeout (forceCloseTimeoutMillis): how long the other side's close
//     frame is waited for.
//   - PassCloseFrames (not handleCloseFrames): Read returns a message of kind
//     [CloseFrame], and the application answers it with [Conn.Close].
//   - CloseStatus (sendCloseFrame): the code that is sent when the handler returns nil.
//   - PassPongFrames (not dropPongFrames): Read returns messages of kind [PongFrame].
//   - Decoder.MaxFramePayloadLength (maxFramePayloadLength): a longer frame ends the
//     connection with [MessageTooBig]. Messages are sent in frames no longer than that.
//   - Decoder.AcceptUnmaskedFrames (not expectMaskedFrames): clients are expected not
//     to mask their frames; masked ones are a violation then.
//   - Decoder.AllowMaskMismatch (allowMaskMismatch): frames are accepted either way.
//   - Decoder.AllowExtensions (allowExtensions): permessage-deflate is agreed on with
//     clients that offer it. Reserved bits that no agreed extension uses are a
//     violation all the same.
//   - Decoder.KeepOnProtocolViolation (not closeOnProtocolViolation): a violation is
//     the error of Read, as always, but no close frame is sent, and the application
//     may go on writing. Nothing more can be read, since nobody knows where the next
//     frame begins.
//   - Decoder.NoUTF8Validator (not withUTF8Validator): text is whatever was sent.
//
// # Origins
//
// Browsers let any page open a WebSocket to any server, with that server's cookies. So
// requests with an Origin field are refused with 403 unless the origin has the host of
// the request, or stands in [Options.Origins].
//
// # Compression
//
// With AllowExtensions, messages from 128 bytes on are compressed if the client can
// inflate them. Messages may refer to earlier ones, which makes small messages much
// smaller and costs up to 64 KiB a connection; [Compression] has the details. What a
// message inflates to counts against MaxMessage.
//
// # Ends
//
// A connection ends with a close frame from each side, or without if the network gives
// out. Either way Read returns a [CloseError]. When the server shuts down, clients are
// told to go away ([GoingAway]) and the context of handlers ends. [Options.KeepAlive]
// finds clients that vanished without a word.
package websocket
