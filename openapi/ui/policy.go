package ui

import (
	"net/url"
	"slices"
	"strings"

	"github.com/weft-go/weft/openapi"
)

// policyFor returns the page's Content-Security-Policy. Scripts and styles come from
// the server alone. Requests go there and to the servers that the documents name.
func policyFor(documents []*openapi.Document) string {
	connect := []string{"'self'"}
	for _, d := range documents {
		for _, s := range serversOf(d) {
			if source := sourceOf(s.URL); source != "" && !slices.Contains(connect, source) {
				connect = append(connect, source)
			}
		}
	}
	return strings.Join([]string{
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self' data: blob:",
		"media-src 'self' blob:",
		"font-src 'self' data:",
		"connect-src " + strings.Join(connect, " "),
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	}, "; ")
}

// serversOf returns all servers that a document names.
func serversOf(d *openapi.Document) []*openapi.Server {
	all := slices.Clone(d.Servers)
	for _, item := range d.Paths.All() {
		all = append(all, item.Servers...)
		for _, op := range item.All() {
			all = append(all, op.Servers...)
		}
	}
	return all
}

// sourceOf returns the origin of a URL as a policy names it, and "" for a relative URL
// or one that could change the policy. If the host has variables, every host of the
// scheme is allowed.
func sourceOf(raw string) string {
	scheme, rest, ok := strings.Cut(raw, "://")
	if !ok || scheme != "http" && scheme != "https" {
		return ""
	}
	host, _, _ := strings.Cut(rest, "/")
	if strings.Contains(host, "{") {
		return scheme + ":"
	}
	u, err := url.Parse(scheme + "://" + host)
	if err != nil || u.Host == "" || strings.ContainsAny(u.Host, " ;,'\"") {
		return ""
	}
	return scheme + "://" + u.Host
}
