package auth_test

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"sync"
	"testing"
)

// logged holds what the package has logged during the tests.
var logged record

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(&logged))
	os.Exit(m.Run())
}

// A record is a log in memory.
type record struct {
	mu      sync.Mutex
	records []slog.Record
}

func (r *record) Enabled(context.Context, slog.Level) bool { return true }
func (r *record) WithAttrs([]slog.Attr) slog.Handler       { return r }
func (r *record) WithGroup(string) slog.Handler            { return r }

func (r *record) Handle(_ context.Context, rec slog.Record) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.records = append(r.records, rec)
	return nil
}

// since returns the records after the first n, and how many there are.
func (r *record) since(n int) ([]slog.Record, int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.records[n:]), len(r.records)
}

// attr returns the text of an attribute of a record.
func attr(rec slog.Record, key string) string {
	var text string
	rec.Attrs(func(a slog.Attr) bool {
		if a.Key == key {
			text = a.Value.String()
		}
		return true
	})
	return text
}
