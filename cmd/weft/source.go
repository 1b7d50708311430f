package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/openapi"
)

// The limits on documents that are not files.
const (
	maxDocument  = 64 << 20
	fetchTimeout = 30 * time.Second
)

// sourceHelp explains how commands take documents.
const sourceHelp = "The document is a file, a URL (http or https), or - for the standard input; JSON or YAML,\n" +
	"of version 3.0, 3.1 or 3.2 of OpenAPI."

// A source is where a document comes from: a file, a URL, or - for the standard input.
type source string

func (s source) isURL() bool {
	return strings.HasPrefix(string(s), "http://") || strings.HasPrefix(string(s), "https://")
}

// label returns the source as messages name it.
func (s source) label() string {
	if s == "-" {
		return "standard input"
	}
	return string(s)
}

// load reads the document. References lead to other files of the same directory, or to
// the same origin.
func (s source) load(cmd *cobra.Command) (*openapi.Document, error) {
	switch {
	case s == "-":
		text, err := bounded(cmd.InOrStdin(), s.label())
		if err != nil {
			return nil, err
		}
		return openapi.Read("", text)
	case s.isURL():
		ctx, cancel := context.WithTimeout(cmd.Context(), fetchTimeout)
		defer cancel()
		text, err := fetch(ctx, string(s))
		if err != nil {
			return nil, err
		}
		return openapi.Read(string(s), text, openapi.LoadOptions{Remote: s.neighbour(ctx)})
	}
	if _, err := os.Stat(string(s)); err != nil {
		return nil, err // it names the whole path, of which Load sees the end
	}
	return openapi.Load(os.DirFS(filepath.Dir(string(s))), filepath.Base(string(s)))
}

// neighbour returns how references of a document at a URL are followed: on its own
// origin only, so that a document cannot send requests to others.
func (s source) neighbour(ctx context.Context) func(string) ([]byte, error) {
	return func(uri string) ([]byte, error) {
		if originOf(uri) != originOf(string(s)) {
			return nil, fmt.Errorf("%s is of another origin, which is not asked", uri)
		}
		return fetch(ctx, uri)
	}
}

func originOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// fetch returns what a URL stands for.
func fetch(ctx context.Context, uri string) ([]byte, error) {
	parsed, err := url.Parse(uri)
	if err != nil {
		return nil, err
	}
	target, err := weft.ParseURL(parsed.RequestURI())
	if err != nil {
		return nil, err
	}
	c := client.New(originOf(uri), client.Config{UserAgent: "weft", MaxResponse: maxDocument, Logger: slog.New(slog.DiscardHandler)})
	defer c.Close()
	req := weft.NewRequest(weft.GET, target).AddHeader("Accept", "application/json, application/yaml;q=0.9, */*;q=0.1")
	resp, err := c.Do(ctx, req)
	if err != nil {
		return nil, err
	}
	body := resp.Body().AsStream()
	defer body.Close()
	if code := int(resp.Status()); code != 200 {
		return nil, fmt.Errorf("%s: want status 200, got %d", uri, code)
	}
	return bounded(body, uri)
}

// bounded reads all of r, up to a limit.
func bounded(r io.Reader, name string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxDocument+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(text) > maxDocument:
		return nil, fmt.Errorf("%s: larger than %d bytes", name, maxDocument)
	}
	return text, nil
}

// completeDocuments lets a shell offer the files that may be documents.
func completeDocuments(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt
}
