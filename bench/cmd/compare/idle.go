package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"time"

	"github.com/weft-go/weft/bench/payload"
)

// Memory of idle connections. Each candidate is started afresh, because a heap
// that has grown under load hides what a connection needs. A few connections
// warm it up; then many are opened, one request is served on each, and the
// growth of resident memory is divided by their number. After that all of them
// ask once more at the same moment, and the growth is taken again: what a burst
// leaves behind is memory that idle connections go on holding.

const (
	idleRounds  = 2 // memory varies little
	idleWarmUps = 50
	baseSettle  = 500 * time.Millisecond
	idleSettle  = 4 * time.Second // time for those that tidy up when they are idle
)

// idleSample is the growth of resident memory per connection, in bytes.
type idleSample struct {
	base       float64 // resident bytes before
	idle       float64
	afterBurst float64
}

// measureIdle fills the idle part of the results.
func (f *field) measureIdle(ctx context.Context, w workload) error {
	entrants := f.entrants(w)
	for range min(f.opts.rounds, f.opts.idleRounds) {
		for _, i := range rand.Perm(len(entrants)) {
			if err := ctx.Err(); err != nil {
				return err
			}
			r := entrants[i]
			got, err := f.idleMemory(ctx, r, w.connections)
			if err != nil {
				fmt.Printf("%s, %s: %v\n", w.name, r.name, err)
				f.results.idleFailures = append(f.results.idleFailures, absence{r.name, err.Error()})
				continue
			}
			f.results.idle[r.name] = append(f.results.idle[r.name], got)
		}
	}
	return nil
}

func (f *field) idleMemory(ctx context.Context, r runner, connections int) (idleSample, error) {
	fresh, err := startServer(ctx, f.shop, r.name, r.launch)
	if err != nil {
		return idleSample{}, err
	}
	defer fresh.stop()
	var held crowd
	defer held.disperse()

	if err := held.gather(fresh.address(), idleWarmUps); err != nil {
		return idleSample{}, err
	}
	resident := func(after time.Duration) float64 {
		time.Sleep(after)
		return residentBytes(processTree(fresh.cmd.Process.Pid))
	}
	base := resident(baseSettle)
	if err := held.gather(fresh.address(), connections); err != nil {
		return idleSample{}, err
	}
	idle := resident(idleSettle)
	if err := held.askAll(); err != nil {
		return idleSample{}, err
	}
	burst := resident(idleSettle)
	n := float64(connections)
	return idleSample{base: base, idle: (idle - base) / n, afterBurst: (burst - base) / n}, nil
}

// A crowd is a set of open connections.
type crowd []net.Conn

const idleRequest = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

// gather opens n more connections and has one request served on each.
func (c *crowd) gather(address string, n int) error {
	for range n {
		conn, err := dialFrom(len(*c)/connectionsPerAddress, address)
		if err != nil {
			return err
		}
		*c = append(*c, conn)
		// Closed with a reset, so that ten thousand ports do not linger in TIME_WAIT.
		conn.(*net.TCPConn).SetLinger(0)
		conn.SetDeadline(time.Now().Add(2 * time.Minute))
		if _, err := io.WriteString(conn, idleRequest); err != nil {
			return err
		}
		if err := readHello(conn); err != nil {
			return err
		}
	}
	return nil
}

// connectionsPerAddress is how many connections one address opens to a server. It has
// about 28,000 ports for that.
const connectionsPerAddress = 20_000

// dialFrom opens a connection from the n-th address of the loopback network.
func dialFrom(n int, address string) (net.Conn, error) {
	from := net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(n+1))}
	dialer := net.Dialer{Timeout: 5 * time.Second, LocalAddr: &from}
	return dialer.Dial("tcp", address)
}

// askAll sends a request on every connection and then reads every answer.
func (c crowd) askAll() error {
	for _, conn := range c {
		if _, err := io.WriteString(conn, idleRequest); err != nil {
			return err
		}
	}
	for _, conn := range c {
		if err := readHello(conn); err != nil {
			return err
		}
	}
	return nil
}

func (c crowd) disperse() {
	for _, conn := range c {
		conn.Close()
	}
}

// readHello reads a response up to the end of its known body.
func readHello(conn net.Conn) error {
	var buf [1024]byte
	got := 0
	for !bytes.HasSuffix(buf[:got], []byte("\r\n\r\n"+payload.Hello)) {
		if got == len(buf) {
			return fmt.Errorf("answer does not end with %q: %q", payload.Hello, buf)
		}
		n, err := conn.Read(buf[got:])
		if err != nil {
			return fmt.Errorf("%w after %q", err, buf[:got])
		}
		got += n
	}
	if !bytes.HasPrefix(buf[:got], []byte("HTTP/1.1 200 ")) {
		return fmt.Errorf("want status 200, got %q", buf[:got])
	}
	return nil
}

// idleBytes returns the median bytes per idle connection, or NaN.
func (r *results) idleBytes(name string, figure func(idleSample) float64) float64 {
	var values []float64
	for _, s := range r.idle[name] {
		values = append(values, figure(s))
	}
	return median(values)
}

// idleTable shows the memory of idle connections.
func (r *results) idleTable() table {
	t := table{
		title: "idle10k: memory of 10,000 idle keep-alive connections",
		head:  []string{"", "RSS MiB before", "bytes per connection", "after a burst"},
	}
	for _, name := range r.names {
		base := r.idleBytes(name, func(s idleSample) float64 { return s.base })
		if math.IsNaN(base) {
			continue
		}
		t.rows = append(t.rows, []string{
			name, formatNumber("%.1f", base/(1<<20)),
			formatNumber("%.0f", r.idleBytes(name, func(s idleSample) float64 { return s.idle })),
			formatNumber("%.0f", r.idleBytes(name, func(s idleSample) float64 { return s.afterBurst })),
		})
	}
	return t
}
