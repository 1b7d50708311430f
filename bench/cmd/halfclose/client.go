package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

type config struct {
	address  string
	path     string
	clients  int
	parallel int
	timeout  time.Duration
}

// report is what all clients saw.
type report struct {
	clients  int
	hangs    int
	wrong    int
	slowest  time.Duration // from the half-close to the server's end
	problems []string      // the first few, in words
}

func (r report) good() bool { return r.hangs == 0 && r.wrong == 0 && r.clients > 0 }

func (r report) String() string {
	return fmt.Sprintf("clients=%d hangs=%d wrong=%d slowest=%s", r.clients, r.hangs, r.wrong, r.slowest.Round(time.Microsecond))
}

// add counts one client.
func (r *report) add(took time.Duration, err error) {
	r.clients++
	r.slowest = max(r.slowest, took)
	if err == nil {
		return
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		r.hangs++
	} else {
		r.wrong++
	}
	if len(r.problems) < 5 {
		r.problems = append(r.problems, err.Error())
	}
}

// run lets all clients ask and returns when the last has its answer or has given up.
func run(c config) report {
	var (
		total report
		mu    sync.Mutex
		group sync.WaitGroup
		slots = make(chan struct{}, max(1, c.parallel))
	)
	for i := range c.clients {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			took, err := variants()[i%3].ask(c)
			mu.Lock()
			defer mu.Unlock()
			total.add(took, err)
		})
	}
	group.Wait()
	return total
}

// A variant is one way to ask and half-close.
type variant struct {
	name   string
	before int // requests answered before the last ones are sent
	last   int // requests sent together with the half-close
}

func variants() []variant {
	return []variant{
		{name: "one request", last: 1},
		{name: "kept alive", before: 1, last: 1},
		{name: "pipelined", last: 2},
	}
}

// ask holds one conversation and returns how long the server took to end it.
func (v variant) ask(c config) (time.Duration, error) {
	conn, err := net.DialTimeout("tcp", c.address, c.timeout)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", v.name, err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(c.timeout))
	request := fmt.Sprintf("GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", c.path, c.address)
	answers := bufio.NewReader(conn)

	for range v.before {
		if _, err := io.WriteString(conn, request); err != nil {
			return 0, fmt.Errorf("%s: %w", v.name, err)
		}
		if err := readAnswer(answers); err != nil {
			return 0, fmt.Errorf("%s: answer before the half-close: %w", v.name, err)
		}
	}
	if _, err := io.WriteString(conn, strings.Repeat(request, v.last)); err != nil {
		return 0, fmt.Errorf("%s: %w", v.name, err)
	}
	start := time.Now()
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		return 0, fmt.Errorf("%s: half-close: %w", v.name, err)
	}
	err = v.readToEnd(answers)
	return time.Since(start), err
}

// readToEnd expects the last answers and then the end of the connection.
func (v variant) readToEnd(answers *bufio.Reader) error {
	for i := range v.last {
		if err := readAnswer(answers); err != nil {
			return fmt.Errorf("%s: answer %d of %d after the half-close: %w", v.name, i+1, v.last, err)
		}
	}
	_, err := answers.ReadByte()
	switch {
	case err == nil:
		return fmt.Errorf("%s: more bytes than were asked for", v.name)
	case errors.Is(err, io.EOF):
		return nil
	}
	return fmt.Errorf("%s: all answered, but the server does not close: %w", v.name, err)
}

func readAnswer(answers *bufio.Reader) error {
	resp, err := http.ReadResponse(answers, nil)
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("want status 200, got %d", resp.StatusCode)
	}
	return nil
}
