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
	// kinds are the requests that it is able to answer.
	kinds []string
	// version tells the version that the results show; nil for what is built from this repository or is Go's own.
	version func(context.Context, *workshop) (string, error)
	// prepare builds or finds the server. Its error says why the candidate is absent.
	prepare func(context.Context, *workshop) (launcher, error)
}

// A launcher returns the command line that serves on a port of 127.0.0.1.
type launcher func(port int) ([]string, error)

// plainKinds are the requests that every HTTP server answers.
func plainKinds() []string { return []string{"get", "json", "post", "users", "hdrs"} }

func candidates() []candidate {
	var (
		typed        = []string{"order", "sum", "catalogue"}
		tls          = []string{"tls", "h2"}
		narrow       = append(plainKinds(), "file")
		narrowRouter = slices.Concat(narrow, typed, []string{"api"})
		router       = append(slices.Clone(narrowRouter), "wide")
		all          = append(slices.Clone(router), "sse", "page", "ws")
	)
	// fasthttp and Fiber refuse heads above their read buffer of 4 KiB. A larger one costs memory on
	// every connection, so the workload that needs it has candidates of its own.
	const buffer = "-buffer=8192"
	fasthttp := moduleVersion("github.com/valyala/fasthttp")
	fiber := moduleVersion("github.com/gofiber/fiber/v3")
	huma := moduleVersion("github.com/danielgtaylor/huma/v2")
	return []candidate{
		{name: "weft", kinds: all, prepare: goServer("weft", "", "-channel=NIO", servesFiles)},
		{name: "weft-epoll", kinds: all, prepare: goServer("weft", "", "-channel=EPOLL", servesFiles)},
		{name: "weft-uring", kinds: all, prepare: goServer("weft", "", "-channel=URING", servesFiles)},
		{name: "floor", kinds: append(plainKinds(), "wide"), prepare: floorServer},
		{name: "nginx", kinds: append(slices.Clone(narrow), "wide"), version: nginxVersion, prepare: nginxServer},
		{name: "gnet", kinds: []string{"get", "wide"}, version: moduleVersion("github.com/panjf2000/gnet/v2"), prepare: goServer("gnet", "")},
		{name: "fasthttp", kinds: narrow, version: fasthttp, prepare: goServer("fasthttp", "", servesFiles)},
		{name: "fasthttp-8k", kinds: []string{"wide"}, prepare: goServer("fasthttp", "", buffer)},
		{name: "hertz", kinds: narrow, version: moduleVersion("github.com/cloudwego/hertz"), prepare: goServer("hertz", "", servesFiles)},
		{name: "fiber", kinds: narrowRouter, version: fiber, prepare: goServer("fiber", "", servesFiles)},
		{name: "fiber-8k", kinds: []string{"wide"}, prepare: goServer("fiber", "", buffer)},
		{name: "nethttp", kinds: append(slices.Clone(router), "sse"), prepare: goServer("nethttp", "", servesFiles)},
		{name: "chi", kinds: router, version: moduleVersion("github.com/go-chi/chi/v5"), prepare: goServer("chi", "", servesFiles)},
		{name: "gin", kinds: router, version: moduleVersion("github.com/gin-gonic/gin"), prepare: goServer("gin", "sonic", servesFiles)},
		{name: "echo", kinds: router, version: moduleVersion("github.com/labstack/echo/v5"), prepare: goServer("echo", "", servesFiles)},
		{name: "huma", kinds: typed, version: huma, prepare: goServer("huma", "", "-adapter=fiber")},
		{name: "huma-chi", kinds: typed, prepare: goServer("huma", "", "-adapter=chi")},
		{name: "fuego", kinds: typed, version: moduleVersion("github.com/go-fuego/fuego"), prepare: goServer("fuego", "")},
		{name: "ogen", kinds: typed, version: moduleVersion("github.com/ogen-go/ogen"), prepare: goServer("ogen", "")},
		{name: "bound", kinds: []string{"order"}, prepare: goServer("bound", "")},
		{name: "weft-tls", kinds: tls, prepare: goServer("weft", "", "-channel=NIO", speaksTLS)},
		{name: "nginx-tls", kinds: tls, prepare: nginxTLSServer},
		{name: "fiber-tls", kinds: []string{"tls"}, prepare: goServer("fiber", "", speaksTLS)},
		{name: "nethttp-tls", kinds: tls, prepare: goServer("nethttp", "", speaksTLS)},
		{name: "datastar", kinds: []string{"page"}, version: moduleVersion("github.com/starfederation/datastar-go"), prepare: goServer("datastar", "")},
		{name: "coder-ws", kinds: []string{"ws"}, version: moduleVersion("github.com/coder/websocket"), prepare: goServer("websocket", "", "-library=coder")},
		{name: "gws", kinds: []string{"ws"}, version: moduleVersion("github.com/lxzan/gws"), prepare: goServer("websocket", "", "-library=gws")},
	}
}

// needed reports whether a candidate takes part in any of the workloads.
func (c candidate) needed(all []workload) bool {
	return slices.ContainsFunc(all, func(w workload) bool { return slices.Contains(c.kinds, w.kind) })
}

// These stand for arguments that name files of the workshop: the directory with
// the file that is served, and the certificate with its key.
const (
	servesFiles = "-files"
	speaksTLS   = "-cert"
)

// goServer prepares the program in servers/<name>, built with a tag unless it is empty.
func goServer(name, tag string, args ...string) func(context.Context, *workshop) (launcher, error) {
	return func(ctx context.Context, shop *workshop) (launcher, error) {
		bin, err := shop.goBuild(ctx, "./servers/"+name, tag)
		if err != nil {
			return nil, err
		}
		return func(port int) ([]string, error) {
			line := []string{bin, "-port", strconv.Itoa(port)}
			for _, arg := range args {
				switch arg {
				case servesFiles:
					line = append(line, arg, shop.filesDir())
				case speaksTLS:
					line = append(line, arg, shop.certFile(), "-key", shop.keyFile())
				default:
					line = append(line, arg)
				}
			}
			return line, nil
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
