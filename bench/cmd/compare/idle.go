package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"time"
)

// Memory of idle connections. Each candidate is started afresh, because a heap
// that has grown under load hides what a connection needs. A few connections
// warm it up; then many are opened, one request is served on each, and the
// growth of resident memory is divided by their number. After that all of them
// ask once more at the same moment, and the growth is taken again: what a burst
// leaves behind is memory that idle connections go on holding.
//
// Idle WebSockets have had a message echoed, and idle event streams have been opened. In
// the burst all sockets send a message, and all streams get an event.

const (
	idleRounds  = 2 // memory varies little
	idleWarmUps = 50
	baseSettle  = 500 * time.Millisecond
	idleSettle  = 4 * time.Second // time for those that tidy up when they are idle
)

// idleResults are what one workload has found.
type idleResults struct {
	workload workload
	samples  map[string][]idleSample // by candidate
	failures []absence
}

// idleSample is the growth of resident memory per connection, in bytes.
type idleSample struct {
	base       float64 // resident bytes before
	idle       float64
	afterBurst float64
}

// measureIdle adds a workload to the idle part of the results.
func (f *field) measureIdle(ctx context.Context, w workload) (*idleResults, error) {
	found := &idleResults{workload: w, samples: map[string][]idleSample{}}
	entrants := f.entrants(w)
	for range min(f.opts.rounds, f.opts.idleRounds) {
		for _, i := range rand.Perm(len(entrants)) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			r := entrants[i]
			got, err := f.idleMemory(ctx, r, w)
			if err != nil {
				fmt.Printf("%s, %s: %v\n", w.name, r.name, err)
				found.failures = append(found.failures, absence{r.name, err.Error()})
				continue
			}
			found.samples[r.name] = append(found.samples[r.name], got)
		}
	}
	f.results.idle = append(f.results.idle, found)
	return found, nil
}

func (f *field) idleMemory(ctx context.Context, r runner, w workload) (idleSample, error) {
	fresh, err := startServer(ctx, f.shop, r.name, r.launch)
	if err != nil {
		return idleSample{}, err
	}
	defer fresh.stop()
	held := crowd{address: fresh.address(), visitor: visitors()[w.kind]}
	defer held.disperse()

	if err := held.gather(idleWarmUps); err != nil {
		return idleSample{}, err
	}
	resident := func(after time.Duration) float64 {
		time.Sleep(after)
		return residentBytes(processTree(fresh.cmd.Process.Pid))
	}
	base := resident(baseSettle)
	if err := held.gather(w.connections); err != nil {
		return idleSample{}, err
	}
	idle := resident(idleSettle)
	if err := held.askAll(); err != nil {
		return idleSample{}, err
	}
	burst := resident(idleSettle)
	n := float64(w.connections)
	return idleSample{base: base, idle: (idle - base) / n, afterBurst: (burst - base) / n}, nil
}

// A crowd is a set of open connections to a server.
type crowd struct {
	address string
	visitor visitor
	conns   []net.Conn
}

// gather opens n more connections and has one request served on each.
func (c *crowd) gather(n int) error {
	for range n {
		conn, err := dialFrom(len(c.conns)/connectionsPerAddress, c.address)
		if err != nil {
			return err
		}
		c.conns = append(c.conns, conn)
		// Closed with a reset, so that ten thousand ports do not linger in TIME_WAIT.
		conn.(*net.TCPConn).SetLinger(0)
		conn.SetDeadline(time.Now().Add(2 * time.Minute))
		if err := c.visitor.arrive(conn); err != nil {
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

// askAll has every connection ask, and then reads every answer.
func (c *crowd) askAll() error {
	if err := c.visitor.ask(c); err != nil {
		return err
	}
	for _, conn := range c.conns {
		if err := c.visitor.read(conn); err != nil {
			return err
		}
	}
	return nil
}

func (c *crowd) disperse() {
	for _, conn := range c.conns {
		conn.Close()
	}
}

// bytes returns the median of a figure for one candidate, or NaN.
func (r *idleResults) bytes(name string, figure func(idleSample) float64) float64 {
	var values []float64
	for _, s := range r.samples[name] {
		values = append(values, figure(s))
	}
	return median(values)
}

// table shows the memory of idle connections.
func (r *idleResults) table(names []string) table {
	t := table{
		title: r.workload.name + ": " + r.workload.about,
		head:  []string{"", "RSS MiB before", "bytes per connection", "after a burst"},
	}
	for _, name := range names {
		base := r.bytes(name, func(s idleSample) float64 { return s.base })
		if math.IsNaN(base) {
			continue
		}
		t.rows = append(t.rows, []string{
			name, formatNumber("%.1f", base/(1<<20)),
			formatNumber("%.0f", r.bytes(name, func(s idleSample) float64 { return s.idle })),
			formatNumber("%.0f", r.bytes(name, func(s idleSample) float64 { return s.afterBurst })),
		})
	}
	return t
}
