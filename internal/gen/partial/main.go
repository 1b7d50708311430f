// Command partial writes the arity types In1 to In8 of package endpoint/partial from
// one template. In0 is written by hand and has the documentation.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"os"
	"strings"
	"text/template"

	_ "embed"
)

// arities is the number of types with at least one input.
const arities = 8

//go:embed partial.go.tmpl
var text string

// arity is what the template sees of one type.
type arity struct {
	N     int
	Types []string // A, B, …
	Next  string   // the type parameter that the next input adds; empty for the last
}

// PlusType returns the type with one more input.
func (a arity) PlusType() string {
	return fmt.Sprintf("In%d[%s, %s]", a.N+1, a.Args(), a.Next)
}

// PlusStreamType returns the type with one more input, which is a stream.
func (a arity) PlusStreamType() string {
	return fmt.Sprintf("In%d[%s, iter.Seq2[%s, error]]", a.N+1, a.Args(), a.Next)
}

// Args returns "A, B".
func (a arity) Args() string { return strings.Join(a.Types, ", ") }

// Vars returns the names of the values: "a, b".
func (a arity) Vars() string { return strings.ToLower(a.Args()) }

// Params returns "a A, b B".
func (a arity) Params() string {
	var s []string
	for _, t := range a.Types {
		s = append(s, strings.ToLower(t)+" "+t)
	}
	return strings.Join(s, ", ")
}

// Decodes returns "p.a.Decode(in), p.b.Decode(in)".
func (a arity) Decodes() string {
	var s []string
	for _, t := range a.Types {
		s = append(s, "p."+strings.ToLower(t)+".Decode(in)")
	}
	return strings.Join(s, ", ")
}

// Encodes returns "p.a.Encode(t, a); p.b.Encode(t, b)".
func (a arity) Encodes() string {
	var s []string
	for _, t := range a.Types {
		v := strings.ToLower(t)
		s = append(s, "p."+v+".Encode(t, "+v+")")
	}
	return strings.Join(s, "; ")
}

// Codecs returns "p.a, p.b".
func (a arity) Codecs() string {
	var s []string
	for _, t := range a.Types {
		s = append(s, "p."+strings.ToLower(t))
	}
	return strings.Join(s, ", ")
}

func main() {
	out := flag.String("o", "partial_gen.go", "`file` to write")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "partial:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	t, err := template.New("partial").Funcs(template.FuncMap{
		"lower": strings.ToLower,
		"extra": func() []string { return []string{"Path", "Query", "Header", "Cookie", "Input"} },
	}).Parse(text)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, all()); err != nil {
		return err
	}
	src, err := format.Source(b.Bytes())
	if err != nil {
		return fmt.Errorf("%w\n%s", err, b.Bytes())
	}
	return os.WriteFile(out, src, 0o644)
}

func all() []arity {
	var as []arity
	names := strings.Split("A B C D E F G H", " ")
	for n := 1; n <= arities; n++ {
		a := arity{N: n, Types: names[:n]}
		if n < arities {
			a.Next = names[n]
		}
		as = append(as, a)
	}
	return as
}
