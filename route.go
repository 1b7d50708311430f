package weft

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/weft-go/weft/internal/pattern"
)

// A Pattern is what a route answers to: a method and a path.
//
// A path is a list of segments separated by slashes. A name in braces takes
// whatever stands there:
//
//	/books                   literal
//	/books/{title}           one segment, any text
//	/books/{id:int}          a 32-bit integer; also long (64 bits), uuid, bool
//	/books/{id}.json         text before or after it in the same segment
//	/{owner}:{repo}          several in one segment, with text between them
//	/files/{path...}         the rest of the path, possibly empty
//
// A segment that does not fit its kind does not match, so /books/{id:int} and
// /books/{title} may stand side by side: the more specific one is tried first,
// in the order literal, mixed, int, long, uuid, bool, text, rest, however they were
// registered. A slash at the end is significant.
//
// A mixed segment has text beside its parameters. Of two of them the one with more
// text is tried first. No value is empty. A parameter with another one behind it ends
// where the text between them is first found, and the text at the end has to end the
// segment: {from}...{to} takes a....b as "a" and ".b", and {id}.json takes a.json.json
// as "a.json".
type Pattern struct {
	method Method
	path   pattern.Pattern
	site   string // file:line where it was written
	shown  string // the path as people read it, if it was written otherwise
}

// NewPattern returns a pattern for a method, or [ANY], and a path. It panics if
// the path is malformed, naming the place in the program.
func NewPattern(method Method, path string) Pattern {
	site := callSite()
	if method != ANY {
		if _, err := ParseMethod(string(method)); err != nil {
			panic(fmt.Sprintf("%s: pattern %q: %v", site, path, err))
		}
	}
	p, err := pattern.Parse(path)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", site, err))
	}
	return Pattern{method: method, path: p, site: site}
}

// Method returns the pattern's method.
func (p Pattern) Method() Method { return p.method }

// Path returns the pattern's path.
func (p Pattern) Path() string {
	if p.shown != "" {
		return p.shown
	}
	return p.path.String()
}

// ShownAs returns the pattern with another text for its path, for logs and metrics.
// Endpoints use it, whose parameters have their kinds elsewhere.
func (p Pattern) ShownAs(path string) Pattern {
	p.shown = path
	return p
}

// String returns method and path.
func (p Pattern) String() string { return string(p.method) + " " + p.Path() }

// Site returns where the pattern was written, as file:line.
func (p Pattern) Site() string { return p.site }

// Handle binds a handler to the pattern.
func (p Pattern) Handle(h Handler) Route {
	if h == nil {
		panic(fmt.Sprintf("%s: %s: the handler is nil", p.site, p))
	}
	r := Route{pattern: p, handler: h}
	for _, s := range p.path.Params() {
		r.names = append(r.names, s.Name)
	}
	return r
}

// A Route is a pattern bound to a handler.
type Route struct {
	pattern Pattern
	handler Handler
	names   []string
	needs   []string // see Needs
	hidden  bool
	wrapped bool // there is middleware around the handler
}

// Pattern returns what the route answers to.
func (r Route) Pattern() Pattern { return r.pattern }

// Handler returns the route's handler with all middleware around it.
func (r Route) Handler() Handler { return r.handler }

// Site returns where the route was written, as file:line.
func (r Route) Site() string { return r.pattern.site }

// WithHandler returns the route with another handler.
func (r Route) WithHandler(h Handler) Route {
	r.handler = h
	return r
}

// Hidden returns the route left out of Allow fields: a request with another method,
// and OPTIONS, are answered as if it did not exist. It is for routes that answer 404
// to those who may not know of them.
func (r Route) Hidden() Route {
	r.hidden = true
	return r
}

// wrap returns the route with a function around its handler. What is around a
// handler sees its panics as errors.
func (r Route) wrap(around func(Handler) Handler) Route {
	if !r.wrapped {
		r.handler, r.wrapped = contain(r.handler), true
	}
	r.handler = around(r.handler)
	return r
}

// nest returns the route below a prefix.
func (r Route) nest(prefix pattern.Pattern) Route {
	p, err := pattern.Concat(prefix, r.pattern.path)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", r.pattern.site, err))
	}
	r.pattern.path = p
	if r.pattern.shown != "" {
		r.pattern.shown = strings.TrimSuffix(prefix.String(), "/") + r.pattern.shown
	}
	r.names = nil
	for _, s := range p.Params() {
		r.names = append(r.names, s.Name)
	}
	return r
}

// parts lets a single route stand where routes are expected.
func (r Route) parts() Routes { return Routes{newRouteSet([]Route{r})} }

// callSite returns the nearest caller outside of the framework as file:line.
func callSite() string {
	var pcs [24]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !isFramework(f.Function) {
			file := f.File
			if i := strings.LastIndexByte(file, '/'); i >= 0 {
				if j := strings.LastIndexByte(file[:i], '/'); j >= 0 {
					file = file[j+1:]
				}
			}
			return fmt.Sprintf("%s:%d", file, f.Line)
		}
		if !more {
			return "unknown place"
		}
	}
}

// isFramework says whether a function belongs to the packages through which
// routes are written.
func isFramework(function string) bool {
	const module = "github.com/weft-go/weft"
	for _, pkg := range [...]string{".", "/route.", "/endpoint.", "/endpoint/partial.", "/middleware."} {
		if strings.HasPrefix(function, module+pkg) {
			return true
		}
	}
	return false
}
