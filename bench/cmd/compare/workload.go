package main

import (
	"fmt"
	"slices"
	"strings"
)

// A workload is one way of loading a server. The kind names its request; see [requests].
type workload struct {
	name        string
	about       string
	connections int
	kind        string
	depth       int      // pipelined requests in a batch
	idle        bool     // measure memory, not requests
	request     *request // in place of the kind's own; the answer is the kind's
	wire        bool     // loaded by cmd/wire, which knows the kind, and not by load
}

func workloads() []workload {
	return []workload{
		{name: "plain64", about: "13 bytes of text, 64 connections", connections: 64, kind: "get", depth: 1},
		{name: "plain512", about: "13 bytes of text, 512 connections", connections: 512, kind: "get", depth: 1},
		{name: "plain2048", about: "13 bytes of text, 2,048 connections", connections: 2048, kind: "get", depth: 1},
		{name: "pipe16", about: "13 bytes of text, 16 requests pipelined, 64 connections", connections: 64, kind: "get", depth: 16},
		{name: "json64", about: "1 KiB of ready JSON, 64 connections", connections: 64, kind: "json", depth: 1},
		{name: "encode64", about: "a value encoded to 1 KiB of JSON, 64 connections", connections: 64, kind: "catalogue", depth: 1},
		{name: "post64", about: "1 KiB body received, 64 connections", connections: 64, kind: "post", depth: 1},
		{name: "decode64", about: "1 KiB of JSON decoded and validated, 64 connections", connections: 64, kind: "sum", depth: 1},
		{name: "endpoint64", about: "a typed endpoint: path, query and 1 KiB of JSON in, an object out, 64 connections", connections: 64, kind: "order", depth: 1},
		{name: "users64", about: "path and query parameters, 64 connections", connections: 64, kind: "users", depth: 1},
		{name: "routes64", about: "path and query parameters, one of 300 routes, 64 connections", connections: 64, kind: "api", depth: 1},
		{name: "hdrs64", about: "path and query parameters, ten headers, 64 connections", connections: 64, kind: "hdrs", depth: 1},
		{name: "wide64", about: "4 KiB of headers, 64 connections", connections: 64, kind: "wide", depth: 1},
		{name: "file16", about: "a file of 1 MiB, 16 connections", connections: 16, kind: "file", depth: 1},
		{name: "tls64", about: "13 bytes of text over TLS 1.3, 64 connections", connections: 64, kind: "tls", wire: true},
		{name: "h2", about: "13 bytes of text over HTTP/2, 64 streams on 4 connections", connections: 64, kind: "h2", wire: true},
		{name: "sse256", about: "events to 256 subscribers; figures are for one delivery", connections: 256, kind: "sse", wire: true},
		{name: "pages10k", about: "a change to 10,000 pages; figures are for one delivery", connections: 10_000, kind: "page", wire: true},
		{name: "ws64", about: "WebSocket messages of 64 bytes, echoed, 64 connections", connections: 64, kind: "ws", wire: true},
		{name: "idle10k", about: "memory of 10,000 idle keep-alive connections", connections: 10_000, kind: "get", idle: true},
		{name: "idlews", about: "memory of 5,000 idle WebSockets", connections: 5000, kind: "ws", idle: true},
		{name: "idlesse", about: "memory of 5,000 idle event streams", connections: 5000, kind: "sse", idle: true},
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
