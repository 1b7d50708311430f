package main

import (
	"slices"
	"testing"
)

func TestWideHeadersAreFourKiB(t *testing.T) {
	size := 0
	for _, field := range wideHeaders() {
		size += len(field) + len("\r\n")
	}
	if size != 4096 {
		t.Errorf("got %d bytes, want 4096", size)
	}
}

func TestFileIsOneMiB(t *testing.T) {
	if got := len(fileBytes()); got != fileSize {
		t.Errorf("got %d bytes, want %d", got, fileSize)
	}
}

func TestEveryKindIsKnown(t *testing.T) {
	known := []string{"tls", "h2", "sse", "page", "ws"} // cmd/wire's
	for _, r := range requests() {
		known = append(known, r.kind)
	}
	for _, w := range workloads() {
		if !slices.Contains(known, w.kind) {
			t.Errorf("workload %s: unknown kind %q", w.name, w.kind)
		}
		answered := slices.ContainsFunc(candidates(), func(c candidate) bool { return slices.Contains(c.kinds, w.kind) })
		if !answered {
			t.Errorf("workload %s: no candidate answers %q", w.name, w.kind)
		}
	}
	for _, c := range candidates() {
		for _, kind := range c.kinds {
			if !slices.Contains(known, kind) {
				t.Errorf("candidate %s: unknown kind %q", c.name, kind)
			}
		}
	}
}

func TestGrowthAsksWhatServersHave(t *testing.T) {
	if got, want := growthRoute(10).path, "/api/resource007/12345/parts/wheel?limit=10"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := growthRoute(10_000).path, "/api/resource7000/12345/parts/wheel?limit=10"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	fields := growthHeaders(100).headers
	if len(fields) != 100 || len(fields[99]) != 30 {
		t.Errorf("got %d fields, the last of %d bytes, want 100 and 30", len(fields), len(fields[99]))
	}
	if r := growthBody(8192); len(r.body) != 8192 || string(r.want) != "8192" {
		t.Errorf("got a body of %d bytes and the answer %q, want 8192", len(r.body), r.want)
	}
	for _, name := range growthCandidates() {
		if _, err := selectCandidates(name); err != nil {
			t.Error(err)
		}
	}
}
