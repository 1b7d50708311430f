package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/openapi/ui"
	"github.com/weft-go/weft/server"
)

func docsCommand() *cobra.Command {
	var address string
	cmd := &cobra.Command{
		Use:   "docs document",
		Short: "Show an OpenAPI document in the browser",
		Long: "Docs serves the document with Swagger UI until it is interrupted, from the binary alone: no other server\n" +
			"is asked for scripts. The document is read again whenever the page is loaded. If it has mistakes then,\n" +
			"the page lists them, and shows the document again once they are mended.\n" + sourceHelp,
		Example:           "  weft docs books.yaml\n  weft docs https://api.example.com/openapi.json -addr 127.0.0.1:9000",
		Args:              usage(cobra.ExactArgs(1)),
		ValidArgsFunction: completeDocuments,
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := binding(address)
			if err != nil {
				return usageError{err}
			}
			s := source(args[0])
			doc, err := s.load(cmd)
			if err != nil {
				return err
			}
			load := func() (*openapi.Document, error) { return s.load(cmd) }
			if s == "-" {
				load = func() (*openapi.Document, error) { return doc, nil }
			}
			return serveDocs(cmd, config, s.label(), newDocs(doc, load))
		},
	}
	cmd.Flags().StringVar(&address, "addr", "127.0.0.1:8081", "host and port to listen on; port 0 is any free one")
	return cmd
}

// serveDocs serves until the command is interrupted.
func serveDocs(cmd *cobra.Command, config server.Config, name string, d *docs) error {
	s := server.New(config)
	routes := d.routes().With(middleware.Recover())
	if _, err := s.Install(routes); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "showing %s at http://%s/\n", name, s.Addr())
	return s.Serve(cmd.Context(), routes)
}

// A docs is a document on show.
type docs struct {
	load func() (*openapi.Document, error)

	mu      sync.Mutex
	text    []byte // the document that current shows
	current weft.Routes
}

func newDocs(doc *openapi.Document, load func() (*openapi.Document, error)) *docs {
	d := &docs{load: load}
	d.replace(doc)
	return d
}

// routes returns routes that answer from the last document that could be read. The
// page itself reads it again.
func (d *docs) routes() weft.Routes {
	page := weft.NewPattern(weft.GET, "/").Handle(func(req *weft.Request) (weft.Response, error) {
		doc, err := d.load()
		if err != nil {
			return weft.Text(mistakes(err)).WithStatus(500).WithHeader("Cache-Control", "no-store"), nil
		}
		return d.replace(doc).Serve(req), nil
	})
	rest := weft.NewPattern(weft.GET, "/{rest...}").Handle(func(req *weft.Request) (weft.Response, error) {
		return d.shown().Serve(req), nil
	})
	return weft.NewRoutes(page, rest)
}

func (d *docs) shown() weft.Routes {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.current
}

// replace shows another document, unless it is the same.
func (d *docs) replace(doc *openapi.Document) weft.Routes {
	text := doc.JSON()
	d.mu.Lock()
	defer d.mu.Unlock()
	if !bytes.Equal(text, d.text) {
		d.text, d.current = text, ui.SwaggerUI("/", doc)
	}
	return d.current
}

// mistakes is what the page says of a document that cannot be read.
func mistakes(err error) string {
	var b strings.Builder
	b.WriteString("The document cannot be read:\n\n")
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(&b, "  %s\n", line)
	}
	b.WriteString("\nMend it and load this page again.\n")
	return b.String()
}
