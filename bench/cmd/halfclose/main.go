// Halfclose asks a server and closes its own half of the connection at once, as
// some clients and health checks do. The server has to answer everything that
// was asked and then close its half too (RFC 9112 section 9.6).
//
//	go run ./cmd/halfclose -addr 127.0.0.1:8080
//
// The clients take turns in three variants: one request and the end; a request
// and its answer, then one more request and the end; two pipelined requests and
// the end. A client whose connection is still open after -timeout is a hang; one
// that got another number of answers is wrong. The program prints
//
//	clients=200 hangs=0 wrong=0 slowest=1.2ms
//
// and exits with status 1 when hangs or wrong are not 0.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	var c config
	flag.StringVar(&c.address, "addr", "127.0.0.1:8080", "`address` of the server")
	flag.StringVar(&c.path, "path", "/", "path to ask for; it has to answer 200")
	flag.IntVar(&c.clients, "n", 200, "clients")
	flag.IntVar(&c.parallel, "parallel", 32, "clients at the same time")
	flag.DurationVar(&c.timeout, "timeout", 3*time.Second, "a client that waits longer hangs")
	flag.Parse()

	r := run(c)
	fmt.Println(r)
	for _, problem := range r.problems {
		fmt.Fprintln(os.Stderr, problem)
	}
	if !r.good() {
		os.Exit(1)
	}
}
