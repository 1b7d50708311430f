package codec

import (
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
)

// WithConfig returns middleware that sets how values map to formats for the routes
// it is attached to, in place of what the server is configured with.
//
//	routes.With(codec.WithConfig(format.Config{FieldNameFormat: schema.SnakeCase}))
func WithConfig(cfg format.Config) weft.Middleware {
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) { return next(req.WithCodecConfig(cfg)) }
	})
}
