package endpoint

import (
	"slices"

	"github.com/weft-go/weft/codec"
)

// Codecs returns the codecs of the function's parameters, in the order of Inputs. It is
// for interpreters that write requests from values whose types they do not know, such
// as command lines and hypermedia; see [codec.Any]. The caller owns the slice.
func (d *Description) Codecs() []codec.Any { return slices.Clone(d.inputs) }
