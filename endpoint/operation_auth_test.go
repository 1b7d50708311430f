package endpoint_test

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/wefttest"
)

// There is a test for each paragraph about authentication.

func TestAuth_types(t *testing.T) {
	runFixtures(t, "StaffBasic", "StaffBearer", "StaffEither", "StaffKey", "GetBook")
	var kinds []string
	for _, s := range fixtures.StaffEither.Describe().Auth.Schemes() {
		kinds = append(kinds, s.Kind.String())
	}
	if !slices.Equal(kinds, []string{"Basic", "Bearer"}) {
		t.Errorf("the schemes are %v", kinds)
	}
}

// Digest needs two requests: the first is answered with a challenge.
func TestAuth_digest(t *testing.T) {
	s := shop(t)
	for algorithm := range 2 {
		refused := s.send(t, "GET", "/staff/digest", nil, "")
		challenges := refused.headers.Values("WWW-Authenticate")
		if refused.status != 401 || len(challenges) != 2 {
			t.Fatalf("%d %q", refused.status, challenges)
		}
		answer, err := auth.DigestResponse(challenges[algorithm], "GET", "/staff/digest", "ada", "engine")
		if err != nil {
			t.Fatal(err)
		}
		if got := s.send(t, "GET", "/staff/digest", []string{"Authorization", answer}, ""); got.status != 200 || got.body != "ada" {
			t.Errorf("%d %s", got.status, got.body)
		}
		if got := s.send(t, "GET", "/staff/digest", []string{"Authorization", answer}, ""); got.status != 401 {
			t.Errorf("sent twice: %d %s", got.status, got.body)
		}
	}
	c := client.New(s.url, client.Config{Credentials: auth.NewBasicCredentials("ada", "engine"), Auth: auth.Digest("staff")})
	defer c.Close()
	if name, err := fixtures.StaffDigest.Client(c)(t.Context()); name != "ada" || err != nil {
		t.Errorf("%q, %v", name, err)
	}
}

func TestAuth_credentials(t *testing.T) {
	s := shop(t)
	for name, c := range map[string]struct {
		target, authorization string
		status                int
	}{
		"wrong password":         {"/staff/basic", "Basic YWRhOndyb25n", 401},
		"another scheme":         {"/staff/basic", "Bearer t0ken", 401},
		"malformed":              {"/staff/basic", "Basic !", 401},
		"scheme alone":           {"/staff/basic", "Basic", 401},
		"wrong token":            {"/staff/bearer", "Bearer guess", 403},
		"right password, either": {"/staff/either", "basic YWRhOmVuZ2luZQ==", 200},
		"right token, either":    {"/staff/either", "BEARER t0ken", 200},
	} {
		t.Run(name, func(t *testing.T) {
			if got := s.send(t, "GET", c.target, []string{"Authorization", c.authorization}, ""); got.status != c.status {
				t.Errorf("%d %s", got.status, got.body)
			}
		})
	}
}

func TestAuth_custom(t *testing.T) {
	s := shop(t)
	jsonType := []string{"Content-Type", "application/json"}
	if got := s.send(t, "POST", "/staff/key/1?key=k3y", jsonType, `{"number":1}`); got.status != 200 || got.body != "a key" {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := s.send(t, "POST", "/staff/key/1?key=guess", jsonType, `{"number":1}`); got.status != 404 {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// The context that middleware gives counts for endpoints.
func TestAuth_customAuthProviding(t *testing.T) {
	whoami := func(ctx context.Context) (string, error) {
		u, _ := auth.From[fixtures.User](ctx)
		return u.Name, nil
	}
	provide := auth.CustomAuthProviding(func(req *weft.Request) (fixtures.User, bool) {
		name, ok := req.RawHeader("X-User")
		return fixtures.User{Name: name}, ok
	})
	c := wefttest.New(t, weft.NewRoutes(fixtures.StaffBasic.Implement(whoami)).With(provide))
	c.With("X-User", "bob").Get("/staff/basic").Status(200).Body("bob")
	c.Get("/staff/basic").Status(401)
}

// By default nobody learns that there is an endpoint: the answer is, byte for byte,
// that of a path without a route, whatever is sent.
func TestAuth_hidden(t *testing.T) {
	hidden := wefttest.Start(t, weft.NewRoutes(fixtures.Named("StaffKey").Route, fixtures.Plain()[0]).With(auth.Provide(fixtures.Verify)))
	without := wefttest.Start(t, weft.NewRoutes(fixtures.Plain()[0]))
	for name, raw := range map[string]string{
		"no credentials":     "POST /staff/key/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
		"wrong credentials":  "POST /staff/key/1?key=x HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
		"malformed body":     "POST /staff/key/1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{",
		"unknown media type": "POST /staff/key/1 HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 1\r\n\r\n{",
		"not acceptable":     "POST /staff/key/1 HTTP/1.1\r\nHost: a\r\nAccept: a/b\r\nContent-Length: 0\r\n\r\n",
		"HTML wanted":        "POST /staff/key/1 HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nContent-Length: 0\r\n\r\n",
		"another method":     "GET /staff/key/1 HTTP/1.1\r\nHost: a\r\n\r\n",
		"OPTIONS":            "OPTIONS /staff/key/1 HTTP/1.1\r\nHost: a\r\n\r\n",
		"path does not fit":  "POST /staff/key/x HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			if a, b := rawAnswer(hidden, raw), rawAnswer(without, raw); a != b {
				t.Errorf("hidden:\n%s\nwithout a route:\n%s", a, b)
			}
		})
	}
}

// rawAnswer returns an answer without its date.
func rawAnswer(s *wefttest.Server, raw string) string {
	conn := s.Dial()
	conn.Send(raw)
	code, headers, body := conn.ReadResponse()
	var b bytes.Buffer
	b.WriteString(http.StatusText(code) + "\n")
	for name, value := range headers.All() {
		if name != "Date" {
			b.WriteString(name + ": " + value + "\n")
		}
	}
	b.WriteString(body)
	return b.String()
}

// A public endpoint at the same path does not give a hidden one away.
func TestAuth_hidden_besidePublic(t *testing.T) {
	secret := route.DELETE("/tags").OutEmpty().Auth(auth.Bearer()).Implement(func(context.Context) error { return nil })
	routes := weft.NewRoutes(fixtures.Named("ListTags").Route, secret)
	public := weft.NewRoutes(fixtures.Named("ListTags").Route)
	for _, method := range []weft.Method{weft.POST, weft.OPTIONS, weft.PATCH, weft.DELETE} {
		a := wefttest.New(t, routes).Do(weft.Get("/tags").WithMethod(method))
		b := wefttest.New(t, public).Do(weft.Get("/tags").WithMethod(method))
		x, _ := a.Response().Header("Allow")
		y, _ := b.Response().Header("Allow")
		if a.Response().Status() != b.Response().Status() || x != y || a.Text() != b.Text() {
			t.Errorf("%s: %v %q %s, without %v %q %s", method, a.Response().Status(), x, a.Text(), b.Response().Status(), y, b.Text())
		}
	}
}

func TestAuth_unauthorizedStatus(t *testing.T) {
	for _, s := range []weft.Status{status.Unauthorized, status.Forbidden, status.BadRequest, status.NotFound} {
		e := fixtures.StaffBasic.UnauthorizedStatus(s)
		if got := e.Describe().UnauthorizedStatus; got != s {
			t.Errorf("described as %v", got)
		}
		routes := weft.NewRoutes(e.Implement(func(context.Context) (string, error) { return "", nil }))
		detail := ""
		if s == status.NotFound {
			detail = "there is nothing at this path"
		}
		wefttest.New(t, routes).Get("/staff/basic").Status(s).Body(problem(int(s), "/staff/basic", detail))
	}
	if got := fixtures.StaffKey.Describe().UnauthorizedStatus; got != status.NotFound {
		t.Errorf("the default is %v", got)
	}
}

func TestAuth_challenge(t *testing.T) {
	s := shop(t)
	for target, want := range map[string][]string{
		"/staff/basic":  {`Basic realm="staff", charset="UTF-8"`},
		"/staff/either": {`Basic realm="staff", charset="UTF-8"`, `Bearer realm="staff"`},
		"/staff/bearer": nil, // 403 has none
	} {
		got := s.send(t, "GET", target, nil, "")
		if !slices.Equal(got.headers.Values("WWW-Authenticate"), want) {
			t.Errorf("%s: %q, want %q", target, got.headers.Values("WWW-Authenticate"), want)
		}
	}
	got := s.send(t, "GET", "/staff/basic", nil, "")
	if got.body != problem(401, "/staff/basic", "") {
		t.Errorf("body %s", got.body)
	}
	got = s.send(t, "GET", "/staff/bearer", nil, "")
	if got.status != 403 || got.body != problem(403, "/staff/bearer", "") {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func TestAuth_declaredFailure(t *testing.T) { runFixtures(t, "OpenDoor") }

// Without anything that verifies, every request is refused, and inputs are not looked
// at.
func TestAuth_failsClosed(t *testing.T) {
	routes := weft.NewRoutes(fixtures.Named("StaffBasic").Route, fixtures.Named("StaffKey").Route)
	c := wefttest.New(t, routes)
	c.With("Authorization", "Basic YWRhOmVuZ2luZQ==").Get("/staff/basic").Status(401)
	c.Post("/staff/key/1?key=k3y", weft.BodyString(`{"number":1}`, "application/json")).Status(404)
}

// Authentication comes before everything else: who is refused learns nothing of the
// inputs. Handlers are guarded in the same way.
func TestAuth_beforeInputs(t *testing.T) {
	e := route.POST("/x").In[int]().Query(codec.Query[int]("n")).OutEmpty().Auth(auth.Bearer()).UnauthorizedStatus(status.Forbidden)
	ran := false
	for _, r := range []weft.Route{
		e.Implement(func(context.Context, int, int) error { ran = true; return nil }),
		e.ImplementHandler(func(*weft.Request) (weft.Response, error) { ran = true; return weft.OK(), nil }),
	} {
		routes := weft.NewRoutes(r).With(auth.Provide(fixtures.Verify))
		wefttest.New(t, routes).With("Accept", "a/b").Post("/x?n=z", weft.BodyString("{", "a/b")).Status(403)
		if ran {
			t.Error("the function ran")
		}
	}
	wefttest.New(t, weft.NewRoutes(e.ImplementHandler(func(*weft.Request) (weft.Response, error) { return weft.OK(), nil })).
		With(auth.Provide(fixtures.Verify))).With("Authorization", "Bearer t0ken").Post("/x", weft.Body{}).Status(200)
}
