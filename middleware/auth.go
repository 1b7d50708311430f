package middleware

import (
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
)

// CustomAuthProviding returns middleware that gives handlers an authentication context,
// or none if f returns false: [auth.CustomAuthProviding] under the name by which it is
// looked for among middleware. Handlers read the context with [auth.WithContext] and
// [auth.From].
func CustomAuthProviding[Ctx any](f func(*weft.Request) (Ctx, bool)) weft.Middleware {
	if f == nil {
		panic(mistake("middleware.CustomAuthProviding: the function is nil"))
	}
	return auth.CustomAuthProviding(f)
}
