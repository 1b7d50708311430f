package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/schema"
)

// A given is what the command line says: the texts of the options of one command, by
// name. Options that were not given are not in it.
type given struct {
	texts map[string]*texts
}

// of returns the texts of an option.
func (g given) of(flag string) []string {
	if t := g.texts[flag]; t != nil {
		return t.values
	}
	return nil
}

// last returns the text of an option that may be given once.
func (g given) last(flag string) (string, bool) {
	values := g.of(flag)
	if len(values) == 0 {
		return "", false
	}
	return values[len(values)-1], true
}

// texts is the value of an option, kept as text: the codec of its part says later
// whether it fits, and says so together with everything else. It implements
// [pflag.Value].
type texts struct {
	kind     string
	repeated bool
	values   []string
}

// Set adds a value.
func (t *texts) Set(s string) error {
	if len(t.values) > 0 && !t.repeated {
		return errors.New("given twice")
	}
	t.values = append(t.values, s)
	return nil
}

// String returns the values.
func (t *texts) String() string {
	if t == nil {
		return ""
	}
	return strings.Join(t.values, ",")
}

// Type names what the option takes, for the help.
func (t *texts) Type() string { return t.kind }

// An option is what the help says of an option.
type option struct {
	flag     string
	kind     string
	doc      string
	repeated bool
	required bool
	def      string
	enum     []string
	file     bool   // the value is the name of a file
	alias    string // another name, which the help does not show, or ""
	hidden   bool
	notes    []string
}

// add adds an option to a command.
func (g given) add(c *cobra.Command, o option) {
	t := &texts{kind: o.kind, repeated: o.repeated}
	g.texts[o.flag] = t
	t.add(c, o)
	if o.alias != "" { // it has the same texts, so it counts as the same option
		o.flag, o.hidden = o.alias, true
		t.add(c, o)
	}
}

// add adds the texts to a command, under the name of an option.
func (t *texts) add(c *cobra.Command, o option) {
	f := c.Flags().VarPF(t, o.flag, "", o.usage())
	f.Hidden = o.hidden
	if o.kind == "bool" && !o.repeated {
		f.NoOptDefVal = "true"
	}
	complete := cobra.NoFileCompletions
	switch {
	case o.enum != nil:
		complete = cobra.FixedCompletions(o.enum, cobra.ShellCompDirectiveNoFileComp)
	case o.kind == "bool":
		complete = cobra.FixedCompletions([]string{"true", "false"}, cobra.ShellCompDirectiveNoFileComp)
	case o.file:
		return // what shells do by themselves
	}
	_ = c.RegisterFlagCompletionFunc(o.flag, complete) // it fails only for options that do not exist
}

// usage returns the help of an option, on one line.
func (o *option) usage() string {
	var notes []string
	if o.enum != nil {
		notes = append(notes, "one of "+strings.Join(o.enum, ", "))
	}
	if o.required {
		notes = append(notes, "required")
	}
	if o.repeated {
		notes = append(notes, "repeatable")
	}
	if o.def != "" {
		notes = append(notes, "default "+o.def)
	}
	notes = append(notes, o.notes...)
	text := strings.ReplaceAll(strings.Join(strings.Fields(o.doc), " "), "`", "'") // backquotes would name the value
	if len(notes) > 0 {
		text = strings.TrimSpace(fmt.Sprintf("%s (%s)", text, strings.Join(notes, "; ")))
	}
	return text
}

// option returns the option for a parameter, or for a part of a multipart body.
func (p *param) option() option {
	o := option{flag: p.flag, kind: "string", doc: p.Doc, repeated: p.Repeated, required: p.Required, def: p.Default}
	if p.Multipart && (p.File || p.Schema == nil) {
		o.kind, o.file = "file", true
	} else if p.Schema != nil {
		s := p.Schema().Indirect()
		if o.repeated && s.Kind() == schema.KindSlice {
			s = s.Elem().Indirect()
		}
		o.kind, o.enum, o.notes = kindOf(s), enumOf(p.Schema()), limitsOf(p.Schema().Indirect())
		if !s.Kind().IsScalar() {
			o.kind = "json"
		}
	}
	if len(p.fields) > 0 { // who gives the fields need not give the whole
		o.required = false
		o.notes = append(o.notes, "JSON, @file, or its fields")
	}
	if p.isAuthorization() {
		o.required = false
		o.notes = append(o.notes, "made of --user or --token if it is left out")
	}
	if p.Deprecated {
		o.notes = append(o.notes, "deprecated")
	}
	if o.doc == "" {
		o.doc = placeDoc(p.PartInfo)
	}
	return o
}

// placeDoc says what a part is, if nothing else does.
func placeDoc(p *codec.PartInfo) string {
	if p.Multipart {
		return "the part " + p.Name
	}
	return "the " + p.In.String() + " parameter " + p.Name
}

// option returns the option for a field.
func (f *field) option() option {
	o := option{flag: f.flag, alias: f.alias, kind: f.kind(), doc: f.doc, repeated: f.repeated(), required: f.required,
		enum: enumOf(f.schema), notes: limitsOf(f.schema)}
	if f.info.Default != nil {
		o.def = strings.Trim(f.info.Default.JSON, `"`)
	}
	if f.info.Deprecated {
		o.notes = append(o.notes, "deprecated")
	}
	if o.doc == "" {
		o.doc = "the field " + strings.Join(f.path, ".")
	}
	return o
}

// limitsOf lists the constraints on a value, for the help.
func limitsOf(s *schema.Schema) []string {
	c := s.Constraints()
	var notes []string
	number := func(what string, n schema.Number) {
		if n != "" {
			notes = append(notes, what+" "+string(n))
		}
	}
	count := func(what, unit string, n *int) {
		if n != nil {
			if *n != 1 {
				unit += "s"
			}
			notes = append(notes, fmt.Sprintf("%s %d %s", what, *n, unit))
		}
	}
	number("at least", c.Minimum)
	number("more than", c.ExclusiveMinimum)
	number("at most", c.Maximum)
	number("less than", c.ExclusiveMaximum)
	number("a multiple of", c.MultipleOf)
	count("at least", "character", c.MinLength)
	count("at most", "character", c.MaxLength)
	count("at least", "value", c.MinItems)
	count("at most", "value", c.MaxItems)
	if c.Pattern != "" {
		notes = append(notes, "like "+c.Pattern)
	}
	if c.Format != "" && !slices.Contains([]string{"int32", "int64"}, c.Format) {
		notes = append(notes, "as "+c.Format)
	}
	return notes
}
