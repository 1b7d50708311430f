package codec

import (
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/schema"
)

// A Place is a part of an HTTP message.
type Place uint8

// The places.
const (
	InPath Place = iota
	InQuery
	InHeader
	InCookie
	InBody
	InStatus
)

// String returns the place's name as it stands in error documents: path, query,
// header, cookie, body or status.
func (p Place) String() string {
	return [...]string{"path", "query", "header", "cookie", "body", "status"}[p]
}

// An Op says how the parts of a [Tree] belong together.
type Op uint8

// The ways to combine codecs.
const (
	OpPart   Op = iota // a single part
	OpBoth             // all of the children
	OpEither           // one of the children
)

// A Tree describes a codec: which parts of a message it covers. Interpreters such
// as documentation and command lines walk it. A Tree must not be changed.
type Tree struct {
	// Op says what the tree is.
	Op Op

	// Part is the part, if Op is OpPart.
	Part *PartInfo

	// Children are the combined codecs, in their order.
	Children []Tree

	// Doc explains a combined codec. A single part has its own.
	Doc string
}

// Parts returns all parts from left to right.
func (t Tree) Parts() []*PartInfo {
	if t.Op == OpPart {
		if t.Part == nil {
			return nil
		}
		return []*PartInfo{t.Part}
	}
	var parts []*PartInfo
	for _, c := range t.Children {
		parts = append(parts, c.Parts()...)
	}
	return parts
}

// A PartInfo describes one place in a message. It must not be changed.
type PartInfo struct {
	// In is the place.
	In Place

	// Name is the name of the parameter, header field, cookie, or part of a
	// multipart body. The body as a whole has none.
	Name string

	// Schema describes the value. It is nil for raw bytes. It is asked for when it
	// is needed, so that sums may be registered after endpoints are described.
	Schema func() *schema.Schema

	// Segment is the kind of path segment that fits a path parameter's type: int,
	// long, uuid, bool, or "" for any text.
	Segment string

	// Required says that the value must be there.
	Required bool

	// Repeated says that there may be several values.
	Repeated bool

	// Default is the text of the value that stands for a missing one, if HasDefault
	// is set.
	Default    string
	HasDefault bool

	// Expected is the only value allowed, if it is not empty.
	Expected string

	// Doc explains the value.
	Doc string

	// Examples are values with names, as text or as JSON.
	Examples []Example

	// Deprecated says that the value should no longer be used.
	Deprecated bool

	// MediaTypes are those of a body, the preferred one first.
	MediaTypes []string

	// Stream says that the body is a sequence of values.
	Stream bool

	// File says that the body or part is raw bytes.
	File bool

	// Multipart says that the part is one of multipart/form-data.
	Multipart bool

	// Status is the status of a response, if In is InStatus.
	Status weft.Status

	// anyMedia says that the body may have any media type.
	anyMedia bool

	// check compiles what is otherwise compiled at first use.
	check func() error
}

// An Example is a value with a name.
type Example struct {
	// Name says what the example shows.
	Name string

	value func() string
}

// Value returns the value as it would be encoded: text for parameters, JSON for
// bodies. It is encoded when it is asked for, and is empty if it cannot be.
func (e Example) Value() string { return e.value() }

// mapParts returns a copy of the tree in which f has changed every part.
func (t Tree) mapParts(f func(*PartInfo)) Tree {
	if t.Part != nil {
		p := *t.Part
		f(&p)
		t.Part = &p
	}
	if t.Children != nil {
		children := make([]Tree, len(t.Children))
		for i, c := range t.Children {
			children[i] = c.mapParts(f)
		}
		t.Children = children
	}
	return t
}

// single returns a tree of one part.
func single(p PartInfo) Tree { return Tree{Op: OpPart, Part: &p} }

// join returns the tree of codecs that all apply. Parts of trees that are joins
// themselves are taken over, unless they are documented as a whole.
func join(trees ...Tree) Tree {
	all := Tree{Op: OpBoth}
	for _, t := range trees {
		if t.Op == OpBoth && t.Doc == "" {
			all.Children = append(all.Children, t.Children...)
		} else {
			all.Children = append(all.Children, t)
		}
	}
	return all
}
