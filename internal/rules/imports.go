package rules

import (
	"slices"
	"strings"
)

// A preference names an import for which there is a better choice.
type preference struct {
	// path is an import path; packages below it are meant too.
	path string
	// why is the reason and the better choice.
	why string
	// allowed lists directories, with everything below them, in which the import
	// has its place.
	allowed []string
	// inTests says that tests may import it as well.
	inTests bool
}

func preferences() []preference {
	return []preference{
		{path: "log", why: "its output has no levels and no fields; use log/slog",
			allowed: []string{"examples"}}, // log.Fatal is how small programs end
		{path: "io/ioutil", why: "deprecated since Go 1.16; use io and os"},
		{path: "math/rand", why: "its generator is weaker and slower; use math/rand/v2, or crypto/rand for anything that is secret"},
		{path: "encoding/json", why: "version 1 takes wrong case, duplicate names and invalid UTF-8; use encoding/json/v2", inTests: true,
			allowed: []string{"schema"}}, // knows version 1's RawMessage and Number, which users' structs hold
		{path: "net/http/pprof", why: "its import registers handlers in a global mux; register them by hand where they are wanted"},
		{path: "expvar", why: "its import registers a handler in a global mux"},
		{path: "testing", why: "it adds flags to every program that links it; keep it in tests and test kits", inTests: true,
			allowed: []string{"wefttest", "internal/golden", "internal/corpora", "internal/leakcheck"}},
		{path: "net/http/httptest", why: "it adds a flag to every program that links it; keep it in tests and test kits", inTests: true,
			allowed: []string{"wefttest"}},
		{path: "golang.org/x/exp", why: "it makes no promise to stay compatible"},
		{path: "golang.org/x/net/context", why: "use context"},
		{path: "github.com/pkg/errors", why: "archived; use errors and fmt.Errorf with %w"},
		{path: "github.com/google/uuid", why: "the standard library has uuid; other types come in through encoding.TextUnmarshaler", inTests: true},
		{path: "github.com/hamba/avro", why: "archived; use github.com/twmb/avro"},
		{path: "gopkg.in/yaml.v2", why: "unmaintained; use github.com/goccy/go-yaml"},
		{path: "gopkg.in/yaml.v3", why: "unmaintained; use github.com/goccy/go-yaml"},
		{path: "github.com/stretchr/testify", why: "plain comparisons and go-cmp say more with less"},
	}
}

// ForbiddenImports finds imports for which there is a better choice.
func ForbiddenImports(t *Tree) []Finding {
	var found []Finding
	for _, p := range t.Packages {
		for _, file := range p.Files {
			found = append(found, t.forbidden(p, file, false)...)
		}
		for _, file := range p.Tests {
			found = append(found, t.forbidden(p, file, true)...)
		}
	}
	return found
}

func (t *Tree) forbidden(p *Package, file *Source, test bool) []Finding {
	var found []Finding
	for _, spec := range file.Syntax.Imports {
		target := importPath(spec)
		better, ok := preferenceFor(target)
		if !ok || test && better.inTests || inside(p.Dir, better.allowed) {
			continue
		}
		found = append(found, t.at(spec, "import of %s: %s", target, better.why))
	}
	return found
}

// preferenceFor returns the entry with the longest matching path, so that an entry
// for a package does not hide one for a package below it. Packages of the standard
// library have no relation to those below them.
func preferenceFor(target string) (best preference, ok bool) {
	for _, p := range preferences() {
		host, _, _ := strings.Cut(p.path, "/")
		below := strings.Contains(host, ".") && strings.HasPrefix(target, p.path+"/")
		if (target == p.path || below) && len(p.path) > len(best.path) {
			best, ok = p, true
		}
	}
	return best, ok
}

func inside(dir string, parents []string) bool {
	return slices.ContainsFunc(parents, func(parent string) bool {
		return dir == parent || strings.HasPrefix(dir, parent+"/")
	})
}
