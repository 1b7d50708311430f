package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/schema"
)

// usageTemplate returns the template of the help with a footer at its end.
func usageTemplate(template, footer string) string {
	if footer == "" {
		return template
	}
	return template + `{{if not .HasParent}}` + "\n" + strings.ReplaceAll(footer, "{{", "{ {") + "\n{{end}}"
}

// short returns the line of the help in which a command stands among others.
func (o *operation) short() string {
	text := strings.Join(strings.Fields(o.d.Doc), " ")
	if i := strings.Index(text, ". "); i >= 0 {
		text = text[:i]
	}
	text = strings.TrimSuffix(text, ".")
	if text == "" {
		text = o.title()
	}
	if o.d.Deprecated {
		text += " (deprecated)"
	}
	return text
}

// long returns the text at the beginning of a command's own help.
func (o *operation) long() string {
	var b strings.Builder
	if o.d.Doc != "" {
		b.WriteString(strings.TrimSpace(o.d.Doc) + "\n\n")
	}
	b.WriteString(o.title() + "\n")
	if o.d.Deprecated {
		b.WriteString("\nIt is deprecated: it should no longer be used.\n")
	}
	if schemes := o.schemes(); schemes != "" {
		b.WriteString("\nIt needs credentials: " + schemes + ".\n")
	}
	b.WriteString("\nAnswers:\n")
	for _, out := range o.d.Outputs {
		b.WriteString(answerLine(out))
	}
	for _, out := range o.d.Failures {
		b.WriteString(answerLine(out))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// schemes lists how a command can log in.
func (o *operation) schemes() string {
	var list []string
	for _, s := range o.d.Auth.Schemes() {
		list = append(list, s.Name)
	}
	return strings.Join(list, " or ")
}

// answerLine describes an answer.
func answerLine(out endpoint.Output) string {
	state := "any status"
	if out.Status != 0 {
		state = out.Status.String()
	}
	line := "  " + state
	for _, p := range out.Tree.Parts() {
		if p.In == codec.InBody {
			line += ": " + bodyWords(p)
			break
		}
	}
	if doc := cmp.Or(out.Doc, out.Tree.Doc); doc != "" {
		line += ". " + strings.Join(strings.Fields(doc), " ")
	}
	return line + "\n"
}

// bodyWords describes a body in a few words.
func bodyWords(p *codec.PartInfo) string {
	what := "data"
	if p.Schema != nil {
		what = typeWords(p.Schema())
	}
	switch {
	case len(p.MediaTypes) == 0:
	case p.Stream:
		what = "a stream of " + what + ", as " + p.MediaTypes[0]
	case formatOf(p.MediaTypes[0]) != "json":
		what += ", as " + p.MediaTypes[0]
	}
	return what
}

// typeWords names a type.
func typeWords(s *schema.Schema) string {
	s = s.Indirect()
	if name := s.Name(); name != "" {
		return name
	}
	if s.Kind() == schema.KindSlice {
		return "a list of " + typeWords(s.Elem())
	}
	return kindOf(s)
}

// example returns a command line for the help, made from the examples of the
// description. It is empty if something that is required has none.
func (a *App) example(o *operation) string {
	words := []string{"  " + a.name}
	if a.grouped {
		words = append(words, o.group)
	}
	words = append(words, o.name)
	shown := false
	for _, p := range o.params {
		switch {
		case len(p.Examples) > 0:
			words = append(words, "--"+p.flag, shellQuote(p.Examples[0].Value()))
			shown = true
		case p.Required:
			return ""
		}
	}
	if o.body == nil {
		return orNothing(words, shown)
	}
	switch {
	case len(o.body.Examples) > 0:
		words = append(words, "--body", shellQuote(o.body.Examples[0].Value()))
		return orNothing(words, true)
	case len(o.body.fields) == 0 && o.body.Required:
		return ""
	}
	for _, f := range o.body.fields {
		examples := f.info.Examples
		switch {
		case len(examples) > 0 && f.shape == shapeScalar:
			words = append(words, "--"+f.flag, shellQuote(strings.Trim(examples[0].JSON, `"`)))
			shown = true
		case f.required:
			return ""
		}
	}
	return orNothing(words, shown)
}

func orNothing(words []string, shown bool) string {
	if !shown {
		return ""
	}
	return strings.Join(words, " ")
}

// shellQuote writes a word so that shells take it as it is.
func shellQuote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:@%+,", r)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return fmt.Sprintf("'%s'", strings.ReplaceAll(word, "'", `'\''`))
}
