package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/weft-go/weft/bench/internal/nofile"
)

// openFiles is what idle10k needs on either side, with room to spare.
const openFiles = 16384

// defaultSection is the one that a whole run owns.
const defaultSection = "compare"

// options are the command line.
type options struct {
	candidates []candidate
	workloads  []workload
	rounds     int
	idleRounds int
	seconds    float64
	pin        bool
	install    bool
	growth     bool
	output     string
	section    string
	raw        string
}

func main() {
	// The servers die with the thread that started them; the main thread lives as long as the process.
	runtime.LockOSThread()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	opts, err := parseOptions(os.Args[1:])
	if err == nil {
		err = run(ctx, opts)
	}
	if errors.Is(err, flag.ErrHelp) {
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func parseOptions(args []string) (options, error) {
	opts := options{idleRounds: idleRounds}
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	names := flags.String("c", "", "candidates, comma separated (default: all of "+candidateNames(candidates())+")")
	loads := flags.String("w", "", "workloads, comma separated (default: all of "+workloadNames(workloads())+")")
	flags.IntVar(&opts.rounds, "n", 15, "rounds")
	flags.Float64Var(&opts.seconds, "d", 0.4, "seconds of each burst")
	flags.BoolVar(&opts.pin, "pin", true, "server on core 1, load generator on core 0")
	flags.BoolVar(&opts.install, "install", false, "install nginx-light with apt-get when nginx is missing")
	flags.BoolVar(&opts.growth, "growth", false, "measure only how the cost of a request grows with routes, headers, bodies, middleware and idle connections")
	flags.StringVar(&opts.output, "o", "RESULTS.md", "results `file`, relative to the module; empty for none")
	flags.StringVar(&opts.section, "section", defaultSection, "`name` of the section of the results file that is replaced or added")
	quick := flags.Bool("quick", false, "short for -n 3 -d 0.2 -o '', as far as these are not given")
	flags.StringVar(&opts.raw, "raw", "", "append every measurement to a `file`")
	if err := flags.Parse(args); err != nil {
		return opts, err
	}
	if *quick {
		opts.hurry(flags)
	}
	if opts.growth && *names == "" {
		*names = strings.Join(growthCandidates(), ",")
	}
	var err error
	if opts.candidates, err = selectCandidates(*names); err != nil {
		return opts, err
	}
	if opts.workloads, err = selectWorkloads(*loads); err != nil {
		return opts, err
	}
	return opts, opts.check()
}

// hurry shortens what was not set on the command line. A quick run is not worth
// keeping, so it writes no results.
func (o *options) hurry(flags *flag.FlagSet) {
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if !given["n"] {
		o.rounds = 3
	}
	if !given["d"] {
		o.seconds = 0.2
	}
	o.idleRounds = 1
	if !given["o"] {
		o.output = ""
	}
}

func (o options) check() error {
	switch {
	case o.rounds < 1:
		return fmt.Errorf("-n: want at least 1 round, got %d", o.rounds)
	case o.seconds <= 0 || o.seconds > 60:
		return fmt.Errorf("-d: want between 0 and 60 seconds, got %g", o.seconds)
	case o.pin && runtime.NumCPU() < 2:
		return errors.New("-pin: want two cores, got one; use -pin=false")
	}
	if _, err := exec.LookPath("taskset"); o.pin && err != nil {
		return errors.New("-pin: taskset is not installed; use -pin=false")
	}
	return nil
}

// run measures everything and writes the results.
func run(ctx context.Context, opts options) error {
	if err := nofile.Raise(openFiles); err != nil {
		return err
	}
	shop, err := newWorkshop(ctx, opts)
	if err != nil {
		return err
	}
	defer shop.close()

	f, err := newField(ctx, shop, opts)
	if err != nil {
		return err
	}
	defer f.stop()
	measure := f.measureAll
	if opts.growth {
		measure = f.measureGrowth
	}
	if err := measure(ctx); err != nil {
		return err
	}

	r := f.results
	r.machine = describeMachine(ctx, shop, r.names)
	r.date = time.Now().UTC()
	r.command = strings.Join(append([]string{"go run ./cmd/compare"}, os.Args[1:]...), " ")
	r.writeTargets(os.Stdout)
	if opts.output == "" {
		return nil
	}
	path := opts.output
	if !filepath.IsAbs(path) {
		path = filepath.Join(shop.module, path)
	}
	if err := writeSection(path, opts.section, r.markdown()); err != nil {
		return err
	}
	if err := r.writePlots(path); err != nil {
		return err
	}
	fmt.Println("\nwritten to", path)
	return nil
}
