package client

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/coding"
	"github.com/weft-go/weft/internal/forward"
)

// complete gives the request its absolute URL and the fields that it has to have.
func (k *call) complete(ctx context.Context) {
	c, req := k.client, k.request
	target := c.resolve(req.URL())
	k.away = !sameOrigin(c.base, target)
	fields := req.Headers()
	fields = fields.Remove(connectionFields(fields.Values("Connection"))...).Remove("Content-Length")
	if media := req.Body().MediaType(); media != "" && !req.Body().IsEmpty() {
		fields = fields.SetDefault("Content-Type", media)
	}
	fields = fields.SetDefault("User-Agent", c.config.UserAgent)
	if !fields.Has("Accept-Encoding") {
		k.decodes = !c.config.NoCompression && !fields.Has("Range")
		fields = fields.Add("Accept-Encoding", acceptEncoding(k.decodes))
	}
	k.request = req.WithURL(target).SetHeaders(fields)
	if c.config.ForwardHeaders {
		for _, f := range forward.From(ctx) {
			if !fields.Has(f.Name) {
				k.fields = k.fields.Add(f.Name, f.Value)
			}
		}
	}
	known := k.fields
	for name, value := range c.config.Headers.All() {
		if !fields.Has(name) && !known.Has(name) {
			k.fields = k.fields.Add(name, value)
		}
	}
}

// acceptEncoding returns the value of the field. The codings are named even if there
// is none, lest the transport asks for one by itself: a part of a compressed file is
// not what was asked for.
func acceptEncoding(decodes bool) string {
	if decodes {
		return "gzip, deflate"
	}
	return "identity"
}

// resolve returns the absolute form of a request's URL. A relative one is put behind
// the path of the base, and its dot segments do not lead out of it.
func (c *Client) resolve(u weft.URL) weft.URL {
	switch {
	case u.IsAbsolute():
		return u
	case u.Host() != "":
		return u.WithScheme(c.base.Scheme())
	}
	path := c.base.Path()
	if u.Path() != "" {
		path = strings.TrimSuffix(path, "/") + u.AddLeadingSlash().Normalize().Path()
	}
	return u.Absolute(c.base.Scheme(), c.base.HostPort(), 0).WithPath(path)
}

// prepare returns the request for the present hop in the form of net/http.
func (k *call) prepare() (*http.Request, error) {
	req, err := k.dress()
	if err != nil {
		return nil, err
	}
	target := req.URL().WithFragment("").String()
	out, err := http.NewRequestWithContext(k.ctx, string(req.Method()), target, nil)
	if err != nil {
		if e, ok := errors.AsType[*url.Error](err); ok {
			err = e.Err // without the URL, which may hold custom credentials by now
		}
		return nil, err
	}
	for name, value := range req.Headers().All() {
		out.Header.Add(name, value)
	}
	if host := out.Header.Get("Host"); host != "" {
		out.Host = host
		out.Header.Del("Host")
	}
	if jar := k.client.config.Cookies; jar != nil {
		for _, cookie := range jar.Cookies(out.URL) {
			out.AddCookie(cookie)
		}
	}
	if !k.away && out.Header.Get("Authorization") == "" {
		if value, ok := k.client.login.digest.answer(out.Method, out.URL.RequestURI()); ok {
			out.Header.Set("Authorization", value)
		}
	}
	k.body.attach(out)
	return out, nil
}

// dress returns the request with what is for the base only, if that is where it goes.
func (k *call) dress() (*weft.Request, error) {
	if k.away {
		return k.request, nil
	}
	return k.client.login.apply(k.request.AddHeaders(k.fields))
}

// connectionFields returns the names of fields that are about a connection and not
// about a message (RFC 9110 section 7.6.1): the usual ones, and those that the fields
// Connection name.
func connectionFields(values []string) []string {
	names := []string{"Connection", "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade"}
	for _, v := range values {
		for name := range coding.Elements(v) {
			names = append(names, name)
		}
	}
	return names
}
