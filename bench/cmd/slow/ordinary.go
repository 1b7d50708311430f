package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"
)

// An ordinary client asks, reads the answer, pauses and asks again.
type ordinary struct {
	config
	fresh   bool // a new connection for each request
	outcome outcome
}

type outcome struct {
	latencies []time.Duration
	errors    int
	problem   string // the first error
}

// ask goes on until ctx ends. A request that is under way then is not counted.
func (o *ordinary) ask(ctx context.Context) {
	transport := &http.Transport{DisableKeepAlives: o.fresh}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: o.timeout}
	for ctx.Err() == nil {
		start := time.Now()
		err := o.once(ctx, client)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			o.outcome.fail(err)
		} else {
			o.outcome.latencies = append(o.outcome.latencies, time.Since(start))
		}
		pause(ctx, o.pause)
	}
}

func (o *ordinary) once(ctx context.Context, client *http.Client) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+o.address+o.path, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("want status 200, got %d", resp.StatusCode)
	}
	return nil
}

func (o *outcome) fail(err error) {
	o.errors++
	if o.problem == "" {
		o.problem = err.Error()
	}
}

// report is the siege and the ordinary clients together.
type report struct {
	slow, cut, idle, lost int
	outcome
}

func (r *report) add(o outcome) {
	r.latencies = append(r.latencies, o.latencies...)
	r.errors += o.errors
	if r.problem == "" {
		r.problem = o.problem
	}
	slices.Sort(r.latencies)
}

// quantile returns the latency that the given share of requests stayed at or below.
func (r report) quantile(share float64) time.Duration {
	if len(r.latencies) == 0 {
		return 0
	}
	return r.latencies[min(len(r.latencies)-1, int(share*float64(len(r.latencies))))]
}

func (r report) String() string {
	show := func(share float64) time.Duration { return r.quantile(share).Round(10 * time.Microsecond) }
	return fmt.Sprintf("slow=%d cut=%d idle=%d lost=%d req=%d err=%d p50=%s p99=%s max=%s",
		r.slow, r.cut, r.idle, r.lost, len(r.latencies), r.errors, show(0.5), show(0.99), show(1))
}

// verdict returns what is wrong with the report, or nil. A limit of 0 is none.
func (r report) verdict(limit time.Duration) error {
	switch {
	case r.errors > 0:
		return fmt.Errorf("%d ordinary requests failed, the first with: %s", r.errors, r.problem)
	case len(r.latencies) == 0:
		return errors.New("no ordinary request was served")
	case limit > 0 && r.quantile(0.99) > limit:
		return fmt.Errorf("p99 of ordinary requests: want at most %s, got %s", limit, r.quantile(0.99))
	}
	return nil
}
