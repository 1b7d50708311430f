package nethttp_test

import (
	"fmt"
	"strings"
	"testing"
	"uuid"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
)

func methods() group {
	return group{
		name: "methods",
		routes: func() weft.Routes {
			method := tell(func(r *weft.Request) string { return string(r.Method()) })
			return weft.NewRoutes(
				route.GET("/m").Handle(method),
				route.POST("/m").Handle(method),
				route.PUT("/m").Handle(method),
				route.DELETE("/m").Handle(method),
				route.PATCH("/m").Handle(method),
				route.TRACE("/m").Handle(method),
				route.GET("/head").Handle(say("from GET")),
				route.HEAD("/head").Handle(give(func() weft.Response { return weft.OK().WithHeader("X-Own", "yes") })),
				route.GET("/options").Handle(say("x")),
				route.OPTIONS("/options").Handle(say("my own")),
				route.Method("PURGE", "/cache/{key}").Handle(tell(func(r *weft.Request) string { return "purged " + r.Param("key") })),
				route.ANY("/any").Handle(method),
				route.PUT("/any").Handle(say("the route of PUT")),
				route.GET("/users/me").Handle(say("me")),
				route.DELETE("/users/{id}").Handle(tell(func(r *weft.Request) string { return "deleted " + r.Param("id") })),
			)
		},
		cases: []tableCase{
			{name: "GET", path: "/m", wantBody: "GET", want: []string{"Content-Type", "text/plain; charset=utf-8", "Content-Length", "3"}},
			{name: "POST", method: "POST", path: "/m", wantBody: "POST"},
			{name: "PUT", method: "PUT", path: "/m", wantBody: "PUT"},
			{name: "DELETE", method: "DELETE", path: "/m", wantBody: "DELETE"},
			{name: "PATCH", method: "PATCH", path: "/m", wantBody: "PATCH"},
			{name: "TRACE", method: "TRACE", path: "/m", wantBody: "TRACE"},
			{name: "HEAD is answered from GET", method: "HEAD", path: "/users/me",
				want: []string{"Content-Type", "text/plain; charset=utf-8", "Content-Length", "2"}},
			{name: "HEAD of its own", method: "HEAD", path: "/head", want: []string{"X-Own", "yes", "Content-Length", "0"}},
			{name: "OPTIONS is answered by itself", method: "OPTIONS", path: "/users/me", status: 204,
				want: []string{"Allow", "DELETE, GET, HEAD, OPTIONS", "Content-Type", "", "Content-Length", ""}},
			{name: "OPTIONS of its own", method: "OPTIONS", path: "/options", wantBody: "my own"},
			{name: "a method of one's own", method: "PURGE", path: "/cache/a", wantBody: "purged a"},
			{name: "ANY answers to every method", method: "DELETE", path: "/any", wantBody: "DELETE"},
			{name: "ANY answers to a method of one's own", method: "BREW", path: "/any", wantBody: "BREW"},
			{name: "ANY gives way to a route with the method", method: "PUT", path: "/any", wantBody: "the route of PUT"},
			{name: "a method that is not there", method: "POST", path: "/cache/a", status: 405,
				want:     []string{"Allow", "OPTIONS, PURGE", "Content-Type", "application/problem+json"},
				wantBody: `{"type":"about:blank","title":"Method Not Allowed","status":405,"detail":"this path does not answer to POST","instance":"/cache/a"}`},
			{name: "methods are told apart by case", method: "get", path: "/cache/a", status: 405, contains: "does not answer to get"},
			{name: "a less specific pattern that has the method", method: "DELETE", path: "/users/me", wantBody: "deleted me"},
		},
	}
}

func parameters() group {
	param := func(label string) weft.Handler {
		return tell(func(r *weft.Request) string {
			return label + " " + strings.Join([]string{r.Param("a"), r.Param("b"), r.Param("c"), r.Param("d"), r.Param("e")}, "|")
		})
	}
	return group{
		name: "parameters",
		routes: func() weft.Routes {
			return weft.NewRoutes(
				route.GET("/users/me").Handle(param("literal")),
				route.GET("/users/{a:int}").Handle(param("int")),
				route.GET("/users/{a:uuid}").Handle(param("uuid")),
				route.GET("/users/{a:bool}").Handle(param("bool")),
				route.GET("/users/{a}").Handle(param("string")),
				route.GET("/users/{a...}").Handle(param("trailing")),
				route.GET("/int/{a:int}").Handle(param("int")),
				route.GET("/long/{a:long}").Handle(param("long")),
				route.GET("/uuid/{a:uuid}").Handle(param("uuid")),
				route.GET("/bool/{a:bool}").Handle(param("bool")),
				route.GET("/five/{a}/{b:int}/{c}/{d:bool}/{e...}").Handle(param("five")),
				route.GET("/back/{a:int}/x").Handle(param("int then x")),
				route.GET("/back/{a}/y").Handle(param("string then y")),
				route.GET("/typed/{id}").Handle(typedParams),
			)
		},
		cases: []tableCase{
			{name: "a literal comes first", path: "/users/me", wantBody: "literal ||||"},
			{name: "int and string side by side: a number", path: "/users/42", wantBody: "int 42||||"},
			{name: "int and string side by side: a name", path: "/users/ada", wantBody: "string ada||||"},
			{name: "int and string side by side: a number that is too large", path: "/users/99999999999", wantBody: "string 99999999999||||"},
			{name: "uuid before string", path: "/users/6ba7b810-9dad-11d1-80b4-00c04fd430c8", wantBody: "uuid 6ba7b810-9dad-11d1-80b4-00c04fd430c8||||"},
			{name: "bool before string", path: "/users/true", wantBody: "bool true||||"},
			{name: "trailing comes last", path: "/users/ada/books", wantBody: "trailing ada/books||||"},
			{name: "trailing may be empty", path: "/users", wantBody: "trailing ||||"},
			{name: "trailing keeps its slash", path: "/users/ada/", wantBody: "trailing ada/||||"},
			{name: "a negative int", path: "/int/-7", wantBody: "int -7||||"},
			{name: "an int with leading zeros", path: "/int/007", wantBody: "int 007||||"},
			{name: "an int that is none", path: "/int/seven", status: 404, contains: "there is nothing at this path"},
			{name: "an int with a plus", path: "/int/+7", status: 404, contains: "404"},
			{name: "a long", path: "/long/-9223372036854775808", wantBody: "long -9223372036854775808||||"},
			{name: "a long that is too large", path: "/long/9223372036854775808", status: 404, contains: "404"},
			{name: "a uuid", path: "/uuid/6BA7B810-9DAD-11D1-80B4-00C04FD430C8", wantBody: "uuid 6BA7B810-9DAD-11D1-80B4-00C04FD430C8||||"},
			{name: "a uuid that is none", path: "/uuid/6ba7b810", status: 404, contains: "404"},
			{name: "a bool", path: "/bool/false", wantBody: "bool false||||"},
			{name: "a bool that is none", path: "/bool/1", status: 404, contains: "404"},
			{name: "five at once", path: "/five/x/1/y/true/a/b/c", wantBody: "five x|1|y|true|a/b/c"},
			{name: "back from a better pattern that fails later", path: "/back/7/y", wantBody: "string then y 7||||"},
			{name: "a percent-encoded value", path: "/users/ad%C3%A8le%20b", wantBody: "string adèle b||||"},
			{name: "a plus is a plus", path: "/users/a+b", wantBody: "string a+b||||"},
			{name: "%2F stays in its segment", path: "/users/a%2Fb", wantBody: "string a/b||||"},
			{name: "%2F in a trailing value", path: "/users/x/a%2Fb", wantBody: "trailing x/a/b||||"},
			{name: "an encoded digit is a digit", path: "/int/%34%32", wantBody: "int 42||||"},
			{name: "a typed value", path: "/typed/6ba7b810-9dad-11d1-80b4-00c04fd430c8", wantBody: "6ba7b810-9dad-11d1-80b4-00c04fd430c8"},
			{name: "a typed value that does not decode", path: "/typed/x", status: 400, contains: `"errors":[{"in":"path","name":"id"`},
		},
	}
}

func typedParams(req *weft.Request) (weft.Response, error) {
	id, err := req.ParamAs[uuid.UUID]("id")
	if err != nil {
		return weft.Response{}, err
	}
	return weft.Text(id.String()), nil
}

func paths() group {
	return group{
		name: "paths",
		routes: func() weft.Routes {
			path := tell(func(r *weft.Request) string { return r.Pattern() + " " + r.Path() })
			return weft.NewRoutes(
				route.GET("/").Handle(path),
				route.GET("/a/b").Handle(path),
				route.GET("/slash/").Handle(path),
				route.GET("/both").Handle(path),
				route.GET("/both/").Handle(path),
				route.GET("/café").Handle(path),
				route.GET("/url").Handle(tell(func(r *weft.Request) string { return r.URL().String() })),
			)
		},
		cases: []tableCase{
			{name: "the root", path: "/", wantBody: "/ /"},
			{name: "no path at all", path: "", wantBody: "/ /"},
			{name: "a dot segment", path: "/a/./b", wantBody: "/a/b /a/b"},
			{name: "two dots", path: "/a/x/../b", wantBody: "/a/b /a/b"},
			{name: "two dots at the root", path: "/../../a/b", wantBody: "/a/b /a/b"},
			{name: "encoded dots", path: "/a/%2e/x/%2E%2e/b", wantBody: "/a/b /a/b"},
			{name: "dots at the end are a directory", path: "/both/x/..", wantBody: "/both/ /both/"},
			{name: "a slash at the end that is in the pattern", path: "/slash/", wantBody: "/slash/ /slash/"},
			{name: "a slash at the end that is missing", path: "/slash", status: 404, contains: "404"},
			{name: "a slash at the end that is too many", path: "/a/b/", status: 404, contains: "404"},
			{name: "both with and without a slash", path: "/both/", wantBody: "/both/ /both/"},
			{name: "empty segments count", path: "/a//b", status: 404, contains: "404"},
			{name: "case matters", path: "/A/b", status: 404, contains: "404"},
			{name: "a literal that is encoded in the request", path: "/caf%C3%A9", wantBody: "/café /caf%C3%A9"},
			{name: "an encoded letter is the letter", path: "/%61/b", wantBody: "/a/b /%61/b"},
			{name: "the query is not the path", path: "/a/b?c=/d", wantBody: "/a/b /a/b"},
			{name: "the URL keeps its escapes", path: "/url?x=%2F&y=a+b", wantBody: "/url?x=%2F&y=a+b"},
			{name: "nothing there", path: "/nothing", status: 404, want: []string{"Content-Type", "application/problem+json"},
				wantBody: `{"type":"about:blank","title":"Not Found","status":404,"detail":"there is nothing at this path","instance":"/nothing"}`},
		},
	}
}

func nesting() group {
	tag := func(name string) weft.Middleware {
		return weft.Wrap(func(next weft.Handler) weft.Handler {
			return func(req *weft.Request) (weft.Response, error) {
				resp, err := next(req)
				return resp.AddHeader("X-Part", name), err
			}
		})
	}
	return group{
		name: "nesting",
		routes: func() weft.Routes {
			books := weft.NewRoutes(
				route.GET("/").Handle(say("all books")),
				route.GET("/{id:int}").Handle(tell(func(r *weft.Request) string { return "book " + r.Param("id") })),
			).With(tag("books"))
			shop := weft.NewRoutes(books.Nest("/books"), route.GET("/about").Handle(say("about"))).With(tag("shop"))
			return weft.NewRoutes(
				shop.Nest("/shops/{shop}"),
				route.GET("/").Handle(say("home")),
				route.GET("/shops/{shop}/owner").Handle(tell(func(r *weft.Request) string {
					return fmt.Sprintf("owner of %s at %s", r.Param("shop"), r.Pattern())
				})),
			)
		},
		cases: []tableCase{
			{name: "the whole", path: "/", wantBody: "home", want: []string{"X-Part", ""}},
			{name: "the root of a part", path: "/shops/a/books", wantBody: "all books", want: []string{"X-Part", "books | shop"}},
			{name: "a parameter of a part", path: "/shops/a/books/7", wantBody: "book 7", want: []string{"X-Part", "books | shop"}},
			{name: "beside a part", path: "/shops/a/owner", wantBody: "owner of a at /shops/{shop}/owner", want: []string{"X-Part", ""}},
			{name: "one level", path: "/shops/a/about", wantBody: "about", want: []string{"X-Part", "shop"}},
			{name: "a method that a part does not have", method: "POST", path: "/shops/a/about", status: 405,
				check: func(t *testing.T, a *answered) {
					if a.Header.Get("Allow") != "GET, HEAD, OPTIONS" {
						t.Errorf("Allow is %q", a.Header.Get("Allow"))
					}
				}},
		},
	}
}
