package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A candidate is one server of the comparison. To add one, write its program
// under servers/ and add a line to [candidates].
type candidate struct {
	name string
	// version tells the version that the results show; nil for what is built from this repository or is Go's own.
	version func(context.Context, *workshop) (string, error)
	// prepare builds or finds the server. Its error says why the candidate is absent.
	prepare func(context.Context, *workshop) (launcher, error)
}

// A launcher returns the command line that serves on a port of 127.0.0.1.
type launcher func(port int) ([]string, error)

func candidates() []candidate {
	return []candidate{
		{name: "weft", prepare: goServer("weft")},
		{name: "floor", prepare: floorServer},
		{name: "nginx", version: nginxVersion, prepare: nginxServer},
		{name: "fasthttp", version: moduleVersion("github.com/valyala/fasthttp"), prepare: goServer("fasthttp")},
		{name: "hertz", version: moduleVersion("github.com/cloudwego/hertz"), prepare: goServer("hertz")},
		{name: "nethttp", prepare: goServer("nethttp")},
	}
}

// goServer prepares the program in servers/<name>.
func goServer(name string) func(context.Context, *workshop) (launcher, error) {
	return func(ctx context.Context, shop *workshop) (launcher, error) {
		bin, err := shop.goBuild(ctx, "./servers/"+name)
		if err != nil {
			return nil, err
		}
		return func(port int) ([]string, error) {
			return []string{bin, "-port", strconv.Itoa(port)}, nil
		}, nil
	}
}

// moduleVersion asks the go.mod that the builds used.
func moduleVersion(module string) func(context.Context, *workshop) (string, error) {
	return func(ctx context.Context, shop *workshop) (string, error) {
		return shop.command(ctx, "go", "list", "-mod=mod", shop.modfile(), "-m", "-f", "{{.Version}}", module)
	}
}

// floorServer prepares the minimal C server that everything is compared with.
func floorServer(ctx context.Context, shop *workshop) (launcher, error) {
	bin, err := shop.cBuild(ctx, "floor")
	if err != nil {
		return nil, err
	}
	json := filepath.Join(shop.tmp, "expect-json")
	return func(port int) ([]string, error) {
		return []string{bin, "-p", strconv.Itoa(port), "-t", strconv.Itoa(shop.threads), "-j", json}, nil
	}, nil
}

// selectCandidates finds candidates by their names, separated by commas; none means all.
func selectCandidates(names string) ([]candidate, error) {
	all := candidates()
	if names == "" {
		return all, nil
	}
	var chosen []candidate
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(all, func(c candidate) bool { return c.name == name })
		if i < 0 {
			return nil, fmt.Errorf("-c: unknown candidate %q, want some of %s", name, candidateNames(all))
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

func candidateNames(all []candidate) string {
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = c.name
	}
	return strings.Join(names, ",")
}
