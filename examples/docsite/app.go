package main

import (
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/compress"
	"github.com/weft-go/weft/examples/docsite/guide"
	"github.com/weft-go/weft/examples/docsite/pages"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/server"
)

// application puts the routes of the site together. The list of middleware reads from
// the inside to the outside.
func application(library *guide.Library) weft.Routes {
	return pages.New(library).Routes().With(
		middleware.ETag(),
		pages.Assets(),
		middleware.SecureHeaders(middleware.SecureHeadersConfig{ContentSecurityPolicy: pages.Policy}),
	)
}

// configuration returns that of the server.
func configuration(address string) server.Config {
	return server.Config{Address: address}.WithResponseCompression(compress.Default())
}
