package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/weft-go/weft/codegen"
)

// A generator is the settings of weft gen.
type generator struct {
	in, out, pkg        string
	models, strict, all bool
}

func genCommand() *cobra.Command {
	g := &generator{}
	cmd := &cobra.Command{
		Use:   "gen document -out dir",
		Short: "Write Go source from an OpenAPI document",
		Long: "Gen reads an OpenAPI document and writes a Go package: types, endpoint descriptions, an interface to\n" +
			"implement and a client. " + sourceHelp + "\n\n" +
			"At the end it says on the standard error how much of the document the code covers, and lists what the\n" +
			"document says and the code cannot, each with its JSON pointer: first what is sent and received, then\n" +
			"what is for people alone, such as titles and extensions. Of entries that say the same it shows the first\n" +
			"and their number; -all shows each of them.",
		Example: "  weft gen books.yaml -out internal/books\n" +
			"  weft gen https://api.example.com/openapi.json -out internal/api -package api\n" +
			"  curl -s https://api.example.com/openapi.json | weft gen - -out internal/api -strict",
		Args:              usage(cobra.MaximumNArgs(1)),
		ValidArgsFunction: completeDocuments,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && g.in == "" {
				g.in = args[0]
			}
			if g.in == "" || g.out == "" {
				return usageError{fmt.Errorf("gen: want a document (or -in) and -out")}
			}
			return g.run(cmd)
		},
	}
	cmd.Flags().StringVar(&g.in, "in", "", "the document, if it is not an argument")
	cmd.Flags().StringVar(&g.out, "out", "", "the directory of the package")
	cmd.Flags().StringVar(&g.pkg, "package", "", "the package's name or import path (the directory's name by default)")
	cmd.Flags().BoolVar(&g.models, "models", false, "write types only")
	cmd.Flags().BoolVar(&g.strict, "strict", false, "write nothing and fail if something that is sent or received cannot be expressed")
	cmd.Flags().BoolVar(&g.all, "all", false, "list each place that is not covered")
	_ = cmd.MarkFlagFilename("in", "yaml", "yml", "json") // the flag is there
	_ = cmd.MarkFlagDirname("out")
	return cmd
}

func (g *generator) run(cmd *cobra.Command) error {
	if g.pkg == "" {
		g.pkg = filepath.Base(filepath.Clean(g.out))
	}
	errs := cmd.ErrOrStderr()
	line := newProgress(errs)
	defer line.clear()
	line.show("reading " + source(g.in).label())
	doc, err := source(g.in).load(cmd)
	if err != nil {
		return err
	}
	line.show("generating")
	code := codegen.EndpointGen{ModelsOnly: g.models}.FromOpenAPI(doc)
	if problems, _ := split(code.Report); g.strict && len(problems) > 0 {
		line.clear()
		g.list(errs, code)
		return fmt.Errorf("%s: %d things cannot be expressed; nothing is written", source(g.in).label(), len(problems))
	}
	line.show("writing " + g.out)
	files, err := code.Files(g.pkg, nil)
	if err != nil {
		return err
	}
	if err := codegen.WriteFiles(code, g.out, g.pkg, nil); err != nil {
		return err
	}
	line.clear()
	g.list(errs, code)
	fmt.Fprintf(errs, "%s: %s\n", g.out, summary(code, files, g.models))
	return nil
}

// summary says how much of a document the code covers.
func summary(code codegen.Code, files []codegen.File, models bool) string {
	size := 0
	for _, f := range files {
		size += len(f.Text)
	}
	covered := fmt.Sprintf("%d of %d operations, ", code.Operations, code.Total)
	if models {
		covered = ""
	}
	text := fmt.Sprintf("%s%d types, %d files of %d KB", covered, code.Types, len(files), (size+1023)/1024)
	problems, notes := split(code.Report)
	if n := len(problems); n > 0 {
		text += fmt.Sprintf("; %d things cannot be expressed", n)
	}
	if n := len(notes); n > 0 {
		text += fmt.Sprintf("; %d notes are left out", n)
	}
	return text
}

// split returns what matters for requests and answers, and what is for people.
func split(report []codegen.Entry) (problems, notes []codegen.Entry) {
	for _, e := range report {
		if e.Note {
			notes = append(notes, e)
			continue
		}
		problems = append(problems, e)
	}
	return problems, notes
}

// list writes what the code does not cover: what matters for requests and answers first,
// then what is for people. There may be thousands of entries, but few kinds of them.
func (g *generator) list(w io.Writer, code codegen.Code) {
	problems, notes := split(code.Report)
	if !g.all {
		problems, notes = grouped(problems), grouped(notes)
	}
	for _, e := range slices.Concat(problems, notes) {
		fmt.Fprintf(w, "%s: %v\n", source(g.in).label(), e)
	}
}

// grouped returns the first of the entries that name one problem, with their number.
func grouped(entries []codegen.Entry) []codegen.Entry {
	var first []codegen.Entry
	var more []int
	at := map[string]int{}
	for _, e := range entries {
		if i, ok := at[e.Problem]; ok {
			more[i]++
			continue
		}
		at[e.Problem] = len(first)
		first, more = append(first, e), append(more, 0)
	}
	for i, n := range more {
		if n > 0 {
			first[i].Problem += fmt.Sprintf(" (and %d more)", n)
		}
	}
	return first
}

// A progress is a line of a terminal that says what is being done. On anything else it
// shows nothing.
type progress struct {
	w     io.Writer
	shown bool
}

func newProgress(w io.Writer) *progress {
	if !isTerminal(w) {
		w = nil
	}
	return &progress{w: w}
}

func (p *progress) show(what string) {
	if p.w != nil {
		fmt.Fprintf(p.w, "\r\x1b[K%s…", what)
		p.shown = true
	}
}

// clear takes the line away.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
