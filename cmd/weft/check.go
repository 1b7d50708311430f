package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/weft-go/weft/openapi"
)

// A checker is the settings of weft check.
type checker struct {
	ignore              []string
	strict, all, asJSON bool
}

func checkCommand() *cobra.Command {
	c := &checker{}
	cmd := &cobra.Command{
		Use:   "check document [old-document]",
		Short: "Look for mistakes and breaking changes in an OpenAPI document",
		Long: "Check reads a document and lists what is wrong with it, each with file, line, column and JSON pointer.\n" +
			"With a second document, an older version of the same API, it also lists what breaks the clients of\n" +
			"that version: removed operations, new demands on requests, answers that say less or other things.\n" +
			sourceHelp + "\n\nThe rules:\n" + rulesHelp() +
			"\nExit codes:\n" +
			"  0  nothing was found, or only warnings and risky changes\n" +
			"  1  there are errors or breaking changes; with -strict also warnings and risky changes\n" +
			"  2  a document cannot be read, or the command line cannot be understood",
		Example: "  weft check books.yaml\n" +
			"  weft check books.yaml https://books.example/openapi.json\n" +
			"  git show main:books.yaml | weft check books.yaml - -strict\n" +
			"  weft check books.yaml -ignore missing-description,undefined-tag -json",
		Args:              usage(cobra.RangeArgs(1, 2)),
		ValidArgsFunction: completeDocuments,
		RunE:              c.run,
	}
	cmd.Flags().StringSliceVar(&c.ignore, "ignore", nil, "rules that are not looked at")
	cmd.Flags().BoolVar(&c.strict, "strict", false, "warnings and risky changes count as findings too")
	cmd.Flags().BoolVar(&c.all, "all", false, "list compatible changes too")
	cmd.Flags().BoolVar(&c.asJSON, "json", false, "print JSON: an object with findings and changes")
	_ = cmd.RegisterFlagCompletionFunc("ignore", cobra.FixedCompletions(ruleNames(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// malformed is the name of what is wrong with a document that cannot be understood.
const malformed = "malformed"

func ruleNames() []string {
	var names []string
	for _, r := range openapi.Rules() {
		names = append(names, string(r))
	}
	return names
}

func rulesHelp() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  error    %s\n", malformed)
	for _, r := range openapi.Rules() {
		fmt.Fprintf(&b, "  %-7s  %s\n", levelOf(r), r)
	}
	return b.String()
}

func levelOf(r openapi.Rule) string {
	if r.Warns() {
		return "warning"
	}
	return "error"
}

// A report is what weft check prints.
type report struct {
	Findings []finding `json:"findings"`
	Changes  []change  `json:"changes"`
}

type finding struct {
	Level   string `json:"level"`
	Rule    string `json:"rule"`
	Place   place  `json:"place"`
	Problem string `json:"problem"`
}

type change struct {
	Impact     string   `json:"impact"`
	Place      place    `json:"place"`
	Old        bool     `json:"old"`
	Problem    string   `json:"problem"`
	Operations []string `json:"operations"`
}

type place struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Pointer string `json:"pointer"`
}

func placeOf(p openapi.Place, s source) place {
	file := p.File
	if file == "" {
		file = s.label()
	}
	return place{file, p.Line, p.Column, p.Pointer}
}

func (p place) String() string {
	return openapi.Place{File: p.File, Line: p.Line, Column: p.Column, Pointer: p.Pointer}.String()
}

func (c *checker) run(cmd *cobra.Command, args []string) error {
	for _, name := range c.ignore {
		if !slices.Contains(ruleNames(), name) {
			return usageError{fmt.Errorf("check: -ignore: there is no rule %q", name)}
		}
	}
	if len(args) == 2 && args[0] == "-" && args[1] == "-" {
		return usageError{fmt.Errorf("check: only one of the documents can be the standard input")}
	}
	doc, err := source(args[0]).load(cmd)
	faults := openapi.Errors(err)
	if err != nil && faults == nil {
		return exit{2, err}
	}
	var r report
	if err != nil {
		r.Findings = malformedBy(faults, source(args[0]))
	} else {
		r.Findings = c.lint(doc, source(args[0]))
	}
	if len(args) == 2 {
		old, err := source(args[1]).load(cmd)
		if err != nil {
			return exit{2, fmt.Errorf("%s: %w", source(args[1]).label(), err)}
		}
		if doc != nil {
			r.Changes = c.compare(old, doc, source(args[1]), source(args[0]))
		}
	}
	if err := c.print(cmd.OutOrStdout(), r, len(args) == 2); err != nil {
		return err
	}
	if c.fails(r) {
		return exit{code: 1}
	}
	return nil
}

func malformedBy(faults []*openapi.Error, s source) []finding {
	var all []finding
	for _, e := range faults {
		all = append(all, finding{"error", malformed, placeOf(e.Place, s), e.Problem})
	}
	return all
}

func (c *checker) lint(doc *openapi.Document, s source) []finding {
	all := []finding{}
	for _, f := range openapi.Lint(doc) {
		if !slices.Contains(c.ignore, string(f.Rule)) {
			all = append(all, finding{levelOf(f.Rule), string(f.Rule), placeOf(f.Place, s), f.Problem})
		}
	}
	return all
}

func (c *checker) compare(old, now *openapi.Document, oldSource, newSource source) []change {
	all := []change{}
	for _, d := range openapi.Compare(old, now) {
		if d.Impact == openapi.Compatible && !c.all {
			continue
		}
		s := newSource
		if d.Old {
			s = oldSource
		}
		all = append(all, change{d.Impact.String(), placeOf(d.Place, s), d.Old, d.Problem, d.Operations})
	}
	return all
}

// fails reports whether the exit code is 1.
func (c *checker) fails(r report) bool {
	return slices.ContainsFunc(r.Findings, func(f finding) bool { return f.Level == "error" || c.strict }) ||
		slices.ContainsFunc(r.Changes, func(d change) bool { return d.Impact == "breaking" || c.strict && d.Impact == "risky" })
}

func (c *checker) print(w io.Writer, r report, compared bool) error {
	if c.asJSON {
		return writeJSON(w, r)
	}
	for _, f := range r.Findings {
		fmt.Fprintf(w, "%v: %s: %s (%s)\n", f.Place, f.Level, f.Problem, f.Rule)
	}
	for _, d := range r.Changes {
		fmt.Fprintf(w, "%v: %s: %s: %s\n", d.Place, d.Impact, among(d.Operations), d.Problem)
	}
	_, err := fmt.Fprintln(w, r.summary(compared))
	return err
}

// among names the operations of a change.
func among(operations []string) string {
	if len(operations) <= 3 {
		return strings.Join(operations, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(operations[:3], ", "), len(operations)-3)
}

// summary counts what was found.
func (r report) summary(compared bool) string {
	count := map[string]int{}
	for _, f := range r.Findings {
		count[f.Level]++
	}
	for _, d := range r.Changes {
		count[d.Impact]++
	}
	text := fmt.Sprintf("%d errors, %d warnings", count["error"], count["warning"])
	if compared {
		text += fmt.Sprintf("; %d breaking and %d risky changes", count["breaking"], count["risky"])
	}
	return text
}
