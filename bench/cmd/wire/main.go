package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/weft-go/weft/bench/internal/nofile"
)

// A conversation is something that exchanges messages with a server, one after the other.
type conversation interface {
	// exchange sends a message and waits for the right answer. It returns how many requests that was.
	exchange() (int, error)
	io.Closer
}

type options struct {
	address      string
	kind         string
	connections  int
	seconds      float64
	synchronised bool
}

func main() {
	var o options
	port := flag.Int("port", 0, "port on 127.0.0.1")
	flag.StringVar(&o.kind, "kind", "tls", "tls, h2, sse, page or ws")
	flag.IntVar(&o.connections, "c", 64, "connections, streams or subscribers")
	flag.Float64Var(&o.seconds, "t", 1, "seconds")
	flag.BoolVar(&o.synchronised, "s", false, "work hand in hand with compare")
	flag.Parse()
	o.address = "127.0.0.1:" + strconv.Itoa(*port)
	if err := run(o, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "wire:", err)
		os.Exit(1)
	}
}

func run(o options, in io.Reader, out io.Writer) error {
	if o.connections < 1 || o.seconds <= 0 || o.seconds > 600 {
		return errors.New("want at least one connection and between 0 and 600 seconds")
	}
	// Whatever happens, this process ends.
	time.AfterFunc(time.Duration(o.seconds*float64(time.Second))+time.Minute, func() { os.Exit(1) })
	if err := nofile.Raise(uint64(o.connections) + 100); err != nil {
		return err
	}
	all, err := open(o)
	defer func() {
		for _, c := range all {
			c.Close()
		}
	}()
	if err != nil {
		return err
	}
	lines := bufio.NewReader(in)
	if o.synchronised {
		fmt.Fprintln(out, "ready")
		if _, err := lines.ReadString('\n'); err != nil {
			return err
		}
	}
	cpu := cpuSeconds()
	t := talk(all, time.Duration(o.seconds*float64(time.Second)))
	t.report(out, o.seconds, cpuSeconds()-cpu)
	if o.synchronised {
		io.Copy(io.Discard, lines)
	}
	return nil
}

// open starts the conversations and has one exchange on each.
func open(o options) ([]conversation, error) {
	openers := map[string]func(options) ([]conversation, error){
		"tls": openTLS, "h2": openH2, "sse": openEvents, "page": openPages, "ws": openWebSockets,
	}
	opener, ok := openers[o.kind]
	if !ok {
		return nil, fmt.Errorf("-kind: want tls, h2, sse, page or ws, got %q", o.kind)
	}
	all, err := opener(o)
	if err != nil {
		return all, err
	}
	for _, c := range all {
		if _, err := c.exchange(); err != nil {
			return all, fmt.Errorf("first exchange: %w", err)
		}
	}
	return all, nil
}

// A tally is what conversations came to.
type tally struct {
	requests  int
	errors    int
	latencies []time.Duration
}

// talk runs all conversations side by side until the time is over. One that
// goes wrong is not taken up again.
func talk(all []conversation, d time.Duration) tally {
	deadline := time.Now().Add(d)
	results := make(chan tally)
	for _, c := range all {
		go func() {
			var t tally
			for start := time.Now(); start.Before(deadline); start = time.Now() {
				n, err := c.exchange()
				if err != nil {
					t.errors++
					fmt.Fprintln(os.Stderr, "wire:", err)
					break
				}
				t.requests += n
				t.latencies = append(t.latencies, time.Since(start))
			}
			results <- t
		}()
	}
	var sum tally
	for range all {
		t := <-results
		sum.requests += t.requests
		sum.errors += t.errors
		sum.latencies = append(sum.latencies, t.latencies...)
	}
	slices.Sort(sum.latencies)
	return sum
}

func (t tally) report(w io.Writer, seconds, cpu float64) {
	fmt.Fprintf(w, "req=%d err=%d rps=%.0f p50=%.1f p99=%.1f p999=%.1f cpu=%.3f\n", t.requests, t.errors, float64(t.requests)/seconds,
		t.quantile(0.5), t.quantile(0.99), t.quantile(0.999), cpu)
}

// quantile returns a latency in microseconds.
func (t tally) quantile(q float64) float64 {
	if len(t.latencies) == 0 {
		return 0
	}
	return float64(t.latencies[int(q*float64(len(t.latencies)-1))]) / 1e3
}

func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
