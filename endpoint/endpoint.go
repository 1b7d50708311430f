package endpoint

import (
	"reflect"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
)

// An Endpoint is a Go function of type F with an HTTP description. It is an
// immutable value: every operation returns a changed copy, so a description may be
// the beginning of several others.
type Endpoint[F any] struct {
	core  *core
	shape *Shape[F]
}

// Make ends a draft. Package partial calls it.
func Make[F any](t Draft, shape Shape[F], out codec.Any) Endpoint[F] {
	return Endpoint[F]{makeCore(t, out), &shape}
}

// Describe returns the endpoint's description.
func (e Endpoint[F]) Describe() *Description { return e.core.d }

// ID names the endpoint for programs: it is the operationId of the documentation, by
// which code generators call it. Without one it is made of the method and the path. No
// two endpoints of a document may have the same.
func (e Endpoint[F]) ID(name string) Endpoint[F] {
	return Endpoint[F]{e.core.id(name), e.shape}
}

// Doc explains the endpoint. The first sentence is its summary.
func (e Endpoint[F]) Doc(text string) Endpoint[F] {
	return Endpoint[F]{e.core.doc(text), e.shape}
}

// Tag puts the endpoint into groups of the documentation.
func (e Endpoint[F]) Tag(names ...string) Endpoint[F] {
	return Endpoint[F]{e.core.tag(names), e.shape}
}

// Deprecated says that the endpoint should no longer be used.
func (e Endpoint[F]) Deprecated() Endpoint[F] {
	return Endpoint[F]{e.core.deprecated(), e.shape}
}

// Auth declares what a request has to show. It is verified by a provider that is
// attached to the routes as middleware; see package auth. Without a provider every
// request is refused.
func (e Endpoint[F]) Auth(t auth.Type) Endpoint[F] {
	return Endpoint[F]{e.core.auth(t), e.shape}
}

// UnauthorizedStatus sets the status for requests that fail authentication. The
// default is 404, which does not tell that the endpoint exists. With 401 the answer
// carries a challenge for each accepted scheme.
func (e Endpoint[F]) UnauthorizedStatus(s weft.Status) Endpoint[F] {
	return Endpoint[F]{e.core.unauthorizedStatus(s), e.shape}
}

// OrOut makes the output a union: the function's result has to be an interface, and
// a result of type C is sent with that status. It panics if C does not implement the
// interface. Once there is one case, all results have to be of a declared case.
//
//	Out[Animal]().OrOut[Cat](status.OK).OrOut[Dog](status.Created)
func (e Endpoint[F]) OrOut[C any](s weft.Status, options ...Option) Endpoint[F] {
	o := Collect(options)
	return Endpoint[F]{e.core.orOut(codec.WithStatus(codec.Body[C](o.MediaTypes...), s), s, o.Doc), e.shape}
}

// OutHeader adds a header field with a fixed value to every output declared before
// it. Fields whose value the function decides are part of its result: use
// [codec.Both] or a struct with header tags.
func (e Endpoint[F]) OutHeader(c codec.Codec[codec.None]) Endpoint[F] {
	return Endpoint[F]{e.core.outHeader(c), e.shape}
}

// OutError declares that the function may fail with an E, found with errors.As, and
// that the client then gets it as a body with that status. Repeat it for several
// kinds; the first that fits is taken.
func (e Endpoint[F]) OutError[E error](s weft.Status, options ...Option) Endpoint[F] {
	o := Collect(options)
	return Endpoint[F]{e.core.addFailure(failureOf(codec.Error[E](s, o.MediaTypes...)), s, o.Doc), e.shape}
}

// OrOutError is [Endpoint.OutError] under the name that stands beside
// [Endpoint.OrOut]: the failure type of a Go function is always a union.
func (e Endpoint[F]) OrOutError[E error](s weft.Status, options ...Option) Endpoint[F] {
	return e.OutError[E](s, options...)
}

// OutErrors declares a family of failures: each codec, made with [codec.Error], is for
// a type that implements E. It panics for one that does not.
func (e Endpoint[F]) OutErrors[E error](codecs ...codec.Any) Endpoint[F] {
	return Endpoint[F]{e.core.addFailures(reflect.TypeFor[E](), codecs), e.shape}
}

// OutCodecError replaces the answer to requests whose inputs have faults. The error
// is a [*weft.Problem] with the faults.
func (e Endpoint[F]) OutCodecError(f func(*weft.Request, error) (weft.Response, error)) Endpoint[F] {
	return Endpoint[F]{e.core.answerFaults(f), e.shape}
}

// Implement binds the function to the endpoint.
func (e Endpoint[F]) Implement(fn F) weft.Route {
	if reflect.ValueOf(fn).IsNil() {
		e.core.d.fail("Implement: the function is nil")
	}
	return e.core.implement(e.shape.Serve(fn, e.core.output(e.shape.Union)))
}

// ImplementHandler binds a handler that sees the request itself. Authentication is
// checked before it runs; inputs are its own affair.
func (e Endpoint[F]) ImplementHandler(h weft.Handler) weft.Route {
	return e.core.implementHandler(h)
}
