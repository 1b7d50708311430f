package memnet_test

import (
	"errors"
	"net"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft/internal/memnet"
)

func TestDeadlineInThePast(t *testing.T) {
	onEveryPair(t, func(t *testing.T, near, far net.Conn) {
		send(t, far, []byte("!"))
		setDeadline(t, near.SetDeadline, time.Now().Add(-time.Second))
		expectTimeout(t, read(near))
		expectTimeout(t, write(near))
		setDeadline(t, near.SetDeadline, time.Time{})
		expect(t, near, []byte("!"))
		send(t, near, []byte("?"))
	})
}

func TestDeadlineWhileWaiting(t *testing.T) {
	onEveryPair(t, func(t *testing.T, near, _ net.Conn) {
		start := time.Now()
		setDeadline(t, near.SetReadDeadline, start.Add(2*time.Second))
		setDeadline(t, near.SetWriteDeadline, start.Add(3*time.Second))
		expectTimeout(t, read(near))
		if waited := time.Since(start); waited != 2*time.Second {
			t.Errorf("the read waited for %v, want 2s", waited)
		}
		expectTimeout(t, fill(near))
		if waited := time.Since(start); waited != 3*time.Second {
			t.Errorf("the write waited for %v, want 3s", waited)
		}
	})
}

func TestDeadlineSetWhileWaiting(t *testing.T) {
	for _, wait := range []time.Duration{-time.Second, time.Second} {
		onEveryPair(t, func(t *testing.T, near, _ net.Conn) {
			reading, writing := make(chan error, 1), make(chan error, 1)
			go func() { reading <- read(near) }()
			go func() { writing <- fill(near) }()
			synctest.Wait()
			setDeadline(t, near.SetDeadline, time.Now().Add(wait))
			expectTimeout(t, <-reading)
			expectTimeout(t, <-writing)
		})
	}
}

func TestDeadlineMoved(t *testing.T) {
	onEveryPair(t, func(t *testing.T, near, far net.Conn) {
		start := time.Now()
		setDeadline(t, near.SetReadDeadline, start.Add(time.Second))
		setDeadline(t, near.SetReadDeadline, start.Add(time.Hour))
		expectTimeout(t, read(near))
		if waited := time.Since(start); waited != time.Hour {
			t.Errorf("the read waited for %v, want 1h", waited)
		}
		setDeadline(t, near.SetReadDeadline, time.Now().Add(time.Second))
		setDeadline(t, near.SetReadDeadline, time.Time{})
		time.Sleep(time.Minute)
		send(t, far, []byte("!"))
		expect(t, near, []byte("!"))
	})
}

func TestDeadlineIsOfOneEnd(t *testing.T) {
	onEveryPair(t, func(t *testing.T, near, far net.Conn) {
		setDeadline(t, near.SetDeadline, time.Now().Add(-time.Second))
		send(t, far, []byte("!"))
		go func() {
			time.Sleep(time.Second)
			_ = near.Close()
		}()
		if err := read(far); err == nil || os.IsTimeout(err) {
			t.Errorf("the other end read with error %v, want io.EOF", err)
		}
	})
}

func TestWriteCountsUpToTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := memnet.Config{Buffer: 4}.Pipe()
		setDeadline(t, near.SetWriteDeadline, time.Now().Add(time.Second))
		n, err := near.Write([]byte("123456"))
		expectTimeout(t, err)
		if n != 4 {
			t.Errorf("%d bytes sent, want 4", n)
		}
		expect(t, far, []byte("1234"))
	})
}

func TestWriterBehindAWriterTimesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := memnet.Config{Buffer: 1}.Pipe()
		setDeadline(t, near.SetWriteDeadline, time.Now().Add(time.Second))
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() { expectTimeout(t, fill(near)) })
		}
		group.Wait()
		_ = far.Close()
	})
}

func TestDeadlineAfterClose(t *testing.T) {
	near, _ := memnet.Pipe()
	_ = near.Close()
	expectError(t, near.SetDeadline(time.Now()), net.ErrClosed)
	expectError(t, near.SetReadDeadline(time.Time{}), net.ErrClosed)
	expectError(t, near.SetWriteDeadline(time.Time{}), net.ErrClosed)
}

// TestEverythingAtOnce has no other aim than to give the race detector
// something to look at.
func TestEverythingAtOnce(t *testing.T) {
	near, far := memnet.Config{Buffer: 16}.Pipe()
	calls := []func(){
		func() { _ = read(near) },
		func() { _ = write(near) },
		func() { _ = read(far) },
		func() { _ = write(far) },
		func() { _ = near.SetDeadline(time.Now().Add(time.Microsecond)) },
		func() { _ = near.SetDeadline(time.Time{}) },
		func() { _ = far.SetDeadline(time.Now().Add(time.Microsecond)) },
		func() { _, _ = near.LocalAddr(), far.RemoteAddr() },
	}
	var group sync.WaitGroup
	for _, call := range calls {
		group.Go(func() {
			for range 200 {
				call()
			}
		})
	}
	// Calls that wait when the others have finished are freed by the close.
	group.Go(func() {
		for range 100 {
			_ = far.SetDeadline(time.Now().Add(time.Microsecond))
		}
		_ = far.Close()
		_ = near.Close()
	})
	group.Wait()
}

func setDeadline(t *testing.T, set func(time.Time) error, deadline time.Time) {
	t.Helper()
	if err := set(deadline); err != nil {
		t.Fatal(err)
	}
}

func expectTimeout(t *testing.T, err error) {
	t.Helper()
	expectError(t, err, os.ErrDeadlineExceeded)
	if timeout, ok := errors.AsType[net.Error](err); !ok || !timeout.Timeout() {
		t.Errorf("%v is not a net.Error that says timeout", err)
	}
}
