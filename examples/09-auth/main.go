// Who may call what: what a route requires, who verifies it, and who it was.
//
//	go run ./examples/09-auth
//	curl -i localhost:8080/me
//	curl -u ada:engine localhost:8080/me
//	curl -H 'Authorization: Bearer t0ken' localhost:8080/orders/7
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/status"
)

// User is the principal: whatever the application wants to know about the caller.
type User struct{ Name string }

// verify is the only place that knows passwords and tokens. An error means no.
func verify(_ context.Context, c auth.Credentials) (User, error) {
	switch c := c.(type) {
	case auth.PasswordCredentials: // Basic and Digest
		if c.Check("engine") && c.UserName() == "ada" {
			return User{"Ada"}, nil
		}
	case auth.BearerCredentials:
		if c.Check("t0ken") { // in constant time
			return User{"a program"}, nil
		}
	}
	return User{}, auth.ErrRejected
}

// GetOrder says what it requires in its description, so documentation and clients know.
var GetOrder = route.GET("/orders/{id}").
	Path(codec.Int("id")).
	Out[string]().
	Auth(auth.Bearer()) // who fails gets 404, as if there were no such endpoint

func getOrder(ctx context.Context, id int) (string, error) {
	user, _ := auth.From[User](ctx)
	return fmt.Sprintf("order %d, for %s", id, user.Name), nil
}

func me(_ *weft.Request, user User) (weft.Response, error) {
	return weft.Text("you are " + user.Name), nil
}

func routes() weft.Routes {
	// A plain route takes its requirement as middleware. 401 makes browsers ask.
	private := weft.NewRoutes(route.GET("/me").Handle(auth.WithContext(me))).
		With(auth.Require(auth.Basic("example").Or(auth.Bearer()), status.Unauthorized))
	return weft.NewRoutes(private, GetOrder.Implement(getOrder)).With(auth.Provide(verify))
}

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
