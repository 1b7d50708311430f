package hyper

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/internal/pattern"
)

// A request to an endpoint is made of the description's parts. Each argument goes where
// its codec puts it; an argument that is a signal or another expression has no value
// yet, so its part of the request becomes a piece of JavaScript that is evaluated at
// the moment of the click. If there is one in the URL, the URL is a template literal:
//
//	@get('/books/42?lang=en')
//	@get(`/books/${encodeURIComponent($book)}?lang=en`)

// Request returns an expression that sends a request to an endpoint. The arguments are
// those of the endpoint's function, in their order: path, query, headers and body. Each
// is a value, or a [Signal] or [Expr], which is read at the moment the request is sent.
//
//	hyper.Request(GetBook, 42, "en")      // @get('/books/42?lang=en')
//	hyper.Request(GetBook, book, "en")    // with a signal: @get(`/books/${…}?lang=en`)
//
// Header fields and the body become options of the action. The body may be left out:
// the signals are sent in its place, so an endpoint whose body is a struct of signals
// needs none. Cookies are the browser's affair and are no arguments.
//
// An argument that is missing or does not fit is an error, which is told when the
// attribute is rendered.
func Request(e endpoint.Described, args ...any) Action {
	d := e.Describe()
	r := &requestWriter{target: codec.ToRequest(format.Config{}), exprs: map[codec.Place][]member{}}
	a := Action{method: d.Method}
	if err := r.take(d, args); err != nil {
		a.err = fmt.Errorf("request to %s %s: %w", d.Method, d.Path, err)
		return a
	}
	a.url, a.err = r.url(d.Path)
	a.headers = r.headers()
	a.payload = r.payload()
	if a.err != nil {
		a.err = fmt.Errorf("request to %s %s: %w", d.Method, d.Path, a.err)
	}
	return a
}

// A requestWriter collects the parts of a request: those with values in the target, the
// others as expressions.
type requestWriter struct {
	target codec.Target
	exprs  map[codec.Place][]member
}

// take distributes the arguments.
func (r *requestWriter) take(d *endpoint.Description, args []any) error {
	given := len(args)
	for _, c := range d.Codecs() {
		in := place(c.Tree())
		if in == codec.InCookie {
			continue
		}
		if len(args) == 0 && in == codec.InBody {
			continue // the signals are the body
		}
		if len(args) == 0 {
			return fmt.Errorf("want more than %d arguments", given)
		}
		if err := r.argument(c, args[0]); err != nil {
			return err
		}
		args = args[1:]
	}
	if len(args) > 0 {
		return fmt.Errorf("want %d arguments, got %d", given-len(args), given)
	}
	return r.target.Err()
}

// place returns where an input sits. One with several parts sits where its first one
// does, but in no cookie unless all of them do.
func place(t codec.Tree) codec.Place {
	parts := t.Parts()
	for _, p := range parts {
		if p.In != codec.InCookie {
			return p.In
		}
	}
	if len(parts) == 0 {
		return codec.InBody
	}
	return codec.InCookie
}

// argument puts one argument where its codec says.
func (r *requestWriter) argument(c codec.Any, arg any) error {
	expr, ok := arg.(sourced)
	if !ok {
		c.EncodeAny(&r.target, arg)
		return r.target.Err()
	}
	js, err := expr.source()
	if err != nil {
		return err
	}
	parts := c.Tree().Parts()
	if len(parts) != 1 {
		return fmt.Errorf("the expression %s stands for an input with %d parts, and can be only one", js, len(parts))
	}
	p := parts[0]
	r.exprs[p.In] = append(r.exprs[p.In], member{p.Name, Expr{js: js}})
	return nil
}

// url returns the literal of the URL.
func (r *requestWriter) url(path string) (Expr, error) {
	p, err := pattern.Parse(path)
	if err != nil {
		return Expr{}, err
	}
	var b urlBuilder
	if len(r.exprs[codec.InPath]) == 0 {
		err = r.plainPath(&b, p)
	} else {
		err = r.mixedPath(&b, p)
	}
	if q := r.target.Query(); q.Len() > 0 {
		b.text("?" + q.Encode())
		b.queried = true
	}
	for _, m := range r.exprs[codec.InQuery] {
		b.param(m.name, m.value.js)
	}
	return Expr{js: b.literal()}, err
}

// plainPath writes a path in which everything has a value.
func (r *requestWriter) plainPath(b *urlBuilder, p pattern.Pattern) error {
	var values []string
	for _, s := range p.Params() {
		v, ok := r.target.Param(s.Name)
		if !ok {
			return fmt.Errorf("path %q: missing", s.Name)
		}
		values = append(values, v)
	}
	path, err := p.Format(values...)
	b.text(path)
	return err
}

// mixedPath writes a path in which some segments are expressions.
func (r *requestWriter) mixedPath(b *urlBuilder, p pattern.Pattern) error {
	for _, s := range p.Segments() {
		if !s.Joined {
			b.text("/")
		}
		i := slices.IndexFunc(r.exprs[codec.InPath], func(m member) bool { return s.Name != "" && m.name == s.Name })
		switch {
		case s.Name == "":
			b.text(url.PathEscape(s.Text))
		case i >= 0 && s.Kind == pattern.Trailing:
			b.code("String(" + r.exprs[codec.InPath][i].value.js + ").split('/').map(encodeURIComponent).join('/')")
		case i >= 0:
			b.code("encodeURIComponent(" + r.exprs[codec.InPath][i].value.js + ")")
		default:
			v, ok := r.target.Param(s.Name)
			if !ok {
				return fmt.Errorf("path %q: missing", s.Name)
			}
			if err := b.segment(v, s.Kind == pattern.Trailing); err != nil {
				return fmt.Errorf("path %q: %w", s.Name, err)
			}
		}
	}
	return nil
}

// headers returns the header fields of the request. What is about the body is the
// client's affair.
func (r *requestWriter) headers() []member {
	var list []member
	for name, value := range r.target.Headers().All() {
		if !strings.EqualFold(name, "Content-Type") {
			list = append(list, member{name, JS("%s", value)})
		}
	}
	return append(list, r.exprs[codec.InHeader]...)
}

// payload returns the body, if there is one of its own.
func (r *requestWriter) payload() Expr {
	if list := r.exprs[codec.InBody]; len(list) > 0 {
		return list[0].value
	}
	body := r.target.Body()
	if body.IsEmpty() {
		return Expr{}
	}
	if body.IsStream() || !isJSON(body.MediaType()) {
		_ = body.Close() // it is not sent
		return Expr{err: fmt.Errorf("a body of the type %s cannot stand in a page", body.MediaType())}
	}
	b, err := body.Bytes()
	if err != nil {
		return Expr{err: err}
	}
	js, err := safeJSON(slices.Clone(b))
	return Expr{js, err}
}

// A urlBuilder writes a URL made of text and of code.
type urlBuilder struct {
	parts   []string // text and code, alternating, text first
	queried bool     // there is a query
}

func (b *urlBuilder) text(s string) {
	if len(b.parts)%2 == 1 {
		b.parts[len(b.parts)-1] += s
		return
	}
	b.parts = append(b.parts, s)
}

func (b *urlBuilder) code(js string) { b.parts = append(b.parts, js) }

// segment writes the value of a path parameter.
func (b *urlBuilder) segment(v string, trailing bool) error {
	values := []string{v}
	if trailing {
		values = strings.Split(v, "/")
	}
	for i, v := range values {
		if v == "" || v == "." || v == ".." {
			return fmt.Errorf("%q would lead to another path", v)
		}
		if i > 0 {
			b.text("/")
		}
		b.text(url.PathEscape(v))
	}
	return nil
}

// param writes a query parameter whose value is an expression.
func (b *urlBuilder) param(name, js string) {
	separator := "?"
	if b.queried {
		separator = "&"
	}
	b.queried = true
	b.text(separator + url.QueryEscape(name) + "=")
	b.code("encodeURIComponent(" + js + ")")
}

// literal returns a string literal if there is no code, and a template literal
// otherwise.
func (b *urlBuilder) literal() string {
	if len(b.parts) == 1 {
		return quoted(b.parts[0])
	}
	var s strings.Builder
	s.WriteByte('`')
	for i, p := range b.parts {
		if i%2 == 0 {
			s.WriteString(escapeText(p, '`'))
		} else {
			s.WriteString("${" + p + "}")
		}
	}
	s.WriteByte('`')
	return s.String()
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
