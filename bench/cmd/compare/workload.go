package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-go/weft/bench/payload"
)

// A workload is one way of loading a server. The kind names the request; the
// load generator's request.h lists them.
type workload struct {
	name        string
	about       string
	connections int
	kind        string
	depth       int  // pipelined requests in a batch
	idle        bool // measure memory, not requests
}

func workloads() []workload {
	return []workload{
		{name: "plain64", about: "13 bytes of text, 64 connections", connections: 64, kind: "get", depth: 1},
		{name: "plain512", about: "13 bytes of text, 512 connections", connections: 512, kind: "get", depth: 1},
		{name: "plain2048", about: "13 bytes of text, 2,048 connections", connections: 2048, kind: "get", depth: 1},
		{name: "json64", about: "1 KiB of JSON, 64 connections", connections: 64, kind: "json", depth: 1},
		{name: "post64", about: "1 KiB body received, 64 connections", connections: 64, kind: "post", depth: 1},
		{name: "hdrs64", about: "path and query parameters, ten headers, 64 connections", connections: 64, kind: "hdrs", depth: 1},
		{name: "pipe16", about: "13 bytes of text, 16 requests pipelined, 64 connections", connections: 64, kind: "get", depth: 16},
		{name: "users64", about: "path and query parameters, 64 connections", connections: 64, kind: "users", depth: 1},
		{name: "idle10k", about: "memory of 10,000 idle connections", connections: 10_000, kind: "get", idle: true},
	}
}

// expectedBodies gives, for each kind of request, the body that every server has to send.
func expectedBodies() map[string][]byte {
	posts := payload.AppendPosts(nil, "12345", "10", "20")
	return map[string][]byte{
		"get":   []byte(payload.Hello),
		"json":  payload.JSON(),
		"post":  []byte("1024"),
		"users": posts,
		"hdrs":  posts,
	}
}

// selectWorkloads finds workloads by their names, separated by commas; none means all.
func selectWorkloads(names string) ([]workload, error) {
	all := workloads()
	if names == "" {
		return all, nil
	}
	var chosen []workload
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(all, func(w workload) bool { return w.name == name })
		if i < 0 {
			return nil, fmt.Errorf("-w: unknown workload %q, want some of %s", name, workloadNames(all))
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

func workloadNames(all []workload) string {
	names := make([]string, len(all))
	for i, w := range all {
		names[i] = w.name
	}
	return strings.Join(names, ",")
}
