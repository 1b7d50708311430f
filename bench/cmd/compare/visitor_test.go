package main

import (
	"io"
	"net"
	"strings"
	"testing"
)

// TestVisitors: every idle workload has its visitor.
func TestVisitors(t *testing.T) {
	for _, w := range workloads() {
		if w.idle && visitors()[w.kind] == nil {
			t.Errorf("%s: no visitor for requests of the kind %q", w.name, w.kind)
		}
	}
}

func TestReadAnswer(t *testing.T) {
	for _, test := range []struct{ name, sent, want string }{
		{"as wanted", "HTTP/1.1 200 OK\r\n\r\nend", ""},
		{"another beginning", "HTTP/1.1 500 No\r\n\r\nend", `begins with "HTTP/1.1 200 "`},
		{"too early", "HTTP/1.1 200 OK\r\n", "EOF after"},
		{"too long", "HTTP/1.1 200 OK\r\n" + strings.Repeat("x", 2000), `does not end with "end"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			ours, theirs := net.Pipe()
			defer ours.Close()
			go func() {
				defer theirs.Close()
				_, _ = io.WriteString(theirs, test.sent) // fails where nobody reads to the end
			}()
			err := readAnswer(ours, "HTTP/1.1 200 ", "end")
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
