package codegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-go/weft/openapi"
)

// An authVar is a security scheme as a variable of the package.
type authVar struct {
	scheme string
	name   string
	expr   string
	doc    string
}

// security returns the expression of what an operation requires, or "".
func (g *generation) security(op *openapi.Operation) string {
	all, at := op.Security, op.Place().Pointer+"/security"
	if all == nil {
		all, at = g.doc.Security, "/security"
	}
	var types []string
	for i, r := range all {
		here := fmt.Sprintf("%s/%d", at, i)
		if r.Schemes.Len() == 0 {
			g.say(here, "authentication that a request may do without is left to the application")
			return ""
		}
		if r.Schemes.Len() > 1 {
			g.say(here, "one scheme is enough in code; of several that are required together the first is")
		}
		for name := range r.Schemes.All() {
			g.schemes[name] = true
		}
		for name, scopes := range r.Schemes.All() {
			if len(scopes) > 0 {
				g.say(here, "scopes are left to the application")
			}
			if v := g.authVar(name); v != "" && !slices.Contains(types, v) {
				types = append(types, v)
			}
			break
		}
	}
	if len(types) == 0 {
		return ""
	}
	if len(types) == 1 {
		return types[0]
	}
	return types[0] + ".Or(" + strings.Join(types[1:], ", ") + ")"
}

// authVar returns the variable of a security scheme, or "" if it has no form.
func (g *generation) authVar(scheme string) string {
	for _, v := range g.auths {
		if v.scheme == scheme {
			return v.name
		}
	}
	ref, ok := g.doc.Components.SecuritySchemes.Get(scheme)
	if !ok || ref.Value == nil {
		return ""
	}
	v := authVar{scheme: scheme, doc: ref.Value.Description, expr: g.authType(scheme, ref.Value)}
	if v.expr == "" {
		return ""
	}
	v.name = g.names.take(identifier(scheme) + "Auth")
	g.auths = append(g.auths, v)
	return v.name
}

func (g *generation) authType(name string, s *openapi.SecurityScheme) string {
	at := s.Place().Pointer
	switch {
	case s.Type == "http" && strings.EqualFold(s.Scheme, "basic"):
		return "auth.Basic()"
	case s.Type == "http" && strings.EqualFold(s.Scheme, "bearer"):
		return "auth.Bearer()"
	case s.Type == "http" && strings.EqualFold(s.Scheme, "digest"):
		return `auth.Digest("restricted")`
	case s.Type == "apiKey" && places[s.In] != "" && s.In != "path" && sound(func() { named(s.In, s.Name) }):
		return fmt.Sprintf("auth.Custom(%s, codec.%s[string](%s))", strconv.Quote(name), places[s.In], strconv.Quote(s.Name))
	case s.Type == "oauth2" || s.Type == "openIdConnect":
		g.say(at, "a token is required as with the scheme bearer; how to get one is left out")
		return "auth.Bearer()"
	}
	g.say(at, "the scheme has no form in code; operations do not require it")
	return ""
}
