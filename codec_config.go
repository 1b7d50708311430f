package weft

import (
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/schema"
)

// CodecConfig says how values map to formats; see [format.Config]. It is set for a
// server with its configuration, and for a set of routes with codec.WithConfig.
type CodecConfig = format.Config

// Optional is a value that may be absent, null, or there; see [schema.Optional].
type Optional[T any] = schema.Optional[T]
