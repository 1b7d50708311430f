package golden_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/golden"
)

// recorder stands for the test that uses the package, so that a failure can be
// looked at.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func (r *recorder) Logf(string, ...any) {}

func TestCheckCommittedFile(t *testing.T) {
	golden.Check(t, "response.http", []byte("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
}

func TestCheckFailures(t *testing.T) {
	if golden.Updating() {
		t.Skip("the files here are wrong on purpose")
	}
	tests := []struct {
		name, file, got string
		want            []string
	}{
		{"different", "response.http", "HTTP/1.1 404 Not Found\r\n", []string{"response.http differs", "-update", `-HTTP/1.1 200 OK\r`, `+HTTP/1.1 404 Not Found\r`}},
		{"missing", "no-such-file", "new text", []string{"does not exist", "-update", "new text"}},
		{"escaping name", "../outside", "", []string{`"../outside"`, "must stay inside"}},
		{"absolute name", "/etc/passwd", "", []string{"must stay inside"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := &recorder{TB: t}
			golden.Check(r, test.file, []byte(test.got))
			if len(r.failures) != 1 {
				t.Fatalf("%d failures, want 1: %q", len(r.failures), r.failures)
			}
			for _, part := range test.want {
				if !strings.Contains(r.failures[0], part) {
					t.Errorf("the failure does not contain %q:\n%s", part, r.failures[0])
				}
			}
		})
	}
}

func TestUpdateWritesTheFile(t *testing.T) {
	t.Chdir(t.TempDir())
	setUpdate(t, "true")
	golden.Check(t, "deep/new.txt", []byte("one\n"))
	golden.Check(t, "deep/new.txt", []byte("two\n"))
	if text, err := os.ReadFile("testdata/golden/deep/new.txt"); err != nil || string(text) != "two\n" {
		t.Errorf("after the update the file holds %q (error %v)", text, err)
	}
	setUpdate(t, "false")
	golden.Check(t, "deep/new.txt", []byte("two\n"))
}

func setUpdate(t *testing.T, value string) {
	t.Helper()
	old := flag.Lookup("update").Value.String()
	if err := flag.Set("update", value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := flag.Set("update", old); err != nil {
			t.Fatal(err)
		}
	})
}

func TestDiff(t *testing.T) {
	numbered := func(lines ...string) string { return "1\n2\n3\n4\n5\n6\n7\n8\n" + strings.Join(lines, "") }
	tests := []struct{ name, want, got, diff string }{
		{"same", "a\n", "a\n", ""},
		{"one line", "a\nb\nc\n", "a\nB\nc\n", "@@ want line 1, got line 1 @@\n a\n-b\n+B\n c\n"},
		{"context is cut", numbered("x\n"), numbered("y\n"), "@@ want line 6, got line 6 @@\n 6\n 7\n 8\n-x\n+y\n"},
		{"two places", "a\n" + numbered("x\n"), "b\n" + numbered("x\n", "y\n"),
			"@@ want line 1, got line 1 @@\n-a\n+b\n 1\n 2\n 3\n@@ want line 8, got line 8 @@\n 7\n 8\n x\n+y\n"},
		{"carriage return", "a\r\n", "a\n", "@@ want line 1, got line 1 @@\n-a\\r\n+a\n"},
		{"newline at the end", "a\n", "a", "@@ want line 1, got line 1 @@\n-a\n+a (no newline at the end)\n"},
		{"bytes that are not text", "\x00\xff\tü\n", "", "@@ want line 1, got line 1 @@\n-\\x00\\xff\tü\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := golden.Diff([]byte(test.want), []byte(test.got)); diff != test.diff {
				t.Errorf("got\n%s\nwant\n%s", diff, test.diff)
			}
		})
	}
}
