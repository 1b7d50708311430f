package cli

import (
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
)

// A login is what a command authenticates with.
type login struct {
	credentials auth.Credentials // nil if there are none
	named       bool             // they stand on the command line
}

// login returns the credentials of the options, else those of the environment.
func (a *App) login(s *settings) (login, error) {
	switch {
	case s.user != "" && s.token != "":
		return login{}, usage("--token: give either --user or --token")
	case s.token != "":
		return login{auth.NewBearerCredentials(s.token), true}, nil
	case s.user != "":
		name, password, ok := strings.Cut(s.user, ":")
		if !ok {
			password, ok = a.config.LookupEnv(a.variable("password"))
		}
		if !ok {
			return login{}, usage("--user: want name:password, or the password in $%s", a.variable("password"))
		}
		return login{auth.NewBasicCredentials(name, password), true}, nil
	}
	if token, _ := a.config.LookupEnv(a.variable("token")); token != "" {
		return login{auth.NewBearerCredentials(token), false}, nil
	}
	if name, _ := a.config.LookupEnv(a.variable("user")); name != "" {
		password, _ := a.config.LookupEnv(a.variable("password"))
		return login{auth.NewBasicCredentials(name, password), false}, nil
	}
	return login{}, nil
}

// field returns the value of an Authorization field, for endpoints that have it as an
// input.
func (l login) field() string {
	if l.credentials == nil {
		return ""
	}
	value, _ := auth.Apply(weft.NewRequest(weft.GET, weft.URL{}), l.credentials).RawHeader("Authorization")
	return value
}

// apply returns the request with credentials. What comes from the environment goes
// only to endpoints that ask for it. A password is held back if only Digest will do:
// it answers the challenge.
func (l login) apply(req *weft.Request, o *operation) *weft.Request {
	if l.credentials == nil || req.Headers().Has("Authorization") {
		return req
	}
	asked, digestOnly := false, false
	for _, s := range o.d.Auth.Schemes() {
		asked = asked || s.Kind == l.credentials.Kind()
		digestOnly = digestOnly || s.Kind == auth.KindDigest
	}
	if asked || l.named && !digestOnly {
		return auth.Apply(req, l.credentials)
	}
	return req
}

// applySecrets returns the request with custom credentials, from their options or from
// the environment. They are put where their description says they are.
func (a *App) applySecrets(req *weft.Request, o *operation, g given) (*weft.Request, error) {
	var cookies []weft.Cookie
	for _, p := range o.secret {
		value, ok := g.last(p.flag)
		if !ok {
			value, ok = a.config.LookupEnv(a.variable(p.Name))
		}
		if !ok {
			continue
		}
		switch p.In {
		case codec.InQuery:
			req = req.AddQueryParam(p.Name, value)
		case codec.InHeader:
			req = req.AddHeader(p.Name, value)
		case codec.InCookie:
			cookies = append(cookies, weft.NewCookie(p.Name, value))
		}
	}
	if len(cookies) == 0 {
		return req, req.Headers().Err()
	}
	if before, ok := req.RawHeader("Cookie"); ok {
		cookies = append(weft.ParseCookies(before), cookies...)
	}
	line, err := weft.CookieString(cookies...)
	if err != nil {
		return nil, err
	}
	return req.RemoveHeader("Cookie").AddHeader("Cookie", line), nil
}
