package websocket_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/websocket"
)

// run opens a socket whose server side is driven by the test itself.
func run(t *testing.T, o websocket.Options, fields ...string) (*peer, *websocket.Conn) {
	t.Helper()
	conns, ended := make(chan *websocket.Conn, 1), make(chan struct{})
	p := connect(t, o, func(ctx context.Context, c *websocket.Conn) error {
		conns <- c
		<-ended
		return nil
	}, fields...)
	t.Cleanup(func() { close(ended) })
	return p, <-conns
}

func TestReadIsInterruptedAndGoesOn(t *testing.T) {
	p, c := run(t, websocket.Options{})
	for _, part := range [][]byte{nil, frame(fin|opText, "hello, world")[:9]} {
		p.send(part)
		ctx, cancel := context.WithCancelCause(t.Context())
		reason := errors.New("no time")
		got := make(chan error, 1)
		go func() {
			_, _, err := c.Read(ctx)
			got <- err
		}()
		cancel(reason)
		if err := after(t, got, "the read"); !errors.Is(err, reason) {
			t.Fatalf("got %v", err)
		}
	}
	p.send(frame(fin|opText, "hello, world")[9:])
	if kind, data, err := c.Read(t.Context()); err != nil || kind != websocket.Text || string(data) != "hello, world" {
		t.Errorf("got %v %q, %v", kind, data, err)
	}
}

func TestSecondReaderIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, c := run(t, websocket.Options{})
		go c.Read(t.Context())
		synctest.Wait()
		if _, _, err := c.Read(t.Context()); err == nil || !strings.Contains(err.Error(), "another goroutine") {
			t.Errorf("got %v", err)
		}
		p.send(closeFrame(1000, ""))
	})
}

func TestWritersDoNotMix(t *testing.T) {
	const writers, messages = 8, 25
	p, c := run(t, decoding(weft.SocketDecoder{MaxFramePayloadLength: 1000}))
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for m := range messages {
				s := strings.Repeat(fmt.Sprintf("%d/%d ", w, m), 100*(w+1))
				if err := c.Write(t.Context(), websocket.Text, []byte(s)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	go func() {
		all.Wait()
		c.Close(websocket.NormalClosure, "")
	}()
	next := [writers]int{}
	p.send(closeFrame(1000, "")) // lies in the buffer until Close reads it
	got, code := p.readAll()
	if code != 1000 || len(got) != writers*messages {
		t.Fatalf("%d messages, code %d", len(got), code)
	}
	for _, a := range got {
		var w, m int
		fmt.Sscanf(a.payload, "%d/%d ", &w, &m)
		if want := strings.Repeat(fmt.Sprintf("%d/%d ", w, m), 100*(w+1)); a.payload != want || m != next[w] {
			t.Fatalf("writer %d, message %d (want %d): %s", w, m, next[w], show(a.op, a.payload))
		}
		next[w]++
	}
}

func TestWriteWaitsForTheReceiver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, c := run(t, websocket.Options{WriteTimeout: -1})
		p.conn.SetDeadline(time.Time{})
		big := bytes.Repeat([]byte("x"), 1<<20) // more than the network holds
		done := make(chan error, 1)
		go func() { done <- c.Write(t.Context(), websocket.Binary, big) }()
		time.Sleep(time.Hour)
		select {
		case err := <-done:
			t.Fatalf("written without a receiver: %v", err)
		default:
		}
		go func() {
			p.send(closeFrame(1000, ""))
			io.Copy(io.Discard, p.r)
		}()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestWriteEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := run(t, websocket.Options{WriteTimeout: -1})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		err := c.Write(ctx, websocket.Binary, bytes.Repeat([]byte("x"), 1<<20))
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if err := c.Write(t.Context(), websocket.Text, nil); err == nil {
			t.Error("half a message was sent, and then another one")
		}
		if c.Context().Err() == nil {
			t.Error("the connection's context goes on")
		}
	})
}

func TestWriteTimeoutCutsTheConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := run(t, websocket.Options{})
		start := time.Now()
		err := c.Write(t.Context(), websocket.Binary, bytes.Repeat([]byte("x"), 1<<20))
		if e, ok := errors.AsType[*websocket.CloseError](err); !ok || e.Code != websocket.AbnormalClosure {
			t.Errorf("got %v", err)
		}
		if d := time.Since(start); d < 29*time.Second || d > 31*time.Second {
			t.Errorf("cut after %v", d)
		}
		if _, _, err := c.Read(t.Context()); err == nil {
			t.Error("there is something to read")
		}
	})
}

func TestWriteRefusesOtherKinds(t *testing.T) {
	p, c := run(t, websocket.Options{})
	for _, k := range []websocket.Kind{0, 3, websocket.CloseFrame, websocket.PongFrame} {
		if err := c.Write(t.Context(), k, nil); err == nil {
			t.Errorf("%v was sent", k)
		}
	}
	p.send(closeFrame(1000, ""))
}

func TestMaxMessage(t *testing.T) {
	for _, c := range []struct {
		name string
		send [][]byte
		code int // 0 if it is accepted
	}{
		{"Whole", [][]byte{frame(fin|opBinary, strings.Repeat("x", 1000))}, 0},
		{"TooLong", [][]byte{frame(fin|opBinary, strings.Repeat("x", 1001))[:8]}, 1009},
		{"Fragments", fragments(opBinary, strings.Repeat("x", 1000), 300), 0},
		{"TooManyFragments", fragments(opBinary, strings.Repeat("x", 1001), 300)[:4], 1009},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := connect(t, websocket.Options{MaxMessage: 1000}, echo)
			p.send(c.send...)
			if c.code != 0 {
				p.expectClose(c.code)
				return
			}
			p.expect(fin|opBinary, strings.Repeat("x", 1000))
			p.bye()
		})
	}
}

func TestPing(t *testing.T) {
	p, c := run(t, websocket.Options{})
	go c.Read(t.Context())
	done := make(chan error, 2)
	for range 2 {
		go func() { done <- c.Ping(t.Context()) }()
	}
	_, _, _ = p.readFrame()
	first, payload, err := p.readFrame()
	if err != nil || first != fin|opPing {
		t.Fatalf("got %s, %v", show(first, payload), err)
	}
	p.send(frame(fin|opPong, "unasked"), frame(fin|opPong, "\x00\x00\x00\x00\x00\x00\x00\x02")) // answers both
	for range 2 {
		if err := after(t, done, "the answer"); err != nil {
			t.Error(err)
		}
	}
	go func() { done <- c.Ping(t.Context()) }()
	p.readFrame()
	p.send(closeFrame(1000, ""))
	if err := after(t, done, "the end"); !errors.Is(err, websocket.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

func TestPongDoesNotHoldUpTheReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, c := run(t, websocket.Options{WriteTimeout: -1})
		p.conn.SetDeadline(time.Time{})
		go c.Write(t.Context(), websocket.Binary, bytes.Repeat([]byte("x"), 1<<20)) // stuck
		synctest.Wait()
		p.send(frame(fin|opPing, "first"), frame(fin|opPing, "second"), frame(fin|opText, "hello"))
		if _, data, err := c.Read(t.Context()); err != nil || string(data) != "hello" {
			t.Fatalf("got %q, %v", data, err)
		}
		var closing sync.WaitGroup
		closing.Go(func() { p.send(closeFrame(1000, "")) })
		defer closing.Wait()
		got, pongs := 0, 0
		for got < 1<<20 || pongs == 0 {
			first, payload, err := p.readFrame()
			if err != nil {
				t.Fatal(err)
			}
			if first&0xf == opPong {
				pongs++
				if payload != "second" {
					t.Errorf("pong %q", payload)
				}
				continue
			}
			got += len(payload)
		}
	})
}

func TestKeepAlive(t *testing.T) {
	keep := websocket.Options{KeepAlive: websocket.KeepAlive{Interval: time.Minute, Timeout: 10 * time.Second}}
	synctest.Test(t, func(t *testing.T) {
		p, c := run(t, keep)
		p.conn.SetDeadline(time.Time{})
		failed := make(chan error, 1)
		go func() {
			_, _, err := c.Read(t.Context())
			failed <- err
		}()
		start := time.Now()
		for range 3 { // answered: it lives
			first, payload, err := p.readFrame()
			if err != nil || first != fin|opPing {
				t.Fatalf("got %s, %v", show(first, payload), err)
			}
			p.send(frame(fin|opPong, payload))
		}
		p.readFrame() // not answered: it is cut
		asked := time.Now()
		if err := <-failed; err == nil || time.Since(asked) != 10*time.Second {
			t.Errorf("got %v after %v", err, time.Since(asked))
		}
		if asked.Sub(start) < 4*time.Minute {
			t.Errorf("four pings in %v", asked.Sub(start))
		}
		p.expectEnd()
	})
}

func TestKeepAliveWithoutAReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, c := run(t, websocket.Options{KeepAlive: websocket.KeepAlive{Interval: time.Minute}})
		p.conn.SetDeadline(time.Time{})
		time.Sleep(time.Hour)
		if err := c.Context().Err(); err != nil {
			t.Errorf("cut though nobody could have seen an answer: %v", err)
		}
		p.send(closeFrame(1000, ""))
	})
}

func TestCloseRead(t *testing.T) {
	p, c := run(t, websocket.Options{})
	ctx := c.CloseRead(t.Context())
	p.send(frame(fin|opPing, "?"))
	p.expect(fin|opPong, "?")
	if ctx.Err() != nil {
		t.Error("the context has ended")
	}
	p.send(frame(fin|opText, "unexpected"))
	p.expect(fin|opClose, closePayload(1008, "no messages are expected"))
	after(t, ctx.Done(), "the context's end")
	p.send(closeFrame(1008, ""))
}

func TestCloseCodes(t *testing.T) {
	p, c := run(t, websocket.Options{})
	for _, code := range []websocket.Code{0, 999, 1004, 1006, 1015, 2999, 5000} {
		if err := c.Close(code, ""); err == nil {
			t.Errorf("%d was sent", code)
		}
	}
	p.send(closeFrame(4000, ""))
	if err := c.Close(4000, strings.Repeat("ü", 100)); err != nil {
		t.Error(err)
	}
	p.expect(fin|opClose, closePayload(4000, strings.Repeat("ü", 61)))
	if err := c.Close(4000, ""); !errors.Is(err, websocket.ErrClosed) {
		t.Errorf("the second time: %v", err)
	}
	if _, _, err := c.Read(t.Context()); err == nil {
		t.Error("read after close")
	}
}

func TestCloseWithAReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, c := run(t, websocket.Options{})
		read := make(chan error, 1)
		go func() {
			_, _, err := c.Read(t.Context())
			read <- err
		}()
		synctest.Wait()
		closed := make(chan error, 1)
		go func() { closed <- c.Close(4001, "enough") }()
		p.expect(fin|opClose, closePayload(4001, "enough"))
		p.send(closeFrame(4001, ""))
		if err := <-closed; err != nil {
			t.Error(err)
		}
		if e, ok := errors.AsType[*websocket.CloseError](<-read); !ok || e.Code != 4001 {
			t.Errorf("the reader got %v", e)
		}
	})
}
