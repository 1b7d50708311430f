package auth_test

import (
	"context"
	"fmt"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/status"
)

// Routes that want a password.
func Example() {
	passwords := map[string]string{"ada": "engine"}
	lookup := func(_ context.Context, user string) (password, principal string, ok bool, err error) {
		password, ok = passwords[user]
		return password, user, ok, nil
	}
	hello := auth.WithContext(func(_ *weft.Request, user string) (weft.Response, error) {
		return weft.Text("hello " + user), nil
	})

	routes := weft.NewRoutes(weft.NewPattern(weft.GET, "/hello").Handle(hello)).
		With(auth.Require(auth.Basic("books"), status.Unauthorized)).
		With(auth.ProvidePasswords(lookup))

	req := weft.Get("/hello")
	refused := routes.Serve(req)
	challenge, _ := refused.Header("WWW-Authenticate")
	fmt.Println(int(refused.Status()), challenge)

	answer := routes.Serve(auth.Apply(req, auth.NewBasicCredentials("ada", "engine")))
	text, _ := answer.Body().AsString()
	fmt.Println(int(answer.Status()), text)
	// Output:
	// 401 Basic realm="books", charset="UTF-8"
	// 200 hello ada
}

// A verifier for several schemes.
func ExampleProvide() {
	type Caller struct{ Name string }
	verify := func(_ context.Context, c auth.Credentials) (*Caller, error) {
		switch c := c.(type) {
		case auth.BearerCredentials:
			if c.Check("t0ken") {
				return &Caller{"a program"}, nil
			}
		case auth.PasswordCredentials: // Basic and Digest
			if c.UserName() == "ada" && c.Check("engine") {
				return &Caller{"ada"}, nil
			}
		}
		return nil, auth.ErrRejected
	}
	whoami := func(req *weft.Request) (weft.Response, error) {
		caller, _ := auth.From[*Caller](req.Context())
		return weft.Text(caller.Name), nil
	}
	routes := weft.NewRoutes(weft.NewPattern(weft.GET, "/whoami").Handle(whoami)).
		With(auth.Require(auth.Basic().Or(auth.Bearer()))).
		With(auth.Provide(verify))

	for _, c := range []auth.Credentials{
		auth.NewBasicCredentials("ada", "engine"),
		auth.NewBearerCredentials("t0ken"),
		auth.NewBearerCredentials("guessed"),
	} {
		resp := routes.Serve(auth.Apply(weft.Get("/whoami"), c))
		text, _ := resp.Body().AsString()
		if resp.Status() == status.NotFound {
			text = "nothing here"
		}
		fmt.Println(c.Kind(), int(resp.Status()), text)
	}
	// Output:
	// Basic 200 ada
	// Bearer 200 a program
	// Bearer 404 nothing here
}

// Credentials in a query parameter.
func ExampleCustom() {
	key := auth.Custom("key", codec.Query[string]("key"))
	verify := func(_ context.Context, c auth.Credentials) (string, error) {
		if c, ok := c.(auth.CustomCredentials); ok && c.Value == "open sesame" {
			return "ali", nil
		}
		return "", auth.ErrRejected
	}
	enter := auth.WithContext(func(_ *weft.Request, name string) (weft.Response, error) {
		return weft.Text("enter, " + name), nil
	})
	routes := weft.NewRoutes(weft.NewPattern(weft.GET, "/cave").Handle(enter)).
		With(auth.Require(key, status.Forbidden)).
		With(auth.Provide(verify))

	for _, url := range []string{"/cave", "/cave?key=open+barley", "/cave?key=open+sesame"} {
		fmt.Println(int(routes.Serve(weft.Get(url)).Status()))
	}
	// Output:
	// 403
	// 403
	// 200
}

// A context for handlers from a session.
func ExampleCustomAuthProviding() {
	type Session struct{ User string }
	sessions := map[string]Session{"s1": {"ada"}}
	bySession := auth.CustomAuthProviding(func(req *weft.Request) (Session, bool) {
		id, _ := req.Cookie("session")
		s, ok := sessions[id.Value]
		return s, ok
	})
	routes := weft.NewRoutes(
		weft.NewPattern(weft.GET, "/public").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Text("for all"), nil
		}),
		weft.NewPattern(weft.GET, "/private").Handle(auth.WithContext(func(_ *weft.Request, s Session) (weft.Response, error) {
			return weft.Text("for " + s.User), nil
		})),
	).With(bySession)

	fmt.Println(int(routes.Serve(weft.Get("/public")).Status()))
	fmt.Println(int(routes.Serve(weft.Get("/private")).Status()))
	resp := routes.Serve(weft.Get("/private").AddHeader("Cookie", "session=s1"))
	text, _ := resp.Body().AsString()
	fmt.Println(int(resp.Status()), text)
	// Output:
	// 200
	// 404
	// 200 for ada
}

// Answering a Digest challenge.
func ExampleDigestResponse() {
	routes := weft.NewRoutes(weft.NewPattern(weft.GET, "/books").Handle(
		func(*weft.Request) (weft.Response, error) { return weft.Text("books"), nil },
	)).
		With(auth.Require(auth.Digest("books"), status.Unauthorized)).
		With(auth.ProvidePasswords(func(_ context.Context, user string) (string, string, bool, error) {
			return "engine", user, user == "ada", nil
		}))

	req := weft.Get("/books")
	challenge, _ := routes.Serve(req).Header("WWW-Authenticate")
	answer, err := auth.DigestResponse(challenge, "GET", "/books", "ada", "engine")
	if err != nil {
		panic(err)
	}
	answered := req.AddHeader("Authorization", answer)
	fmt.Println(int(routes.Serve(answered).Status()))
	fmt.Println(int(routes.Serve(answered).Status())) // the same again
	// Output:
	// 200
	// 401
}

func ExampleParseChallenges() {
	challenges, err := auth.ParseChallenges(`Bearer realm="books", error="invalid_token", Negotiate`)
	if err != nil {
		panic(err)
	}
	for _, c := range challenges {
		realm, ok := c.Param("realm")
		fmt.Printf("%s %q %v\n", c.Scheme, realm, ok)
	}
	// Output:
	// Bearer "books" true
	// Negotiate "" false
}
