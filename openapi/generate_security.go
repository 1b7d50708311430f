package openapi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
)

// A schemeKey tells security schemes apart. Each part of a custom scheme is a scheme
// of its own for OpenAPI.
type schemeKey struct {
	kind     auth.Kind
	name     string // of a custom scheme, or that of the kind
	realm    string
	in, part string // where a part of a custom scheme is
}

// schemeKeys returns the schemes of a type.
func schemeKeys(t auth.Type) []schemeKey {
	var all []schemeKey
	for _, s := range t.Schemes() {
		all = append(all, keysOf(s)...)
	}
	return all
}

func keysOf(s auth.Scheme) []schemeKey {
	if s.Kind != auth.KindCustom {
		return []schemeKey{{kind: s.Kind, name: strings.ToLower(s.Kind.String()), realm: s.Realm}}
	}
	var all []schemeKey
	for _, p := range s.Tree.Parts() {
		if p.In == codec.InQuery || p.In == codec.InHeader || p.In == codec.InCookie {
			all = append(all, schemeKey{kind: s.Kind, name: s.Name, in: p.In.String(), part: p.Name})
		}
	}
	return all
}

// authorization is the scheme of an endpoint that takes the Authorization field as an
// ordinary input.
func authorization() schemeKey {
	return schemeKey{kind: auth.KindCustom, name: "authorization", in: "header", part: "Authorization"}
}

// schemeTable gives security schemes their names.
type schemeTable struct {
	names map[schemeKey]string
	used  []schemeKey
	taken map[string]bool
}

// newSchemeTable names schemes: by their kind, and by their realm or part too where
// two would have the same name.
func newSchemeTable(keys []schemeKey) *schemeTable {
	t := &schemeTable{names: map[schemeKey]string{}, taken: map[string]bool{}}
	same := map[string]map[schemeKey]bool{}
	for _, k := range keys {
		if same[k.name] == nil {
			same[k.name] = map[schemeKey]bool{}
		}
		same[k.name][k] = true
	}
	for _, k := range keys {
		if t.names[k] != "" {
			continue
		}
		name := componentWord(k.name)
		if len(same[k.name]) > 1 {
			name = componentWord(k.name + "-" + k.realm + k.part)
		}
		t.names[k] = unique(name, func(s string) bool { return t.taken[s] }, func(s string) { t.taken[s] = true })
	}
	return t
}

// componentWord returns a name with hyphens for what components may not have.
func componentWord(s string) string {
	s = strings.Map(func(r rune) rune {
		if isLetter(r) || isDigit(r) || strings.ContainsRune("._-", r) {
			return r
		}
		return '-'
	}, s)
	if s == "" {
		return "scheme"
	}
	return s
}

// name returns the name of a scheme, which becomes a component.
func (t *schemeTable) name(k schemeKey) string {
	if t.names[k] == "" {
		t.names[k] = unique(componentWord(k.name), func(s string) bool { return t.taken[s] }, func(s string) { t.taken[s] = true })
	}
	if !slices.Contains(t.used, k) {
		t.used = append(t.used, k)
	}
	return t.names[k]
}

// components returns the schemes that were used.
func (t *schemeTable) components() Map[*Ref[SecurityScheme]] {
	var all Map[*Ref[SecurityScheme]]
	for _, k := range t.used {
		s := &SecurityScheme{Type: "http", Scheme: k.name}
		if k.kind == auth.KindCustom {
			s = &SecurityScheme{Type: "apiKey", Name: k.part, In: k.in}
		} else if k.realm != "" {
			s.Description = fmt.Sprintf("The realm is %s.", strconv.Quote(k.realm))
		}
		all.Set(t.names[k], Inline(s))
	}
	return all
}

// securityOf returns what an endpoint requires: one requirement for each scheme, of
// which one is enough, and nil if there is none.
func (n *generation) securityOf(d *endpoint.Description) []*SecurityRequirement {
	var all []*SecurityRequirement
	for _, s := range d.Auth.Schemes() {
		var names []string
		for _, k := range keysOf(s) {
			names = append(names, n.schemes.name(k))
		}
		if len(names) > 0 {
			all = append(all, Require(names...))
		}
	}
	if all != nil {
		return all
	}
	for _, t := range d.Inputs {
		for _, p := range t.Parts() {
			if p.In != codec.InHeader || !strings.EqualFold(p.Name, "Authorization") {
				continue
			}
			own := Require(n.schemes.name(authorization()))
			if p.Required {
				return []*SecurityRequirement{own}
			}
			return []*SecurityRequirement{Require(), own}
		}
	}
	return nil
}
