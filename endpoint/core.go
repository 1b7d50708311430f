package endpoint

import (
	"errors"
	"reflect"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/status"
)

// A core is what an endpoint has whatever its function is. The methods of Endpoint are
// compiled anew for every type of function, in the programs that use weft; so all that
// can be done without knowing that type is done here. It is immutable.
type core struct {
	d        *Description
	out      codec.Any
	cases    []codec.Any // alternatives, if the output is a union
	failures []failure
	faults   func(*weft.Request, error) (weft.Response, error)
}

func makeCore(t Draft, out codec.Any) *core {
	d := t.d.change(func(d *Description) { d.Outputs = outputsOf(out.Tree()) })
	d.check()
	return &core{d: d, out: out}
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

// with returns the core with a changed description.
func (e core) with(f func(*Description)) *core {
	e.d = e.d.change(f)
	return &e
}

func (e *core) id(name string) *core {
	return e.with(func(d *Description) { d.ID = name })
}

func (e *core) doc(text string) *core {
	return e.with(func(d *Description) { d.Doc = text })
}

func (e *core) tag(names []string) *core {
	return e.with(func(d *Description) { d.Tags = append(d.Tags, names...) })
}

func (e *core) deprecated() *core {
	return e.with(func(d *Description) { d.Deprecated = true })
}

func (e *core) auth(t auth.Type) *core {
	return e.with(func(d *Description) { d.Auth = t })
}

func (e *core) unauthorizedStatus(s weft.Status) *core {
	return e.with(func(d *Description) { d.UnauthorizedStatus = s })
}

func (e core) orOut(c codec.Any, s weft.Status, doc string) *core {
	if want := e.out.Type(); want.Kind() != reflect.Interface || !c.Type().Implements(want) {
		e.d.fail("OrOut: %v does not implement the output type %v", c.Type(), want)
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
		d.Outputs = append(d.Outputs, Output{Status: s, Tree: c.Tree(), Doc: doc})
	})
}

func (e core) outHeader(c codec.Codec[codec.None]) *core {
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

func (e core) addFailure(f failure, s weft.Status, doc string) *core {
	e.failures = append(append([]failure(nil), e.failures...), f)
	return e.with(func(d *Description) {
		d.Failures = append(d.Failures, Output{Status: s, Tree: f.codec.Tree(), Doc: doc})
	})
}

// addFailures adds a family of failures.
func (e *core) addFailures(family reflect.Type, codecs []codec.Any) *core {
	for _, c := range codecs {
		if !c.Type().Implements(family) {
			e.d.fail("OutErrors: %v is not a %v", c.Type(), family)
		}
		e = e.addFailure(failureOfAny(c), codec.StatusOf(c.Tree()), "")
	}
	return e
}

func (e core) answerFaults(f func(*weft.Request, error) (weft.Response, error)) *core {
	e.faults = f
	return &e
}

// output returns the codec of the function's result.
func (e *core) output(union func([]codec.Any) codec.Any) codec.Any {
	if len(e.cases) > 0 {
		return union(e.cases)
	}
	return e.out
}

func (e *core) implement(call func(*Call)) weft.Route {
	p := e.plan()
	p.call = call
	return e.route(p.serve)
}

func (e *core) implementHandler(h weft.Handler) weft.Route {
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
func (e *core) route(h weft.Handler) weft.Route {
	r := weft.NewPattern(e.d.Method, e.d.typedPath()).ShownAs(e.d.Path).Handle(h)
	if e.d.Auth.IsNone() {
		return r
	}
	if e.d.UnauthorizedStatus == status.NotFound {
		r = r.Hidden()
	}
	return r.Needing(auth.Need)
}

func (e *core) plan() *plan {
	out := e.outputs()
	for _, t := range append(e.d.trees(), out) {
		if err := t.Check(); err != nil {
			e.d.fail("%v", err)
		}
	}
	return &plan{d: e.d, failures: e.failures, faults: e.faults, out: out}
}

// outputs returns the description of all outputs as alternatives.
func (e *core) outputs() codec.Tree {
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
