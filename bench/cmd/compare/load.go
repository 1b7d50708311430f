package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// The cores of a pinned run.
const (
	loadCore   = "0"
	serverCore = "1"
)

// A sample is what one burst of load on one server gave.
type sample struct {
	requests float64
	errors   float64
	cpu      cpuTime // of the server, in seconds
	rate     float64 // requests per second
	p50      float64 // latencies in microseconds
	p99      float64
	p999     float64
	resident float64 // bytes, at the end of the burst
	loadCPU  float64 // cores that the load generator kept busy
	otherCPU float64 // cores that neither server nor load generator kept busy
}

// perRequest returns the server's CPU time for one request in microseconds.
func (s sample) perRequest() float64 { return s.cpu.total * 1e6 / s.requests }

// burst loads a server for the given time and measures it. The load generator
// stands still, with its connections open, while the counters are read.
func burst(ctx context.Context, shop *workshop, s *server, w workload, seconds float64) (sample, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(seconds*float64(time.Second))+30*time.Second)
	defer cancel()
	gen, err := startLoad(ctx, shop, s, w, seconds)
	if err != nil {
		return sample{}, err
	}
	pids := processTree(s.cmd.Process.Pid)
	before, busyBefore, start := cpuOf(pids), machineBusy(), time.Now()
	line, err := gen.run()
	after, busyAfter, elapsed := cpuOf(pids), machineBusy(), time.Since(start).Seconds()
	resident := residentBytes(pids)
	if err := gen.finish(err); err != nil {
		return sample{}, err
	}
	if !s.alive() {
		return sample{}, fmt.Errorf("server ended: %s", s.output())
	}
	values := parseLine(line)
	if values["req"] == 0 {
		return sample{}, fmt.Errorf("no request was answered: %s", line)
	}
	cpu := after.minus(before)
	return sample{
		requests: values["req"], errors: values["err"], rate: values["rps"],
		p50: values["p50"], p99: values["p99"], p999: values["p999"],
		cpu: cpu, resident: resident,
		loadCPU:  values["cpu"] / elapsed,
		otherCPU: max(0, (busyAfter-busyBefore-cpu.user-cpu.system-values["cpu"])/elapsed),
	}, nil
}

// A generator is a load generator that has opened its connections.
type generator struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *strings.Builder
}

func startLoad(ctx context.Context, shop *workshop, s *server, w workload, seconds float64) (*generator, error) {
	args, err := loadCommand(shop, s, w)
	if err != nil {
		return nil, err
	}
	args = append(args, "-s", "-c", strconv.Itoa(w.connections), "-t", strconv.FormatFloat(seconds, 'f', -1, 64))
	if shop.pin {
		args = append([]string{"taskset", "-c", loadCore}, args...)
	}
	g := &generator{cmd: exec.CommandContext(ctx, args[0], args[1:]...), stderr: &strings.Builder{}}
	g.cmd.Stderr = g.stderr
	if g.in, err = g.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := g.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	g.out = bufio.NewReader(out)
	if err := g.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := g.out.ReadString('\n')
	if err == nil && line != "ready\n" {
		err = fmt.Errorf("it says %q", line)
	}
	if err != nil {
		return nil, g.finish(fmt.Errorf("load generator: not ready: %w", err))
	}
	return g, nil
}

// loadCommand returns the load generator of a workload with what it is to send.
func loadCommand(shop *workshop, s *server, w workload) ([]string, error) {
	port := strconv.Itoa(s.port)
	if w.wire {
		return []string{shop.wire, "-port", port, "-kind", w.kind}, nil
	}
	args := []string{shop.load, "-p", port, "-d", strconv.Itoa(w.depth)}
	if w.request != nil {
		return append(args, w.request.loadArgs(shop, false)...), nil
	}
	r, err := requestOf(w.kind)
	if err != nil {
		return nil, err
	}
	return append(args, r.loadArgs(shop, s.newlines[w.kind])...), nil
}

// run lets the load generator go and returns its line of results.
func (g *generator) run() (string, error) {
	if _, err := io.WriteString(g.in, "go\n"); err != nil {
		return "", err
	}
	return g.out.ReadString('\n')
}

// finish lets the load generator close its connections and end.
func (g *generator) finish(err error) error {
	g.in.Close()
	switch waitErr := g.cmd.Wait(); {
	case err == nil:
		err = waitErr
	case waitErr != nil:
		err = fmt.Errorf("%w, %w", err, waitErr)
	}
	if err != nil {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(g.stderr.String()))
	}
	return nil
}

// parseLine reads "a=1 b=2.5". What is not of this form is left out.
func parseLine(line string) map[string]float64 {
	values := map[string]float64{}
	for field := range strings.FieldsSeq(line) {
		if name, value, found := strings.Cut(field, "="); found {
			if f, err := strconv.ParseFloat(value, 64); err == nil {
				values[name] = f
			}
		}
	}
	return values
}
