package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-go/weft/bench/internal/nofile"
	"github.com/weft-go/weft/bench/payload"
)

// Growth: how the cost of a request grows with something that should not matter
// much. Each point is a fresh server; the candidates take turns at each point,
// so a ratio between two of them holds, and so does the shape of a column.

// A growth is one thing that grows.
type growth struct {
	name   string
	about  string
	points []int
	// args are further arguments of the servers.
	args func(n int) []string
	// request is what is sent.
	request func(n int) request
	// idle is how many connections stand by, served once.
	idle func(n int) int
}

// growthCandidates are the servers with the flags that growth needs.
func growthCandidates() []string { return []string{"weft", "weft-epoll", "weft-uring", "nethttp"} }

func growths() []growth {
	hello := func(int) request { return request{kind: "get", base: "get"} }
	none := func(int) []string { return nil }
	nobody := func(int) int { return 0 }
	return []growth{
		{"routes", "routes with two path parameters, one of them asked", []int{10, 100, 1000, 10_000},
			func(n int) []string { return []string{"-routes", strconv.Itoa(n)} }, growthRoute, nobody},
		{"headers", "header fields of 32 bytes", []int{0, 8, 32, 100}, none, growthHeaders, nobody},
		{"body", "bytes of the request's body", growthBodySizes(), none, growthBody, nobody},
		{"middleware", "middleware that does nothing", []int{0, 1, 4, 16, 64},
			func(n int) []string { return []string{"-middleware", strconv.Itoa(n)} }, hello, nobody},
		{"idle", "idle connections beside the 64", []int{0, 1000, 5000, 15_000, 50_000}, none, hello, func(n int) int { return n }},
	}
}

// growthRoute asks for a route from the last third.
func growthRoute(n int) request {
	path := strings.NewReplacer("{id}", "12345", "{part}", "wheel").Replace(payload.APIPattern(n * 7 / 10))
	return request{kind: "api", base: "get", path: path + "?limit=10"}
}

func growthHeaders(n int) request {
	r := request{kind: "get", base: "get"}
	for i := range n {
		name := fmt.Sprintf("X-Field-%03d: ", i)
		r.headers = append(r.headers, name+strings.Repeat("v", 30-len(name)))
	}
	return r
}

func growthBodySizes() []int { return []int{64, 1 << 10, 8 << 10, 64 << 10} }

// growthBody sends a body and gets its length back.
func growthBody(n int) request {
	size := strconv.Itoa(n)
	return request{kind: "body" + size, base: "post", path: "/echo", body: bytes.Repeat([]byte("x"), n), want: []byte(size)}
}

const (
	growthRounds = 5   // bursts that each point is the median of, at most
	spareFiles   = 512 // open files beside those of idle connections
)

// measureGrowth runs all of them and keeps their tables.
func (f *field) measureGrowth(ctx context.Context) error {
	runners := slices.DeleteFunc(slices.Clone(f.runners), func(r runner) bool { return !slices.Contains(growthCandidates(), r.name) })
	for _, g := range growths() {
		c := curves{name: g.name, about: g.about, points: g.points}
		for _, r := range runners {
			c.lines = append(c.lines, curve{name: r.name})
		}
		for _, n := range g.points {
			row, err := f.growthRow(ctx, g, n, runners)
			if err != nil {
				return err
			}
			for i, value := range row {
				c.lines[i].values = append(c.lines[i].values, value)
			}
		}
		c.table().writeText(os.Stdout)
		f.results.growth = append(f.results.growth, c)
	}
	return nil
}

// growthRow measures all candidates at one point. One that fails leaves no number.
func (f *field) growthRow(ctx context.Context, g growth, n int, runners []runner) ([]float64, error) {
	samples := make([][]float64, len(runners))
	for i, r := range runners {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		values, err := f.growthPoint(ctx, g, n, r)
		if err != nil {
			fmt.Printf("growth, %s %d, %s: %v\n", g.name, n, r.name, err)
			continue
		}
		samples[i] = values
	}
	var row []float64
	for _, values := range samples {
		row = append(row, median(values))
	}
	return row, nil
}

// growthPoint measures one candidate at one point.
func (f *field) growthPoint(ctx context.Context, g growth, n int, r runner) ([]float64, error) {
	if err := nofile.Raise(uint64(g.idle(n) + spareFiles)); err != nil {
		return nil, err
	}
	s, err := startServer(ctx, f.shop, r.name, func(port int) ([]string, error) {
		line, err := r.launch(port)
		return append(line, g.args(n)...), err
	})
	if err != nil {
		return nil, err
	}
	defer s.stop()
	held := crowd{address: s.address(), visitor: plainVisitor{}}
	defer held.disperse()
	if err := held.gather(g.idle(n)); err != nil {
		return nil, err
	}
	ask := g.request(n)
	w := workload{name: g.name, connections: 64, kind: ask.kind, depth: 1, request: &ask}
	if _, err := burst(ctx, f.shop, s, w, warmUp); err != nil {
		return nil, err
	}
	var values []float64
	for range min(f.opts.rounds, growthRounds) {
		got, err := burst(ctx, f.shop, s, w, f.opts.seconds)
		if err != nil {
			return nil, err
		}
		if got.errors > 0 {
			return nil, fmt.Errorf("%g wrong answers", got.errors)
		}
		values = append(values, got.perRequest())
	}
	return values, nil
}
