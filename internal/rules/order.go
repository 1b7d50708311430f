package rules

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

// A layer is one line of the design's package list. A package imports only
// packages of layers above its own.
type layer struct {
	// packages are directories; "dir/..." stands for everything below dir.
	packages []string
	// apart says that the packages of the layer do not import each other. In the
	// other layers they may.
	apart bool
}

// layers is the design's package list, top to bottom. Put a new package in the
// highest layer from which it can see what it needs.
func layers() []layer {
	return []layer{
		{packages: []string{"internal/ascii", "internal/text", "internal/coding", "internal/forward", "internal/eventstream",
			"internal/golden", "internal/memnet", "internal/corpora", "internal/leakcheck", "internal/reserve", "internal/rules"}},
		{packages: []string{"schema"}},
		{packages: []string{"format"}},
		{packages: []string{"format/internal/..."}},
		{packages: []string{"format/json", "format/protobuf", "format/avro", "format/thrift", "format/msgpack"}, apart: true},
		{packages: []string{"internal/pattern"}},
		{packages: []string{"internal/h1"}},
		{packages: []string{"status"}},
		{packages: []string{"."}},
		{packages: []string{"nethttp"}},
		{packages: []string{"codec"}},
		{packages: []string{"auth"}},
		{packages: []string{"endpoint", "endpoint/partial", "route"}},
		{packages: []string{"internal/transport", "internal/transport/nio", "internal/transport/epoll", "internal/transport/uring"}},
		{packages: []string{"server", "client", "middleware", "websocket", "sse", "openapi", "cli", "hyper"}, apart: true},
		{packages: []string{"compress", "keystore", "config", "middleware/prom", "middleware/tracing"}},
		{packages: []string{"codegen", "openapi/ui"}},
		{packages: []string{"wefttest"}},
		{packages: []string{"internal/fixtures"}},
		{packages: []string{"internal/docscheck", "cmd/...", "internal/cmd/...", "internal/gen/...", "examples/..."}},
	}
}

// A ban forbids an import that the order alone would allow.
type ban struct {
	from, to, why string
}

func bans() []ban {
	why := "a program that serves JSON must not link the other formats; they are linked when they are used"
	return []ban{
		{".", "format/protobuf", why},
		{".", "format/avro", why},
		{".", "format/thrift", why},
		{".", "format/msgpack", why},
	}
}

// Order finds imports against the design's package list, and packages that are
// not in it. Imports of tests are free.
func Order(t *Tree) []Finding {
	var found []Finding
	for _, p := range t.Packages {
		if layerOf(p.Dir) < 0 {
			found = append(found, Finding{p.Dir, 0, "the package has no place in the order; add it to the table in internal/rules/order.go"})
			continue
		}
		for _, file := range p.Files {
			for _, spec := range file.Syntax.Imports {
				if problem := misplaced(p.Dir, t.local(spec)); problem != "" {
					found = append(found, t.at(spec, "%s", problem))
				}
			}
		}
	}
	return found
}

// local returns the directory of an import from the main module, and the empty
// string for any other import.
func (t *Tree) local(spec *ast.ImportSpec) string {
	switch target := importPath(spec); {
	case target == t.Module:
		return "."
	case strings.HasPrefix(target, t.Module+"/"):
		return strings.TrimPrefix(target, t.Module+"/")
	default:
		return ""
	}
}

// misplaced says why the package in directory from must not import the one in
// directory to, or returns the empty string.
func misplaced(from, to string) string {
	for _, b := range bans() {
		if b.from == from && b.to == to {
			return called(from) + " imports " + called(to) + ": " + b.why
		}
	}
	above, below := layerOf(to), layerOf(from)
	switch {
	case to == "" || above < 0 || above < below:
		return ""
	case above == below && layers()[below].apart:
		return called(from) + " imports " + called(to) + ", its neighbour: packages of this layer do not know each other, " +
			"so that a program links only those it uses; let them meet in a type of a layer above"
	case above == below:
		return ""
	default:
		return called(from) + " imports " + called(to) + ", which is below it in the order: dependencies point one way, " +
			"so that each package can be read with only those above it in mind; move the shared part up, " +
			"or pass it in through an interface"
	}
}

// layerOf returns the index of the layer of a directory, or -1.
func layerOf(dir string) int {
	return slices.IndexFunc(layers(), func(l layer) bool {
		return slices.ContainsFunc(l.packages, func(pattern string) bool {
			if parent, ok := strings.CutSuffix(pattern, "..."); ok {
				return strings.HasPrefix(dir, parent)
			}
			return dir == pattern
		})
	})
}

func called(dir string) string {
	if dir == "." {
		return "the root package"
	}
	return dir
}

func importPath(spec *ast.ImportSpec) string {
	// The parser has checked that it is a string literal.
	target, _ := strconv.Unquote(spec.Path.Value)
	return target
}
