package openapi

import (
	"slices"
	"strings"
)

func (c *comparison) responses(old, now *Operation) {
	for code, ref := range old.Responses.All() {
		if ref.Value == nil {
			continue
		}
		other := now.Responses.forCode(code)
		if other == nil {
			c.answerGone(code, ref.Value, old)
			continue
		}
		c.headers(ref.Value, other)
		if ref.Value.Content.Len() > 0 && other.Content.Len() == 0 {
			c.gone(Breaking, ref.Value.Place(), "the answer %s has no body any more", code)
			continue
		}
		c.content(ref.Value.Content, other.Content, true)
	}
	for code, ref := range now.Responses.All() {
		if ref.Value != nil && !old.Responses.Has(code) {
			c.say(Compatible, ref.Value.Place(), "the answer %s is new", code)
		}
	}
}

// forCode returns the answer of a status: that of the code itself, of its range or, for
// a failure, the default, which hardly ever means success.
func (r *Responses) forCode(code string) *Response {
	names := []string{code}
	if len(code) == 3 {
		names = append(names, code[:1]+"XX", code[:1]+"xx")
	}
	if !success(code) {
		names = append(names, "default")
	}
	for _, name := range names {
		if ref, ok := r.Get(name); ok && ref.Value != nil {
			return ref.Value
		}
	}
	return nil
}

// answerGone reports an answer that was taken away. A failure that does not happen any
// more hurts nobody.
func (c *comparison) answerGone(code string, r *Response, old *Operation) {
	impact := Compatible
	if success(code) || code == "default" && !slices.ContainsFunc(old.Responses.Names(), success) {
		impact = Breaking
	}
	c.gone(impact, r.Place(), "the answer %s was taken away", code)
}

func (c *comparison) headers(old, now *Response) {
	for name, ref := range old.Headers.All() {
		if ref.Value == nil || strings.EqualFold(name, "Content-Type") {
			continue
		}
		other := headerOf(now.Headers, name)
		switch {
		case other == nil:
			c.gone(Breaking, ref.Value.Place(), "the header field %s was taken away from answers", name)
			continue
		case ref.Value.Required && !other.Required:
			c.say(Breaking, other.Place(), "the header field %s became optional in answers", name)
		}
		c.form(&ref.Value.Form, &other.Form, "header", other.Place())
		c.schema(ref.Value.Form.schema(), other.Form.schema(), other.Place(), true)
	}
}

func headerOf(headers Map[*Ref[Header]], name string) *Header {
	for other, ref := range headers.All() {
		if strings.EqualFold(other, name) {
			return ref.Value
		}
	}
	return nil
}

// security compares what is required. Each old way to authenticate has to be enough
// still.
func (c *comparison) security(old, now *Operation) {
	before, after := c.old.requirements(old), c.now.requirements(now)
	if len(after) == 0 {
		return
	}
	if len(before) == 0 {
		before = []*SecurityRequirement{{}}
	}
	for _, way := range before {
		if !slices.ContainsFunc(after, func(other *SecurityRequirement) bool { return c.enough(way, other) }) {
			c.say(Breaking, now.Place(), "%s is not enough any more to authenticate; want %s", wayName(way), wayNames(after))
		}
	}
}

func (d *Document) requirements(op *Operation) []*SecurityRequirement {
	if op.Security != nil {
		return op.Security
	}
	return d.Security
}

// enough reports whether who meets one requirement meets another too.
func (c *comparison) enough(way, wanted *SecurityRequirement) bool {
	for scheme, scopes := range wanted.Schemes.All() {
		granted, ok := way.Schemes.Get(scheme)
		if !ok {
			granted, ok = c.schemeLike(way, scheme)
		}
		if !ok || slices.ContainsFunc(scopes, func(s string) bool { return !slices.Contains(granted, s) }) {
			return false
		}
	}
	return true
}

// schemeLike returns the scopes of an old scheme under another name that asks for the
// same.
func (c *comparison) schemeLike(way *SecurityRequirement, name string) ([]string, bool) {
	wanted, ok := c.now.Components.SecuritySchemes.Get(name)
	if !ok || wanted.Value == nil {
		return nil, false
	}
	for other, scopes := range way.Schemes.All() {
		s, ok := c.old.Components.SecuritySchemes.Get(other)
		if ok && s.Value != nil && s.Value.asks() == wanted.Value.asks() {
			return scopes, true
		}
	}
	return nil, false
}

// asks returns what a client has to send.
func (s *SecurityScheme) asks() [4]string {
	return [4]string{s.Type, strings.ToLower(s.Scheme), s.In, s.Name}
}

func wayName(r *SecurityRequirement) string {
	var names []string
	for scheme, scopes := range r.Schemes.All() {
		if len(scopes) > 0 {
			scheme += " (" + strings.Join(scopes, ", ") + ")"
		}
		names = append(names, scheme)
	}
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, " with ")
}

func wayNames(list []*SecurityRequirement) string {
	var names []string
	for _, r := range list {
		names = append(names, wayName(r))
	}
	return strings.Join(names, ", or ")
}
