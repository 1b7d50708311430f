package middleware

import (
	"fmt"
	"html"
	"io/fs"
	"strings"

	"github.com/weft-go/weft"
)

// maxListed is how many files of a directory are listed.
const maxListed = 1000

// serveListing answers with the contents of a directory, in the order of their names.
// Only what would be served is shown.
func (s *site) serveListing(req *weft.Request, dir string) (weft.Response, bool, error) {
	list, err := fs.ReadDir(s.fsys, dir)
	if err != nil {
		return weft.Response{}, false, faultOnly(err)
	}
	title := "Index of " + html.EscapeString(req.URL().DecodedPath())
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>%s</title>\n<h1>%s</h1>\n<ul>\n", title, title)
	shown := 0
	for _, entry := range list {
		name := entry.Name()
		if !isFileName(name, s.config.DotFiles) || !entry.IsDir() && !entry.Type().IsRegular() {
			continue
		}
		if shown++; shown > maxListed {
			fmt.Fprintf(&b, "<li>and more\n")
			break
		}
		if entry.IsDir() {
			name += "/"
		}
		fmt.Fprintf(&b, "<li><a href=\"%s\">%s</a>\n", html.EscapeString(linkTo(name)), html.EscapeString(name))
	}
	b.WriteString("</ul>\n")
	return weft.HTML(b.String()).SetHeaders(weft.NewHeaders(
		"Cache-Control", s.config.CacheControl,
		"Content-Security-Policy", "default-src 'none'",
		"X-Content-Type-Options", "nosniff",
	)), true, nil
}

// linkTo returns a relative URL for a name. The dot keeps a name with a colon, which
// could be taken for a scheme, from being one.
func linkTo(name string) string {
	segment, isDir := strings.CutSuffix(name, "/")
	link := weft.URL{}.AddPath(segment)
	if isDir {
		link = link.AddTrailingSlash()
	}
	return "./" + link.String()
}
