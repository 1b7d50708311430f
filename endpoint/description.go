package endpoint

import (
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
)

// A Description is an endpoint as documentation, command lines and other
// interpreters see it. It must not be changed.
type Description struct {
	// Method and Path are the endpoint's pattern, the path as it was written.
	Method weft.Method
	Path   string

	// ID names the endpoint for programs. It is "" if it was given no name.
	ID string

	// Inputs describe the parameters of the function, in their order.
	Inputs []codec.Tree

	// Outputs are the possible successes, the first declared first.
	Outputs []Output

	// Failures are the declared failures.
	Failures []Output

	// Socket are the types of messages if the endpoint opens a WebSocket, otherwise
	// nil.
	Socket *SocketTypes

	// Auth is what a request has to show, and UnauthorizedStatus the answer to those
	// that do not.
	Auth               auth.Type
	UnauthorizedStatus weft.Status

	// Doc explains the endpoint. Its first sentence is a summary.
	Doc string

	// Tags group endpoints in documentation.
	Tags []string

	// Deprecated says that the endpoint should no longer be used.
	Deprecated bool

	// Site is where the endpoint was described, as file:line.
	Site string

	// inputs are the codecs of Inputs.
	inputs []codec.Any

	// params are the codecs of the path parameters, for URLs.
	params []codec.Any
}

// An Output is one possible answer.
type Output struct {
	// Status is its status code. It is 0 if the function decides.
	Status weft.Status

	// Tree describes its headers and body.
	Tree codec.Tree

	// Doc explains it.
	Doc string
}

// Described is anything with a description: an [Endpoint] of whatever function type.
// Lists of endpoints are lists of it.
type Described interface {
	// Describe returns the description.
	Describe() *Description
}

// change returns a copy of the description that may be written to.
func (d *Description) change(f func(*Description)) *Description {
	c := *d
	c.Inputs = append([]codec.Tree(nil), d.Inputs...)
	c.Outputs = append([]Output(nil), d.Outputs...)
	c.Failures = append([]Output(nil), d.Failures...)
	c.Tags = append([]string(nil), d.Tags...)
	c.inputs = append([]codec.Any(nil), d.inputs...)
	c.params = append([]codec.Any(nil), d.params...)
	f(&c)
	return &c
}

// trees returns the descriptions of inputs and failures.
func (d *Description) trees() []codec.Tree {
	trees := append([]codec.Tree(nil), d.Inputs...)
	for _, f := range d.Failures {
		trees = append(trees, f.Tree)
	}
	return trees
}
