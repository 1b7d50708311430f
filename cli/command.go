package cli

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/weft-go/weft"
)

// command returns the command of an operation.
func (a *App) command(o *operation, s *settings) *cobra.Command {
	g := given{texts: map[string]*texts{}}
	c := &cobra.Command{
		Use:   o.name,
		Short: o.short(),
		Long:  o.long(),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("want options only, got %q", args[0])
			}
			return a.call(c, o, s, g)
		},
		Args: cobra.ArbitraryArgs,
	}
	c.Flags().SortFlags = false
	c.ValidArgsFunction = cobra.NoFileCompletions
	for _, p := range o.params {
		g.add(c, p.option())
		for _, f := range p.fields {
			g.add(c, f.option())
		}
	}
	if o.body != nil {
		g.addBody(c, o.body)
	}
	g.addNulls(c, o)
	for _, p := range o.secret {
		secret := p.option()
		secret.required = false
		secret.doc = cmp.Or(p.Doc, "credentials; better in $"+a.variable(p.Name))
		g.add(c, secret)
	}
	c.Example = a.example(o)
	return c
}

// addBody adds the options for a body that is one value.
func (g given) addBody(c *cobra.Command, b *bodyInput) {
	doc := cmp.Or(b.Doc, "the body")
	form, media, fixed := "text", b.MediaTypes, len(b.MediaTypes) == 1 && b.json != ""
	switch {
	case b.Stream && b.json != "":
		form = "JSON, one value a line"
	case b.json != "":
		form = "JSON"
	case b.File:
		form = "data"
		if len(media) == 1 && media[0] == weft.MediaOctetStream {
			media = nil // it stands for anything
		}
	}
	g.add(c, option{flag: "body", kind: "text", file: true, required: b.Required && len(b.fields) == 0,
		doc: strings.TrimSuffix(doc, ".") + ": " + form + ", @file, or - for standard input"})
	g.add(c, option{flag: "body-file", kind: "file", file: true, doc: "a file with the body, or - for standard input"})
	if !fixed {
		g.add(c, option{flag: "content-type", kind: "type", enum: media, doc: "media type of the body"})
	}
	for _, f := range b.fields {
		g.add(c, f.option())
	}
}

// addNulls adds the option that makes fields null.
func (g given) addNulls(c *cobra.Command, o *operation) {
	if len(o.nulls) == 0 {
		return
	}
	var names []string
	for _, f := range o.nulls {
		names = append(names, f.flag)
	}
	g.add(c, option{flag: "null", kind: "field", repeated: true, enum: names, doc: "a field to send as null"})
}
