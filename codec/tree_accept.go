package codec

import (
	"errors"
	"slices"
	"strings"

	"github.com/weft-go/weft"
)

// Acceptable says whether a response of this shape can be sent to a client with
// this Accept field (RFC 9110 section 12.5.1). Servers ask before they run a
// function, so that nothing is done for an answer that cannot be given. Of
// alternatives one is enough; what has no body is always acceptable.
func (t Tree) Acceptable(accept string) bool {
	switch t.Op {
	case OpPart:
		p := t.Part
		if p == nil || p.In != InBody || p.Multipart || p.anyMedia || accept == "" || accept == "*/*" {
			return true
		}
		_, ok := weft.Negotiate(accept, p.MediaTypes...)
		return ok || slices.ContainsFunc(p.MediaTypes, func(m string) bool {
			form, _ := formatFor(essenceOf(m))
			_, ok := weft.Negotiate(accept, (&variant{mediaType: m, form: form}).aliases()...)
			return ok
		})
	case OpEither:
		for _, c := range t.Children {
			if c.Acceptable(accept) {
				return true
			}
		}
		return len(t.Children) == 0
	}
	for _, c := range t.Children {
		if !c.Acceptable(accept) {
			return false
		}
	}
	return true
}

// Accept returns the Accept field of a client that reads responses of this shape:
// all media types of its bodies, or "" if it has none.
func (t Tree) Accept() string {
	var types []string
	seen := map[string]bool{}
	for _, p := range t.Parts() {
		if p.In != InBody {
			continue
		}
		if p.anyMedia {
			return "*/*"
		}
		for _, m := range p.MediaTypes {
			if essence := essenceOf(m); !seen[essence] {
				seen[essence] = true
				types = append(types, essence)
			}
		}
	}
	return strings.Join(types, ", ")
}

// Check compiles everything that is otherwise compiled when it is first used, and
// returns what a message would stumble over: a type that cannot be described, a
// constraint that does not fit its type. Whoever puts a codec to use calls it at
// start-up, when all sums and enums are registered.
func (t Tree) Check() error {
	var errs []error
	for _, p := range t.Parts() {
		if p.check != nil {
			errs = append(errs, p.check())
		}
	}
	return errors.Join(errs...)
}
