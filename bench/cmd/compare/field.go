package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
)

// A field is the candidates that run, side by side, and what they have shown so far.
type field struct {
	shop    *workshop
	opts    options
	runners []runner
	results *results
	raw     io.WriteCloser
}

// A runner is a candidate that has been built and serves.
type runner struct {
	*server
	launch launcher
	kinds  []string
}

// warmUp is how long each server is loaded before the first round of a workload.
const warmUp = 0.2

// newField prepares and starts the candidates. One that is not able to take
// part is left out, with its reason in the results.
func newField(ctx context.Context, shop *workshop, opts options) (*field, error) {
	f := &field{shop: shop, opts: opts, results: newResults(opts)}
	for _, c := range opts.candidates {
		if !c.needed(opts.workloads) {
			continue
		}
		r, err := f.admit(ctx, c)
		if err == nil {
			f.runners = append(f.runners, r)
			f.results.names = append(f.results.names, c.name)
			continue
		}
		fmt.Printf("absent: %s: %v\n", c.name, err)
		f.results.absent = append(f.results.absent, absence{c.name, err.Error()})
	}
	if len(f.runners) == 0 {
		return nil, errors.New("no candidate is able to run")
	}
	if opts.raw != "" {
		file, err := os.OpenFile(opts.raw, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			f.stop()
			return nil, err
		}
		f.raw = file
	}
	return f, nil
}

func (f *field) admit(ctx context.Context, c candidate) (runner, error) {
	launch, err := c.prepare(ctx, f.shop)
	if err != nil {
		return runner{}, err
	}
	s, err := startServer(ctx, f.shop, c.name, launch)
	if err != nil {
		return runner{}, err
	}
	if s.newlines, err = checkAnswers(s.address(), c.kinds); err != nil {
		s.stop()
		return runner{}, err
	}
	return runner{s, launch, c.kinds}, nil
}

func (f *field) stop() {
	for _, r := range f.runners {
		r.stop()
	}
	if f.raw != nil {
		f.raw.Close()
	}
}

// measureAll runs the workloads one after the other and prints each when it is done.
func (f *field) measureAll(ctx context.Context) error {
	for _, w := range f.opts.workloads {
		if w.idle {
			found, err := f.measureIdle(ctx, w)
			if err != nil {
				return err
			}
			found.table(f.results.names).writeText(os.Stdout)
			continue
		}
		s, err := f.measure(ctx, w)
		if err != nil {
			return err
		}
		f.results.series = append(f.results.series, s)
		s.table(s.names).writeText(os.Stdout)
		s.ratioTable(s.names).writeText(os.Stdout)
	}
	return nil
}

// entrants are the candidates that are able to answer a workload's requests.
func (f *field) entrants(w workload) []runner {
	return slices.DeleteFunc(slices.Clone(f.runners), func(r runner) bool { return !slices.Contains(r.kinds, w.kind) })
}

// measure runs the rounds of one workload. A burst that goes wrong is reported
// and leaves a gap in its round; only the end of the context ends the workload.
func (f *field) measure(ctx context.Context, w workload) (*series, error) {
	s := &series{workload: w}
	entrants := f.entrants(w)
	for _, r := range entrants {
		s.names = append(s.names, r.name)
		if _, err := burst(ctx, f.shop, r.server, w, warmUp); err != nil {
			s.complain(r.name, err)
		}
	}
	for range f.opts.rounds {
		round := map[string]sample{}
		for _, i := range rand.Perm(len(entrants)) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			r := entrants[i]
			got, err := burst(ctx, f.shop, r.server, w, f.opts.seconds)
			if err != nil {
				s.complain(r.name, err)
				continue
			}
			round[r.name] = got
			f.record(w, r.name, got)
		}
		s.rounds = append(s.rounds, round)
	}
	return s, ctx.Err()
}

// record appends one measurement to the raw file.
func (f *field) record(w workload, name string, s sample) {
	if f.raw == nil {
		return
	}
	fmt.Fprintf(f.raw, "workload=%s candidate=%s pin=%t cpu=%.3f rps=%.0f p50=%.1f p99=%.1f p999=%.1f rss=%.0f err=%.0f load=%.2f other=%.2f\n",
		w.name, name, f.opts.pin, s.perRequest(), s.rate, s.p50, s.p99, s.p999, s.resident, s.errors, s.loadCPU, s.otherCPU)
}
