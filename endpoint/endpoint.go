package endpoint

import (
	"errors"
	"reflect"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/status"
)

// An Endpoint is a Go function of type F with an HTTP description. It is an
// immutable value: every operation returns a changed copy, so a description may be
// the beginning of several others.
type Endpoint[F any] struct {
	d        *Description
	shape    Shape[F]
	out      codec.Any
	cases    []codec.Any // alternatives, if the output is a union
	failures []failure
	faults   func(*weft.Request, error) (weft.Response, error)
}

// Make ends a draft. Package partial calls it.
func Make[F any](t Draft, shape Shape[F], out codec.Any) Endpoint[F] {
	d := t.d.change(func(d *Description) { d.Outputs = outputsOf(out.Tree()) })
	d.check()
	return Endpoint[F]{d: d, shape: shape, out: out}
}

// outputsOf lists the alternatives of an output codec.
func outputsOf(t codec.Tree) []Output {
	if t.Op == codec.OpEither {
		var all []Output
		for _, c := range t.Children {
			all = append(all, outputsOf(c)...)
		}
		return all
	}
	s := status.OK
	for _, p := range t.Parts() {
		if p.In == codec.InStatus {
			s = p.Status // 0 if the function decides
		}
	}
	return []Output{{Status: s, Tree: t}}
}

// Describe returns the endpoint's description.
func (e Endpoint[F]) Describe() *Description { return e.d }

// with returns the endpoint with a changed description.
func (e Endpoint[F]) with(f func(*Description)) Endpoint[F] {
	e.d = e.d.change(f)
	return e
}

// Doc explains the endpoint. The first sentence is its summary.
func (e Endpoint[F]) Doc(text string) Endpoint[F] {
	return e.with(func(d *Description) { d.Doc = text })
}

// Tag puts the endpoint into groups of the documentation.
func (e Endpoint[F]) Tag(names ...string) Endpoint[F] {
	return e.with(func(d *Description) { d.Tags = append(d.Tags, names...) })
}

// Deprecated says that the endpoint should no longer be used.
func (e Endpoint[F]) Deprecated() Endpoint[F] {
	return e.with(func(d *Description) { d.Deprecated = true })
}

// Auth declares what a request has to show. It is verified by a provider that is
// attached to the routes as middleware; see package auth. Without a provider every
// request is refused.
func (e Endpoint[F]) Auth(t auth.Type) Endpoint[F] {
	return e.with(func(d *Description) { d.Auth = t })
}

// UnauthorizedStatus sets the status for requests that fail authentication. The
// default is 404, which does not tell that the endpoint exists. With 401 the answer
// carries a challenge for each accepted scheme.
func (e Endpoint[F]) UnauthorizedStatus(s weft.Status) Endpoint[F] {
	return e.with(func(d *Description) { d.UnauthorizedStatus = s })
}

// OrOut makes the output a union: the function's result has to be an interface, and
// a result of type C is sent with that status. It panics if C does not implement the
// interface. Once there is one case, all results have to be of a declared case.
//
//	Out[Animal]().OrOut[Cat](status.OK).OrOut[Dog](status.Created)
func (e Endpoint[F]) OrOut[C any](s weft.Status, options ...Option) Endpoint[F] {
	o := Collect(options)
	c := codec.WithStatus(codec.Body[C](o.MediaTypes...), s)
	if want := e.out.Type(); want.Kind() != reflect.Interface || !reflect.TypeFor[C]().Implements(want) {
		e.d.fail("OrOut: %v does not implement the output type %v", reflect.TypeFor[C](), want)
	}
	for _, k := range e.cases {
		if k.Type() == c.Type() {
			e.d.fail("OrOut: %v is declared twice", c.Type())
		}
	}
	e.cases = append(append([]codec.Any(nil), e.cases...), c)
	return e.with(func(d *Description) {
		if len(e.cases) == 1 {
			d.Outputs = nil // the cases take the place of the interface itself
		}
		d.Outputs = append(d.Outputs, Output{Status: s, Tree: c.Tree(), Doc: o.Doc})
	})
}

// OutHeader adds a header field with a fixed value to every output declared before
// it. Fields whose value the function decides are part of its result: use
// [codec.Both] or a struct with header tags.
func (e Endpoint[F]) OutHeader(c codec.Codec[codec.None]) Endpoint[F] {
	e.out = e.out.Beside(c)
	cases := make([]codec.Any, len(e.cases))
	for i, k := range e.cases {
		cases[i] = k.Beside(c)
	}
	e.cases = cases
	return e.with(func(d *Description) {
		for i, o := range d.Outputs {
			d.Outputs[i].Tree = both(o.Tree, c.Tree())
		}
	})
}

// OutError declares that the function may fail with an E, found with errors.As, and
// that the client then gets it as a body with that status. Repeat it for several
// kinds; the first that fits is taken.
func (e Endpoint[F]) OutError[E error](s weft.Status, options ...Option) Endpoint[F] {
	o := Collect(options)
	return e.addFailure(failureOf(codec.Error[E](s, o.MediaTypes...)), s, o.Doc)
}

// OrOutError is [Endpoint.OutError] under the name that stands beside
// [Endpoint.OrOut]: the failure type of a Go function is always a union.
func (e Endpoint[F]) OrOutError[E error](s weft.Status, options ...Option) Endpoint[F] {
	return e.OutError[E](s, options...)
}

// OutErrors declares a family of failures: each codec, made with [codec.Error], is for
// a type that implements E. It panics for one that does not.
func (e Endpoint[F]) OutErrors[E error](codecs ...codec.Any) Endpoint[F] {
	for _, c := range codecs {
		if !c.Type().Implements(reflect.TypeFor[E]()) {
			e.d.fail("OutErrors: %v is not a %v", c.Type(), reflect.TypeFor[E]())
		}
		e = e.addFailure(failureOfAny(c), codec.StatusOf(c.Tree()), "")
	}
	return e
}

func (e Endpoint[F]) addFailure(f failure, s weft.Status, doc string) Endpoint[F] {
	e.failures = append(append([]failure(nil), e.failures...), f)
	return e.with(func(d *Description) {
		d.Failures = append(d.Failures, Output{Status: s, Tree: f.codec.Tree(), Doc: doc})
	})
}

// OutCodecError replaces the answer to requests whose inputs have faults. The error
// is a [*weft.Problem] with the faults.
func (e Endpoint[F]) OutCodecError(f func(*weft.Request, error) (weft.Response, error)) Endpoint[F] {
	e.faults = f
	return e
}

// output returns the codec of the function's result.
func (e Endpoint[F]) output() codec.Any {
	if len(e.cases) > 0 {
		return e.shape.Union(e.cases)
	}
	return e.out
}

// Implement binds the function to the endpoint.
func (e Endpoint[F]) Implement(fn F) weft.Route {
	if reflect.ValueOf(fn).IsNil() {
		e.d.fail("Implement: the function is nil")
	}
	p := e.plan()
	p.call = e.shape.Serve(fn, e.output())
	return e.route(p.serve)
}

// ImplementHandler binds a handler that sees the request itself. Authentication is
// checked before it runs; inputs are its own affair.
func (e Endpoint[F]) ImplementHandler(h weft.Handler) weft.Route {
	if h == nil {
		e.d.fail("ImplementHandler: the handler is nil")
	}
	p := e.plan()
	return e.route(func(req *weft.Request) (weft.Response, error) {
		req, refusal, ok := p.admit(req)
		if !ok {
			return refusal, nil
		}
		return h(req)
	})
}

// route binds a handler to the endpoint's pattern. An endpoint that hides from
// strangers also hides its method from them.
func (e Endpoint[F]) route(h weft.Handler) weft.Route {
	r := weft.NewPattern(e.d.Method, e.d.typedPath()).ShownAs(e.d.Path).Handle(h)
	if e.d.Auth.IsNone() {
		return r
	}
	if e.d.UnauthorizedStatus == status.NotFound {
		r = r.Hidden()
	}
	return r.Needing(auth.Need)
}

func (e Endpoint[F]) plan() *plan {
	out := e.outputs()
	for _, t := range append(e.d.trees(), out) {
		if err := t.Check(); err != nil {
			e.d.fail("%v", err)
		}
	}
	return &plan{d: e.d, failures: e.failures, faults: e.faults, out: out}
}

// outputs returns the description of all outputs as alternatives.
func (e Endpoint[F]) outputs() codec.Tree {
	out := codec.Tree{Op: codec.OpEither}
	for _, o := range e.d.Outputs {
		out.Children = append(out.Children, o.Tree)
	}
	return out
}

// A failure is a declared error.
type failure struct {
	codec codec.Any

	// encode writes the error if it is of this kind.
	encode func(*codec.Target, error) bool
}

func failureOf[E error](c codec.Codec[E]) failure {
	return failure{c, func(t *codec.Target, err error) bool {
		e, ok := errors.AsType[E](err)
		if ok {
			c.Encode(t, e)
		}
		return ok
	}}
}

// failureOfAny finds an error by its dynamic type.
func failureOfAny(c codec.Any) failure {
	return failure{c, func(t *codec.Target, err error) bool {
		found := reflect.New(c.Type())
		if !errors.As(err, found.Interface()) {
			return false
		}
		c.EncodeAny(t, found.Elem().Interface())
		return true
	}}
}

func both(a, b codec.Tree) codec.Tree {
	return codec.Tree{Op: codec.OpBoth, Children: []codec.Tree{a, b}}
}
