package web

import (
	"errors"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/bookshop/api"
	"github.com/weft-go/weft/examples/bookshop/shop"
	"github.com/weft-go/weft/examples/bookshop/store"
	"github.com/weft-go/weft/status"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// login is the page to log in.
func (p Pages) login(req *weft.Request) (weft.Response, error) {
	return p.loginPage(req, local(req.QueryParamOrElse("next", "/")), "", "")
}

func (p Pages) loginPage(req *weft.Request, next, user, problem string) (weft.Response, error) {
	return p.page(req, frame{title: "Log in", path: "/login"},
		h.Form(h.Class("narrow"), h.Method("post"), h.Action("/login"),
			h.H1(g.Text("Log in")),
			g.If(problem != "", h.P(h.Class("fault"), h.Role("alert"), g.Text(problem))),
			h.Input(h.Type("hidden"), h.Name("next"), h.Value(next)),
			h.Div(h.Class("field"), h.Label(h.For("user"), g.Text("Name")),
				h.Input(h.ID("user"), h.Name("user"), h.Value(user), h.Required(), h.AutoComplete("username"), g.If(user == "", h.AutoFocus()))),
			h.Div(h.Class("field"), h.Label(h.For("password"), g.Text("Password")),
				h.Input(h.ID("password"), h.Name("password"), h.Type("password"), h.Required(), h.AutoComplete("current-password"),
					g.If(user != "", h.AutoFocus()))),
			h.Div(h.Class("actions"), h.Button(g.Text("Log in"))),
			h.P(h.Class("hint"), g.Text("This is an example. "), h.Code(g.Text("reader")), g.Text(" buys books, "),
				h.Code(g.Text("staff")), g.Text(" also changes them; each password is the name.")),
		))
}

// logIn begins a session and keeps its token in a cookie, which the middleware signs.
func (p Pages) logIn(req *weft.Request) (weft.Response, error) {
	form, err := req.Body().AsForm()
	if err != nil {
		return weft.Response{}, err
	}
	user, _ := form.Text("user")
	password, _ := form.Text("password")
	next, _ := form.Text("next")
	session, err := p.shop.LogIn(req.Context(), api.Credentials{User: user, Password: password})
	if _, ok := errors.AsType[api.BadLogin](err); ok {
		resp, err := p.loginPage(req, local(next), user, "Wrong name or password.")
		return resp.WithStatus(status.UnprocessableContent), err
	}
	if err != nil {
		return weft.Response{}, err
	}
	return weft.SeeOther(local(next)).WithCookie(cookie(req, session.Token)), nil
}

// logOut ends the session.
func (p Pages) logOut(req *weft.Request) (weft.Response, error) {
	if err := p.shop.LogOut(req.Context()); err != nil {
		return weft.Response{}, err
	}
	return weft.SeeOther("/").WithCookie(cookie(req, "").Expire()), nil
}

// cookie returns the cookie of a session. Other sites' forms do not send it along.
func cookie(req *weft.Request, token string) weft.Cookie {
	return weft.NewCookie(shop.SessionCookie, token).WithPath("/").WithMaxAge(store.SessionTime).
		WithHTTPOnly(true).WithSameSite(weft.SameSiteLax).WithSecure(req.TLS() != nil)
}
