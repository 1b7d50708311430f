package wefttest

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// A recorder keeps what a server reports.
type recorder struct {
	mu      sync.Mutex
	records []slog.Record
}

func (r *recorder) logger() *slog.Logger { return slog.New(r) }

// Enabled takes everything.
func (r *recorder) Enabled(context.Context, slog.Level) bool { return true }

// Handle keeps a record.
func (r *recorder) Handle(_ context.Context, record slog.Record) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.records = append(r.records, record.Clone())
	return nil
}

// WithAttrs is not used by servers.
func (r *recorder) WithAttrs([]slog.Attr) slog.Handler { return r }

// WithGroup is not used by servers.
func (r *recorder) WithGroup(string) slog.Handler { return r }

// find returns the first record that contains all the words, in its message or its
// attributes.
func (r *recorder) find(words ...string) (slog.Record, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, record := range r.records {
		text := recordText(record)
		found := true
		for _, w := range words {
			found = found && strings.Contains(text, w)
		}
		if found {
			return record, true
		}
	}
	return slog.Record{}, false
}

// String returns all records.
func (r *recorder) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var b strings.Builder
	for _, record := range r.records {
		b.WriteString(recordText(record) + "\n")
	}
	return b.String()
}

func recordText(record slog.Record) string {
	text := record.Level.String() + " " + record.Message
	record.Attrs(func(a slog.Attr) bool {
		text += fmt.Sprintf(" %s=%v", a.Key, a.Value)
		return true
	})
	return text
}

// logged waits until a record with all the words is there, and returns it.
func (t *trial) logged(words ...string) slog.Record {
	t.Helper()
	var found slog.Record
	t.eventually(defaultTimeout, func() bool {
		record, ok := t.log.find(words...)
		found = record
		return ok
	}, "nothing was logged with %q", words)
	return found
}

// eventually waits until a condition holds.
func (t *trial) eventually(patience time.Duration, condition func() bool, format string, args ...any) {
	t.Helper()
	pause := time.Millisecond
	for deadline := time.Now().Add(patience); !condition(); pause = min(2*pause, 50*time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf(format+", after %v\n%s", append(args, patience, t.log)...)
		}
		time.Sleep(pause)
	}
}

// wait waits for a channel to be closed or to give a value.
func wait[T any](t *trial, patience time.Duration, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatalf("%s: not within %v\n%s", what, patience, t.log)
		panic("not reached")
	}
}
