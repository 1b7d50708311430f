package memnet_test

import (
	"context"
	"errors"
	"io"
	"net"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft/internal/memnet"
)

var _ net.Listener = (*memnet.Listener)(nil)

func TestDialDoesNotWaitForAccept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := memnet.Listen()
		client := dial(t, l)
		send(t, client, []byte("early"))
		server, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		expect(t, server, []byte("early"))
	})
}

func TestAddresses(t *testing.T) {
	l := memnet.Listen()
	first, second := dial(t, l), dial(t, l)
	if got, want := l.Addr().String(), "192.0.2.1:80"; got != want {
		t.Errorf("listener at %s, want %s", got, want)
	}
	server, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	same := []struct{ name, a, b string }{
		{"client sees listener", first.RemoteAddr().String(), l.Addr().String()},
		{"server is listener", server.LocalAddr().String(), l.Addr().String()},
		{"server sees client", server.RemoteAddr().String(), first.LocalAddr().String()},
	}
	for _, test := range same {
		if test.a != test.b {
			t.Errorf("%s: %s and %s", test.name, test.a, test.b)
		}
	}
	if first.LocalAddr().String() == second.LocalAddr().String() {
		t.Errorf("two clients share the address %s", first.LocalAddr())
	}
	if _, ok := server.RemoteAddr().(*net.TCPAddr); !ok {
		t.Errorf("address of type %T, want *net.TCPAddr", server.RemoteAddr())
	}
}

func TestDialWaitsForBacklog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := memnet.Config{Backlog: 1}.Listen()
		dial(t, l)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := l.Dial(ctx)
		expectError(t, err, context.DeadlineExceeded)
		_, err = l.Dial(ctx)
		expectError(t, err, context.DeadlineExceeded)
		go func() {
			if _, err := l.Accept(); err != nil {
				t.Error(err)
			}
		}()
		dial(t, l)
	})
}

func TestListenerClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := memnet.Config{Backlog: 1}.Listen()
		accepting := make(chan error, 1)
		go func() {
			accepted, err := l.Accept()
			if err == nil {
				send(t, accepted, []byte("still here"))
				_, err = l.Accept()
			}
			accepting <- err
		}()
		accepted := dial(t, l)
		synctest.Wait()
		if err := l.Close(); err != nil {
			t.Errorf("first Close: %v", err)
		}
		expectError(t, <-accepting, net.ErrClosed)
		expectError(t, l.Close(), net.ErrClosed)
		_, err := l.Accept()
		expectError(t, err, net.ErrClosed)
		_, err = l.Dial(t.Context())
		expectError(t, err, syscall.ECONNREFUSED)
		expect(t, accepted, []byte("still here"))
	})
}

func TestListenerCloseAbortsTheBacklog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := memnet.Config{Backlog: 1}.Listen()
		queued := dial(t, l)
		waiting := make(chan error, 1)
		go func() {
			_, err := l.Dial(t.Context())
			waiting <- err
		}()
		synctest.Wait()
		_ = l.Close()
		expectError(t, read(queued), syscall.ECONNRESET)
		if err := <-waiting; err != nil {
			// The dial may have taken the place of the aborted connection; then
			// it is aborted as well.
			expectError(t, err, syscall.ECONNREFUSED)
		}
	})
}

func TestDialWithEndedContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := memnet.Listen().Dial(ctx)
	expectError(t, err, context.Canceled)
}

func TestFragment(t *testing.T) {
	near, far := memnet.Pipe()
	send(t, near, []byte("abcde"))
	_ = near.CloseWrite()
	small := memnet.Fragment(far, 2)
	var pieces []string
	for {
		piece := make([]byte, 10)
		n, err := small.Read(piece)
		if errors.Is(err, io.EOF) {
			break
		}
		pieces = append(pieces, string(piece[:n]))
	}
	if len(pieces) != 3 || pieces[0] != "ab" || pieces[1] != "cd" || pieces[2] != "e" {
		t.Errorf("got the pieces %q", pieces)
	}
}

func TestFragmentWithoutCloseWrite(t *testing.T) {
	plain, other := net.Pipe()
	defer other.Close()
	expectError(t, memnet.Fragment(plain, 1).CloseWrite(), errors.ErrUnsupported)
}

func TestFragmentOfNothingPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Fragment(conn, 0) did not panic")
		}
	}()
	near, _ := memnet.Pipe()
	memnet.Fragment(near, 0)
}

func dial(t *testing.T, l *memnet.Listener) net.Conn {
	t.Helper()
	conn, err := l.Dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return conn
}
