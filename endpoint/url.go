package endpoint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/internal/pattern"
)

// URL returns the absolute URL of the endpoint below a base, for example
// "https://books.example/v1". The arguments are the values of the path parameters,
// left to right; query parameters, headers and bodies are not part of it. It fails if
// the base is not an absolute URL or if a value does not fit.
func (e Endpoint[F]) URL(base string, pathInput ...any) (string, error) {
	return e.core.d.url(base, pathInput)
}

func (d *Description) url(base string, pathInput []any) (string, error) {
	u, err := weft.ParseURL(base)
	if err != nil {
		return "", err
	}
	if !u.IsAbsolute() {
		return "", fmt.Errorf("base %q: want an absolute URL", base)
	}
	path, err := d.relative(pathInput)
	if err != nil {
		return "", err
	}
	return u.WithFragment("").WithQueryParams(weft.QueryParams{}).WithPath(strings.TrimSuffix(u.Path(), "/") + path).String(), nil
}

// URLRelative returns the path of the endpoint with the values of its path
// parameters.
func (e Endpoint[F]) URLRelative(pathInput ...any) (string, error) {
	return e.core.d.relative(pathInput)
}

func (d *Description) relative(pathInput []any) (string, error) {
	if len(pathInput) != len(d.params) {
		return "", fmt.Errorf("%s %s: want %d path values, got %d", d.Method, d.Path, len(d.params), len(pathInput))
	}
	t := codec.ToRequest(format.Config{})
	for i, c := range d.leftToRight() {
		c.EncodeAny(&t, pathInput[i])
	}
	if err := t.Err(); err != nil {
		return "", fmt.Errorf("%s %s: %w", d.Method, d.Path, err)
	}
	p, err := pattern.Parse(d.Path)
	if err != nil {
		return "", err
	}
	return formatPath(p, &t)
}

// URLFromRequest returns the absolute URL of the endpoint on the server that received
// the request: scheme, host and port are the request's. Where it has none, they are
// http and localhost.
func (e Endpoint[F]) URLFromRequest(req *weft.Request, pathInput ...any) (string, error) {
	return e.core.d.url(baseOf(req), pathInput)
}

// baseOf returns the URL of the server that received the request.
func baseOf(req *weft.Request) string {
	scheme := "http"
	if req.TLS() != nil || req.URL().Scheme() == "https" {
		scheme = "https"
	}
	host := req.Host()
	if host == "" {
		host = "localhost"
	}
	return scheme + "://" + host
}

// leftToRight returns the codecs of the path parameters in the order of the path.
func (d *Description) leftToRight() []codec.Any {
	places := map[string]int{}
	if p, err := pattern.Parse(d.Path); err == nil {
		for i, s := range p.Params() {
			places[s.Name] = i
		}
	}
	place := func(c codec.Any) int {
		for _, p := range c.Tree().Parts() {
			if p.In == codec.InPath {
				return places[p.Name]
			}
		}
		return 0
	}
	sorted := slices.Clone(d.params)
	slices.SortStableFunc(sorted, func(a, b codec.Any) int { return place(a) - place(b) })
	return sorted
}
