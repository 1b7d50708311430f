package openapi

import (
	"strings"

	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/schema"
)

// trouble says what can be wrong with a request to an endpoint.
type trouble struct {
	malformed   bool // 400
	tooLarge    bool // 413
	unsupported bool // 415
	invalid     bool // 422
}

func (t trouble) any() bool { return t != trouble{} }

// troubleOf looks at the inputs of an endpoint.
func troubleOf(d *endpoint.Description) trouble {
	var t trouble
	for _, in := range d.Inputs {
		for _, p := range in.Parts() {
			t.add(p)
		}
	}
	return t
}

// add looks at one part.
func (t *trouble) add(p *codec.PartInfo) {
	switch {
	case p.In == codec.InPath:
		t.malformed = t.malformed || pathCanFail(p)
	case p.In == codec.InHeader && strings.EqualFold(p.Name, "Content-Type"):
		t.unsupported = true
	case p.In != codec.InBody:
		t.malformed = true // even free text may be there twice, or be escaped badly
	case p.Multipart:
		t.malformed, t.tooLarge, t.unsupported = true, true, true
		t.invalid = t.invalid || isConstrained(p)
	default:
		t.tooLarge = true
		t.unsupported = t.unsupported || !isAnyMedia(p)
		t.malformed = t.malformed || !p.File
		t.invalid = t.invalid || isConstrained(p)
	}
}

// pathCanFail reports whether a path can match whose parameter cannot be decoded or
// breaks a limit. Where the segment's kind says all, such a path matches nothing.
func pathCanFail(p *codec.PartInfo) bool {
	if p.Schema == nil {
		return false
	}
	s := p.Schema()
	switch s.Kind() {
	case schema.KindInt, schema.KindInt32, schema.KindInt64, schema.KindUUID, schema.KindBool:
		return s.Constrained()
	}
	return s.Kind() != schema.KindString || s.Constrained() || s.Name() != "" // a named one may read its text itself
}

func isConstrained(p *codec.PartInfo) bool { return p.Schema != nil && p.Schema().Constrained() }
