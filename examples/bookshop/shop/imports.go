package shop

import (
	"context"
	"encoding/csv"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/weft-go/weft/examples/bookshop/api"
	"github.com/weft-go/weft/schema"
	"github.com/weft-go/weft/sse"
)

const (
	maxLines   = 1000 // of an import
	maxImports = 20   // that are remembered
	maxFaults  = 10   // that are told
)

// imports are those that run and the last ones that have ended.
type imports struct {
	pace time.Duration
	add  func(context.Context, api.Draft) (api.Book, error)

	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup

	mu   sync.Mutex
	last int64
	jobs map[int64]*job
}

// A job is one import. Whoever wants to know how far it is takes a look, and waits for
// the channel to be closed before the next one.
type job struct {
	mu       sync.Mutex
	progress api.Progress
	changed  chan struct{}
}

func newImports(pace time.Duration, add func(context.Context, api.Draft) (api.Book, error)) *imports {
	ctx, cancel := context.WithCancel(context.Background())
	return &imports{pace: pace, add: add, ctx: ctx, cancel: cancel, jobs: map[int64]*job{}}
}

// close ends all imports and waits for them.
func (i *imports) close() {
	i.cancel()
	i.running.Wait()
}

// StartImport begins to add a list of books. It fails with [api.BadImport] or
// [api.Forbidden].
func (s *Shop) StartImport(ctx context.Context, text string) (api.Progress, error) {
	if err := staffOnly(ctx); err != nil {
		return api.Progress{}, err
	}
	lines := csv.NewReader(strings.NewReader(text))
	lines.FieldsPerRecord = 5
	records, err := lines.ReadAll()
	switch {
	case err != nil:
		return api.Progress{}, api.BadImport{Problem: err.Error()}
	case len(records) < 2 || strings.Join(records[0], ",") != "title,author,year,price,stock":
		return api.Progress{}, api.BadImport{Problem: "line 1: want title,author,year,price,stock, and books below it"}
	case len(records) > maxLines+1:
		return api.Progress{}, api.BadImport{Problem: fmt.Sprintf("want at most %d books, got %d", maxLines, len(records)-1)}
	}
	return s.imports.start(records[1:])
}

// WatchImport tells how far an import has come, until it ends. It fails with
// [api.NotFound].
func (s *Shop) WatchImport(ctx context.Context, id int64) (iter.Seq2[sse.Message[api.Progress], error], error) {
	j, ok := s.imports.find(id)
	if !ok {
		return nil, api.NotFound{What: "import", ID: id}
	}
	return func(yield func(sse.Message[api.Progress], error) bool) {
		for progress := range j.watch(ctx) {
			if !yield(sse.Message[api.Progress]{Name: "progress", Value: progress}, nil) {
				return
			}
		}
	}, nil
}

// start runs an import on a goroutine of its own.
func (i *imports) start(records [][]string) (api.Progress, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.ctx.Err() != nil {
		return api.Progress{}, api.BadImport{Problem: "the shop is closing"}
	}
	for id, j := range i.jobs {
		if len(i.jobs) >= maxImports && j.now().IsEnded {
			delete(i.jobs, id)
		}
	}
	if len(i.jobs) >= maxImports {
		return api.Progress{}, api.BadImport{Problem: "too many imports are running"}
	}
	i.last++
	j := &job{progress: api.Progress{Import: i.last, Total: len(records)}, changed: make(chan struct{})}
	i.jobs[i.last] = j
	i.running.Go(func() { i.run(j, records) })
	return j.now(), nil
}

// run adds the books, one after the other.
func (i *imports) run(j *job, records [][]string) {
	defer j.change(func(p *api.Progress) { p.IsEnded = true })
	for n, record := range records {
		err := i.addLine(record)
		j.change(func(p *api.Progress) {
			p.Done++
			switch {
			case err == nil:
				p.Added++
			case len(p.Faults) < maxFaults:
				// A new slice, since others are looking at the old one.
				p.Faults = append(slices.Clip(p.Faults), fmt.Sprintf("line %d: %v", n+2, err))
			}
		})
		select {
		case <-i.ctx.Done():
			return
		case <-time.After(i.pace):
		}
	}
}

// addLine adds the book of one line.
func (i *imports) addLine(record []string) error {
	d := api.Draft{Title: record[0], Author: record[1]}
	for n, field := range []*int{&d.Year, &d.Price, &d.Stock} {
		value, err := strconv.Atoi(record[n+2])
		if err != nil {
			return fmt.Errorf("want a number, got %q", record[n+2])
		}
		*field = value
	}
	if err := schema.Validate(i.ctx, &d); err != nil {
		return err
	}
	_, err := i.add(i.ctx, d)
	return err
}

func (i *imports) find(id int64) (*job, bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	j, ok := i.jobs[id]
	return j, ok
}

// now returns how far the job is.
func (j *job) now() api.Progress {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.progress
}

// change changes the progress and wakes those who watch.
func (j *job) change(f func(*api.Progress)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	f(&j.progress)
	close(j.changed)
	j.changed = make(chan struct{})
}

// watch returns the progress now and after each change, until the job or ctx ends.
// Who looks away for a moment misses what was in between, and nothing else.
func (j *job) watch(ctx context.Context) iter.Seq[api.Progress] {
	return func(yield func(api.Progress) bool) {
		for {
			j.mu.Lock()
			progress, changed := j.progress, j.changed
			j.mu.Unlock()
			if !yield(progress) || progress.IsEnded {
				return
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
	}
}
