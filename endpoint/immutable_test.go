package endpoint_test

import (
	"context"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/wefttest"
)

// A prefix of a chain may be the beginning of several descriptions.
func TestImmutable_prefix(t *testing.T) {
	prefix := route.GET("/books/{id}").Path(codec.Long("id"))
	a := prefix.Query(codec.Query[int]("a")).OutEmpty()
	b := prefix.Query(codec.Query[string]("b")).Header(codec.Header[string]("X-B")).Out[string](endpoint.MediaType("text/plain"))
	c := prefix.OutEmpty()
	for i, e := range []endpoint.Described{c, a, b} {
		if got := len(e.Describe().Inputs); got != i+1 {
			t.Errorf("endpoint %d has %d inputs, want %d", i, got, i+1)
		}
	}
	if got := a.Describe().Inputs[1].Parts()[0].Name; got != "a" {
		t.Errorf("the first has the input %q", got)
	}
	if got := b.Describe().Inputs[1].Parts()[0].Name; got != "b" {
		t.Errorf("the second has the input %q", got)
	}
}

// Each operation leaves the endpoint it is called on as it was.
func TestImmutable_operations(t *testing.T) {
	base := route.GET("/x").Out[fixtures.Delivery]().
		OrOut[fixtures.Parcel](status.OK).
		OutError[fixtures.BookNotFound](status.NotFound).
		Doc("base").Tag("one")
	before := *base.Describe()
	operations := []func() endpoint.Endpoint[func(context.Context) (fixtures.Delivery, error)]{
		func() endpoint.Endpoint[func(context.Context) (fixtures.Delivery, error)] { return base.Doc("other") },
		func() endpoint.Endpoint[func(context.Context) (fixtures.Delivery, error)] {
			return base.Tag("two", "three")
		},
		base.Deprecated,
		func() endpoint.Endpoint[func(context.Context) (fixtures.Delivery, error)] { return base.ID("x") },
		func() endpoint.Endpoint[func(context.Context) (fixtures.Delivery, error)] {
			return base.Auth(auth.Basic())
		},
		func() endpoint.Endpoint[func(context.Context) (fixtures.Delivery, error)] {
			return base.UnauthorizedStatus(status.Forbidden)
		},
		func() endpoint.Endpoint[func(context.Context) (fixtures.Delivery, error)] {
			return base.OrOut[fixtures.Pickup](status.Created)
		},
		func() endpoint.Endpoint[func(context.Context) (fixtures.Delivery, error)] {
			return base.OutHeader(codec.HeaderValue("X-A", "1"))
		},
		func() endpoint.Endpoint[func(context.Context) (fixtures.Delivery, error)] {
			return base.OutError[fixtures.Stranger](status.Unauthorized)
		},
		func() endpoint.Endpoint[func(context.Context) (fixtures.Delivery, error)] {
			return base.OutErrors[fixtures.PaymentError](codec.Error[fixtures.Declined](status.PaymentRequired))
		},
		func() endpoint.Endpoint[func(context.Context) (fixtures.Delivery, error)] {
			return base.OutCodecError(func(*weft.Request, error) (weft.Response, error) { return weft.OK(), nil })
		},
	}
	for i, op := range operations {
		op()
		op() // twice, so that a shared list would show
		after := base.Describe()
		if after.Doc != before.Doc || after.ID != "" || len(after.Tags) != 1 || after.Deprecated || !after.Auth.IsNone() || after.UnauthorizedStatus != before.UnauthorizedStatus ||
			len(after.Outputs) != 1 || len(after.Outputs[0].Tree.Parts()) != len(before.Outputs[0].Tree.Parts()) || len(after.Failures) != 1 {
			t.Errorf("operation %d changed the endpoint: %+v", i, after)
		}
	}
	routes := weft.NewRoutes(base.Implement(func(context.Context) (fixtures.Delivery, error) { return fixtures.Parcel{Street: "x"}, nil }))
	wefttest.New(t, routes).Get("/x").Status(200).NoHeader("X-A")
}

// Two endpoints that were made of one do not share their lists.
func TestImmutable_siblings(t *testing.T) {
	base := route.GET("/x").OutEmpty().OutError[fixtures.BookNotFound](status.NotFound).OutError[fixtures.Stranger](status.Unauthorized).
		OutError[fixtures.Declined](status.PaymentRequired)
	a := base.OutError[fixtures.TooMany](status.Conflict)
	b := base.OutError[*fixtures.OutOfStock](status.Gone)
	fails := func(err error) func(context.Context) error { return func(context.Context) error { return err } }
	wefttest.New(t, weft.NewRoutes(a.Implement(fails(fixtures.TooMany("x"))))).Get("/x").Status(409)
	wefttest.New(t, weft.NewRoutes(b.Implement(fails(&fixtures.OutOfStock{})))).Get("/x").Status(410)
	wefttest.New(t, weft.NewRoutes(a.Implement(fails(&fixtures.OutOfStock{})))).Get("/x").Status(500)
}
