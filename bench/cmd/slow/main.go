// Slow holds a server's connections the way a slowloris attack does and measures
// whether ordinary clients are still served.
//
//	go run ./cmd/slow -addr 127.0.0.1:8080 -slow 500 -idle 2000 -d 20s
//
// Half of the slow clients drip the head of a request, half drip the body of a
// POST, a byte every -drip. A server may cut them off, and should; they come back.
// The idle clients are kept alive after one request and do nothing. Meanwhile two
// ordinary clients ask for -path, one on a connection that it keeps, one on a new
// connection each time. After -d the program prints
//
//	slow=500 cut=37 idle=2000 lost=0 req=8412 err=0 p50=0.2ms p99=0.9ms max=4ms
//
// where cut counts slow connections that the server ended and lost counts idle
// ones. It exits with status 1 when an ordinary request failed, when none was
// served, or when p99 is above -p99.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/weft-go/weft/bench/internal/nofile"
)

func main() {
	var c config
	flag.StringVar(&c.address, "addr", "127.0.0.1:8080", "`address` of the server")
	flag.StringVar(&c.path, "path", "/", "path for ordinary and idle clients; it has to answer 200")
	flag.StringVar(&c.postPath, "post", "/echo", "path for the slow bodies")
	flag.IntVar(&c.slow, "slow", 200, "slow connections")
	flag.IntVar(&c.idle, "idle", 1000, "idle connections")
	flag.DurationVar(&c.drip, "drip", 250*time.Millisecond, "time between two bytes of a slow client")
	flag.DurationVar(&c.pause, "pause", 2*time.Millisecond, "time between two requests of an ordinary client")
	flag.DurationVar(&c.timeout, "timeout", 5*time.Second, "an ordinary request that takes longer has failed")
	length := flag.Duration("d", 10*time.Second, "how long to go on")
	limit := flag.Duration("p99", 0, "fail when p99 is above this; 0 for no limit")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, *length)
	defer cancel()
	if err := nofile.Raise(uint64(c.slow + c.idle + 64)); err != nil {
		fail(err)
	}
	r, err := run(ctx, c)
	if err != nil {
		fail(err)
	}
	fmt.Println(r)
	if err := r.verdict(*limit); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "slow:", err)
	os.Exit(1)
}
