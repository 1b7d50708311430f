package memnet_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/weft-go/weft/internal/memnet"
)

// Each way to get a connected pair; the conformance tests run on all of them.
var pairs = []struct {
	name string
	make func(t *testing.T) (client, server net.Conn)
}{
	{"pipe", func(*testing.T) (client, server net.Conn) { return memnet.Pipe() }},
	{"pipe with one byte of buffer", func(*testing.T) (client, server net.Conn) { return memnet.Config{Buffer: 1}.Pipe() }},
	{"listener", func(t *testing.T) (client, server net.Conn) {
		l := memnet.Listen()
		client, err := l.Dial(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		server, err = l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		return client, server
	}},
	{"fragmented", func(*testing.T) (client, server net.Conn) {
		a, b := memnet.Config{Buffer: 10}.Pipe()
		return memnet.Fragment(a, 3), memnet.Fragment(b, 1)
	}},
}

// onEveryPair runs test in a bubble for each kind of pair and for both ends,
// and closes the connections.
func onEveryPair(t *testing.T, test func(t *testing.T, near, far net.Conn)) {
	for _, pair := range pairs {
		t.Run(pair.name, func(t *testing.T) {
			for _, swap := range []bool{false, true} {
				synctest.Test(t, func(t *testing.T) {
					near, far := pair.make(t)
					if swap {
						near, far = far, near
					}
					test(t, near, far)
					_ = near.Close()
					_ = far.Close()
				})
			}
		})
	}
}

func TestTransferBothWays(t *testing.T) {
	onEveryPair(t, func(t *testing.T, near, far net.Conn) {
		up, down := randomBytes(3000), randomBytes(5000)
		var group sync.WaitGroup
		group.Go(func() { send(t, near, up) })
		group.Go(func() { send(t, far, down) })
		group.Go(func() { expect(t, near, down) })
		group.Go(func() { expect(t, far, up) })
		group.Wait()
	})
}

func TestPingPong(t *testing.T) {
	onEveryPair(t, func(t *testing.T, near, far net.Conn) {
		var group sync.WaitGroup
		group.Go(func() {
			if _, err := io.Copy(far, far); err != nil {
				t.Error(err)
			}
			_ = closeWrite(far)
		})
		for range 50 {
			message := randomBytes(7)
			group.Go(func() { send(t, near, message) })
			expect(t, near, message)
		}
		_ = closeWrite(near)
		expectError(t, read(near), io.EOF)
		group.Wait()
	})
}

func TestWriteReturnsBeforeRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := memnet.Config{Buffer: 4}.Pipe()
		send(t, near, []byte("1234"))
		done := make(chan struct{})
		go func() {
			defer close(done)
			send(t, near, []byte("5678"))
		}()
		synctest.Wait()
		select {
		case <-done:
			t.Error("a write into a full buffer returned")
		default:
		}
		expect(t, far, []byte("12345678"))
		<-done
	})
}

func TestConcurrentWritesDoNotMix(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := memnet.Config{Buffer: 5}.Pipe()
		const writers, size = 20, 64
		for i := range writers {
			go send(t, near, bytes.Repeat([]byte{byte(i)}, size))
		}
		seen := make(map[byte]bool)
		for range writers {
			message := make([]byte, size)
			if _, err := io.ReadFull(far, message); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(message, bytes.Repeat(message[:1], size)) {
				t.Errorf("a message is mixed: %v", message)
			}
			seen[message[0]] = true
		}
		if len(seen) != writers {
			t.Errorf("%d messages, want %d", len(seen), writers)
		}
	})
}

func TestCloseWriteIsHalfClose(t *testing.T) {
	onEveryPair(t, func(t *testing.T, near, far net.Conn) {
		go func() {
			send(t, near, []byte("question"))
			if err := closeWrite(near); err != nil {
				t.Error(err)
			}
		}()
		question, err := io.ReadAll(far)
		if err != nil || string(question) != "question" {
			t.Errorf("got %q, error %v", question, err)
		}
		expectError(t, write(near), syscall.EPIPE)
		go send(t, far, []byte("answer"))
		expect(t, near, []byte("answer"))
		if err := near.Close(); err != nil {
			t.Errorf("Close after CloseWrite: %v", err)
		}
		expectError(t, closeWrite(near), net.ErrClosed)
	})
}

func TestAfterClose(t *testing.T) {
	onEveryPair(t, func(t *testing.T, near, far net.Conn) {
		send(t, near, []byte("!"))
		if err := near.Close(); err != nil {
			t.Fatal(err)
		}
		expectError(t, read(near), net.ErrClosed)
		expectError(t, write(near), net.ErrClosed)
		expectError(t, near.Close(), net.ErrClosed)
		expect(t, far, []byte("!"))
		expectError(t, read(far), io.EOF)
		expectError(t, read(far), io.EOF)
		expectError(t, write(far), syscall.EPIPE)
	})
}

func TestCloseWakesWaitingCalls(t *testing.T) {
	for _, who := range []string{"near", "far"} {
		onEveryPair(t, func(t *testing.T, near, far net.Conn) {
			reading, writing := make(chan error, 1), make(chan error, 1)
			go func() { reading <- read(near) }()
			go func() { writing <- fill(near) }()
			synctest.Wait()
			if who == "near" {
				_ = near.Close()
				expectError(t, <-reading, net.ErrClosed)
				expectError(t, <-writing, net.ErrClosed)
				return
			}
			_ = far.Close()
			expectError(t, <-reading, io.EOF)
			expectError(t, <-writing, syscall.EPIPE)
		})
	}
}

func TestAbort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := memnet.Pipe()
		send(t, near, []byte("never read"))
		waiting := make(chan error, 1)
		go func() { waiting <- fill(far) }()
		synctest.Wait()
		near.Abort()
		expectError(t, <-waiting, syscall.ECONNRESET)
		expectError(t, read(far), syscall.ECONNRESET)
		expectError(t, write(far), syscall.ECONNRESET)
		expectError(t, read(near), net.ErrClosed)
		expectError(t, write(near), net.ErrClosed)
		if err := far.Close(); err != nil {
			t.Errorf("Close after a reset: %v", err)
		}
	})
}

func TestEmptySlices(t *testing.T) {
	near, far := memnet.Pipe()
	if n, err := near.Write(nil); n != 0 || err != nil {
		t.Errorf("empty write: %d, %v", n, err)
	}
	if n, err := far.Read(nil); n != 0 || err != nil {
		t.Errorf("empty read: %d, %v", n, err)
	}
}

func randomBytes(n int) []byte {
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(rand.Uint32())
	}
	return out
}

func send(t *testing.T, conn net.Conn, message []byte) {
	t.Helper()
	if n, err := conn.Write(message); n != len(message) || err != nil {
		t.Errorf("sent %d of %d bytes, error %v", n, len(message), err)
	}
}

func expect(t *testing.T, conn net.Conn, message []byte) {
	t.Helper()
	got := make([]byte, len(message))
	if n, err := io.ReadFull(conn, got); err != nil || !bytes.Equal(got, message) {
		t.Errorf("received %d bytes that are not the %d sent, error %v", n, len(message), err)
	}
}

func expectError(t *testing.T, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("got error %v, want %v", got, want)
	}
}

func read(conn net.Conn) error {
	_, err := conn.Read(make([]byte, 1))
	return err
}

func write(conn net.Conn) error {
	_, err := conn.Write([]byte("?"))
	return err
}

// fill writes until something stops it.
func fill(conn net.Conn) error {
	for {
		if _, err := conn.Write(make([]byte, 1024)); err != nil {
			return err
		}
	}
}

func closeWrite(conn net.Conn) error { return conn.(interface{ CloseWrite() error }).CloseWrite() }
