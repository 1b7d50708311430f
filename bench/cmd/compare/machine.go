package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
)

// A machine is where a run took place and what it ran.
type machine struct {
	cpu      string
	cores    int
	kernel   string
	goTool   string
	compiler string
	peers    []string // "fasthttp v1.68.0"
}

// describeMachine asks the kernel, the tools and the go.mod that the builds used,
// for the candidates that took part.
func describeMachine(ctx context.Context, shop *workshop, names []string) machine {
	m := machine{cores: runtime.NumCPU(), cpu: cpuModel(), kernel: "unknown", goTool: runtime.Version(), compiler: "unknown"}
	if data, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		m.kernel = strings.TrimSpace(string(data))
	}
	if out, err := shop.command(ctx, "go", "env", "GOVERSION"); err == nil {
		m.goTool = out
	}
	if out, err := shop.command(ctx, "cc", "--version"); err == nil {
		m.compiler, _, _ = strings.Cut(out, "\n")
	}
	for _, c := range candidates() {
		if c.version == nil || !slices.Contains(names, c.name) {
			continue
		}
		version, err := c.version(ctx, shop)
		if err != nil {
			version = "of unknown version"
		}
		m.peers = append(m.peers, c.name+" "+version)
	}
	return m
}

func cpuModel() string {
	data, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(data)) {
		if name, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

func (m machine) writeMarkdown(w io.Writer) {
	fmt.Fprintf(w, "- CPU: %s, %d cores\n", m.cpu, m.cores)
	fmt.Fprintf(w, "- Kernel: Linux %s\n", m.kernel)
	fmt.Fprintf(w, "- Go: %s; C: %s\n", m.goTool, m.compiler)
	fmt.Fprintf(w, "- Peers: %s; net/http is Go's own\n\n", strings.Join(m.peers, ", "))
}
