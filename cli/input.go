package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
)

// From options to a request. The texts of the options are put into a request just as
// a client would have sent them, and the endpoint's codecs decode that request, just
// as its server would. What they find wrong is what the server would have found wrong,
// only that here it is told with the names of the options. The values that come out
// are then encoded by the same codecs, in the format that was asked for:
//
//	texts ──► draft request ──codecs──► values ──codecs──► request
//
// Streams pass through without being collected: their values are decoded and encoded
// while they are sent.

// An input reads the options of one command.
type input struct {
	operation *operation
	given     given
	files     *files
	config    weft.CodecConfig
	faults    []string

	// authorization is the field for endpoints that have it as an input.
	authorization string
}

// fault notes what is wrong with an option.
func (in *input) fault(flag, format string, args ...any) {
	in.faults = append(in.faults, "--"+flag+": "+fmt.Sprintf(format, args...))
}

// err returns everything that is wrong.
func (in *input) err() error {
	if len(in.faults) == 0 {
		return nil
	}
	return usage("%s", strings.Join(in.faults, "\n  "))
}

// draft returns the request as the options say, with path parameters in place.
func (in *input) draft(ctx context.Context) (*weft.Request, error) {
	path := in.path()
	query, headers, err := in.parameters()
	body := in.body()
	if err := errors.Join(in.err(), err, headers.Err()); err != nil {
		return nil, usage("%w", err)
	}
	url, err := weft.ParseURL(path)
	if err != nil {
		return nil, usage("%w", err)
	}
	// Any method will do: nothing is sent yet.
	req := weft.NewRequest(weft.POST, url.WithQueryParams(query), body).SetHeaders(headers)
	return in.matched(req.WithContext(ctx).WithCodecConfig(in.config))
}

// parameters returns the parameters in the query, in header fields and in cookies. It
// fails if a cookie cannot be written.
func (in *input) parameters() (query weft.QueryParams, headers weft.Headers, err error) {
	var cookies []weft.Cookie
	for _, p := range in.operation.params {
		values := in.given.of(p.flag)
		if values == nil && p.isAuthorization() && in.authorization != "" {
			values = []string{in.authorization}
		}
		for _, v := range values {
			switch p.In {
			case codec.InQuery:
				query = query.Add(p.Name, v)
			case codec.InHeader:
				headers = headers.Add(p.Name, v)
			case codec.InCookie:
				cookies = append(cookies, weft.NewCookie(p.Name, v))
			}
		}
	}
	for _, p := range in.operation.fixed {
		headers = headers.Add(p.Name, p.Expected)
	}
	if len(cookies) > 0 {
		line, err := weft.CookieString(cookies...)
		return query, headers.Add("Cookie", line), err
	}
	return query, headers, nil
}

// path returns the path with its parameters.
func (in *input) path() string {
	var values []string
	for _, s := range in.operation.path.Params() {
		for _, p := range in.operation.params {
			if p.In != codec.InPath || p.Name != s.Name {
				continue
			}
			v, ok := in.given.last(p.flag)
			if !ok && p.Required && !in.isTrailing(s.Name) {
				in.fault(p.flag, "missing")
			} else if ok && (v == "." || v == ".." || v == "" && !in.isTrailing(s.Name)) {
				in.fault(p.flag, "want a text that can stand in a path, got %q", v)
			}
			values = append(values, v)
		}
	}
	if len(in.faults) > 0 {
		return "/"
	}
	path, err := in.operation.path.Format(values...)
	if err != nil {
		in.faults = append(in.faults, err.Error())
	}
	return path
}

// isTrailing says whether a path parameter is the rest of the path, which may be
// empty.
func (in *input) isTrailing(name string) bool {
	return strings.Contains(in.operation.d.Path, "{"+name+"...}")
}

// matched returns the request as a route with the operation's path gets to see it:
// with path parameters.
func (in *input) matched(req *weft.Request) (*weft.Request, error) {
	var found *weft.Request
	routes := weft.NewRoutes(weft.NewPattern(weft.POST, in.operation.path.String()).Handle(func(r *weft.Request) (weft.Response, error) {
		found = r
		return weft.NoContent(), nil
	}))
	routes.Serve(req)
	if found == nil {
		return nil, usage("the path %q leads elsewhere", req.Path())
	}
	return found, nil
}

// body returns the body of the draft.
func (in *input) body() weft.Body {
	switch {
	case in.operation.body != nil:
		return in.whole(in.operation.body)
	case in.operation.hasParts():
		return in.parts()
	}
	return weft.Body{}
}

// parts returns a multipart body.
func (in *input) parts() weft.Body {
	var fields []weft.FormField
	for _, p := range in.operation.params {
		if !p.Multipart {
			continue
		}
		values := in.given.of(p.flag)
		object, some := in.object(p.fields)
		switch {
		case some && len(values) > 0:
			in.fault(p.flag, "give either the whole or its fields")
		case some:
			fields = append(fields, weft.BinaryField(p.Name, "", weft.MediaJSON, object))
		}
		for _, v := range values {
			fields = append(fields, in.part(p, v)...)
		}
	}
	if len(fields) == 0 {
		return weft.Body{}
	}
	return weft.BodyMultipart(weft.NewForm(fields...), weft.RandomBoundary())
}

// part returns one part of a multipart body, or none if it is at fault.
func (in *input) part(p *param, value string) []weft.FormField {
	option := p.option()
	switch {
	case option.file:
		r, size, err := in.files.open(value)
		if err != nil {
			in.fault(p.flag, "%v", err)
			return nil
		}
		return []weft.FormField{weft.StreamField(p.Name, filepath.Base(value), fileMedia(p.PartInfo, value), r, size)}
	case option.kind == "json":
		data, err := in.files.text(value)
		if err != nil {
			in.fault(p.flag, "%v", err)
			return nil
		}
		return []weft.FormField{weft.BinaryField(p.Name, "", weft.MediaJSON, data)}
	}
	return []weft.FormField{weft.TextField(p.Name, value)}
}
