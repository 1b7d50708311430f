package corpora_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/corpora"
)

// recorder notes how a test would have ended.
type recorder struct {
	testing.TB
	outcome, message string
}

func (r *recorder) Helper() {}

func (r *recorder) Skipf(format string, args ...any) {
	r.outcome, r.message = "skipped", fmt.Sprintf(format, args...)
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.outcome, r.message = "failed", fmt.Sprintf(format, args...)
}

func TestDir(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "json", "parsing"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, variable, ci, sub string
		outcome, message        string
	}{
		{"there", root, "true", "json/parsing", "", ""},
		{"not set", "", "", "json", "skipped", "WEFT_CORPORA is not set"},
		{"not set in CI", "", "true", "json", "failed", "WEFT_CORPORA is not set"},
		{"missing", root, "false", "avro", "skipped", "avro"},
		{"missing in CI", root, "1", "avro", "failed", "avro"},
		{"a file", root, "", "file", "skipped", "file is not a directory"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv(corpora.Variable, test.variable)
			t.Setenv("CI", test.ci)
			r := &recorder{TB: t}
			dir := corpora.Dir(r, test.sub)
			if r.outcome != test.outcome || !strings.Contains(r.message, test.message) {
				t.Errorf("outcome %q with %q, want %q with %q", r.outcome, r.message, test.outcome, test.message)
			}
			if want := filepath.Join(root, "json", "parsing"); test.outcome == "" && dir != want {
				t.Errorf("directory %s, want %s", dir, want)
			}
		})
	}
}
