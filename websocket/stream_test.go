package websocket_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/websocket"
)

// streamEcho sends every message back while it arrives.
func streamEcho(ctx context.Context, c *websocket.Conn) error {
	for {
		kind, r, err := c.NextReader(ctx)
		if err != nil {
			return err
		}
		w, err := c.NextWriter(ctx, kind)
		if err != nil {
			return err
		}
		if _, err := io.Copy(w, r); err != nil {
			return errors.Join(err, w.Close())
		}
		if err := w.Close(); err != nil {
			return err
		}
	}
}

func TestStreams(t *testing.T) {
	p := connect(t, websocket.Options{MaxMessage: 100}, streamEcho) // the limit does not apply
	for _, n := range []int{0, 1, 1000, 16 << 10, 16<<10 + 1, 500 << 10} {
		s := prose(n, 3)
		go p.send(fragments(opText, s, 40000)...)
		got := answer{op: opText}
		for {
			first, payload, err := p.readFrame()
			if err != nil {
				t.Fatal(err)
			}
			if got.payload += payload; first&fin != 0 {
				break
			}
		}
		if got != text(s) {
			t.Fatalf("%d bytes: got %s", n, show(got.op, got.payload))
		}
	}
	p.bye()
}

func TestStreamsCompressed(t *testing.T) {
	p := connect(t, compressing(websocket.Compression{}), streamEcho, "Sec-WebSocket-Extensions: permessage-deflate")
	d := newDeflatePeer(t, p)
	for round, n := range []int{0, 1, 100, 1000, 16 << 10, 200 << 10, 5, 70 << 10} {
		s := prose(n, uint64(round%2))
		go d.sendMessage(opText, s, 5000)
		if got := d.readMessage(); got != text(s) {
			t.Fatalf("%d bytes: got %s", n, show(got.op, got.payload))
		}
	}
	d.bye()
}

func TestStreamHalfRead(t *testing.T) {
	for _, fields := range [][]string{nil, {"Sec-WebSocket-Extensions: permessage-deflate"}} {
		got := make(chan string, 2)
		p := connect(t, compressing(websocket.Compression{}), func(ctx context.Context, c *websocket.Conn) error {
			_, first, err := c.NextReader(ctx)
			if err != nil {
				return err
			}
			b := make([]byte, 3)
			io.ReadFull(first, b)
			_, data, err := c.Read(ctx)
			got <- string(b) + " " + string(data)
			if _, err := first.Read(b); err != io.ErrUnexpectedEOF {
				return err
			}
			return err
		}, fields...)
		s := prose(40000, 9)
		if fields == nil {
			p.send(frame(fin|opText, s), frame(fin|opText, "next"))
		} else {
			d := newDeflatePeer(t, p)
			d.sendMessage(opText, s, 0)
			d.sendMessage(opText, "next", 0)
		}
		if g := after(t, got, "the second message"); g != s[:3]+" next" {
			t.Errorf("got %q", g)
		}
		p.send(closeFrame(1000, ""))
		p.expectClose(1000)
	}
}

func TestStreamReaderIsAReader(t *testing.T) {
	s := prose(3000, 4)
	p := connect(t, websocket.Options{}, func(ctx context.Context, c *websocket.Conn) error {
		_, r, err := c.NextReader(ctx)
		if err != nil {
			return err
		}
		if err := iotest.TestReader(r, []byte(s)); err != nil {
			return &websocket.CloseError{Code: 4000, Reason: err.Error()}
		}
		return nil
	})
	p.send(fragments(opText, s, 700)...)
	p.send(closeFrame(1000, ""))
	p.expectClose(1000)
}

func TestStreamControlFramesInBetween(t *testing.T) {
	p, c := run(t, decoding(weft.SocketDecoder{MaxFramePayloadLength: 4}))
	w, err := c.NextWriter(t.Context(), websocket.Text)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, "hello")
	p.expect(opText, "hell")
	p.send(frame(fin|opPing, "?"), frame(fin|opText, "data"))
	if _, _, err := c.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.expect(fin|opPong, "?")
	w.Close()
	p.expect(fin|opCont, "o")
	if _, err := w.Write([]byte("x")); err == nil {
		t.Error("written after Close")
	}
	if err := w.Close(); err != nil {
		t.Errorf("closed again: %v", err)
	}
	p.send(closeFrame(1000, ""))
}

func TestStreamTextIsChecked(t *testing.T) {
	for _, parts := range [][]string{{"ab\xff"}, {"ab\xe2", "x"}, {"ab\xe2"}} {
		p, c := run(t, websocket.Options{})
		w, err := c.NextWriter(t.Context(), websocket.Text)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range parts {
			io.WriteString(w, s)
		}
		if err := w.Close(); err == nil || !strings.Contains(err.Error(), "text") {
			t.Errorf("%q: %v", parts, err)
		}
		p.expect(fin|opClose, closePayload(1011, ""))
		p.send(closeFrame(1011, ""))
	}
}
