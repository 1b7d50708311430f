package thrift

import (
	"fmt"
	"strings"

	"github.com/weft-go/weft/schema"
)

// Definition returns the text of a .thrift file with the structs, unions and enums
// that the codecs of A read and write. Each comes after those it refers to, as far
// as they do not refer to each other, so that the struct of A is the last. The text
// is the same every time, and the same for both protocols.
//
// It panics, as [ThriftBinaryCodec] does, when A has no Thrift form.
func Definition[A any]() string {
	p, err := planOf(schema.Of[A](), binaryProtocol, false)
	if err != nil {
		panic(err)
	}
	return p.definition()
}

func (p *plan) definition() string {
	w := &printer{clock: p.clock}
	w.printf("namespace * %s\n", p.namespace)
	if p.clock != "" {
		w.printf("\n/** An instant: seconds since 1970 in UTC, and nanoseconds after that. */\n"+
			"struct %s {\n  1: i64 seconds\n  2: i32 nanos\n}\n", p.clock)
	}
	for _, item := range p.order {
		switch x := item.(type) {
		case *record:
			w.fields("struct", x.name, x.doc, x.fields)
		case *union:
			w.fields("union", x.name, x.doc, x.cases)
		case *nullable:
			w.fields("struct", x.name, x.name+" is null when it has no value.", []field{x.field})
		case *enum:
			w.enum(x)
		}
	}
	return w.text.String()
}

// printer writes one definition after the other.
type printer struct {
	text  strings.Builder
	clock string
}

func (w *printer) printf(text string, args ...any) { fmt.Fprintf(&w.text, text, args...) }

// comment writes documentation, if there is any.
func (w *printer) comment(indent, doc string) {
	doc = strings.TrimSpace(strings.ReplaceAll(doc, "*/", "* /"))
	if doc == "" {
		return
	}
	lines := strings.Split(doc, "\n")
	if len(lines) == 1 {
		w.printf("%s/** %s */\n", indent, doc)
		return
	}
	w.printf("%s/**\n", indent)
	for _, line := range lines {
		w.printf("%s\n", strings.TrimRight(indent+" * "+line, " \r\t"))
	}
	w.printf("%s */\n", indent)
}

func (w *printer) fields(keyword, name, doc string, fields []field) {
	w.printf("\n")
	w.comment("", doc)
	w.printf("%s %s {\n", keyword, name)
	for i := range fields {
		f := &fields[i]
		w.comment("  ", f.doc)
		w.printf("  %d: ", f.number)
		if f.optional {
			w.printf("optional ")
		}
		w.printf("%s %s", w.valueType(&f.value), f.name)
		if f.deprecated {
			w.printf(` (deprecated = "true")`)
		}
		if note := noteOf(&f.value); note != "" {
			w.printf(" // %s", note)
		}
		w.printf("\n")
	}
	w.printf("}\n")
}

// noteOf says what the type does not: what a string holds, how long an array is.
func noteOf(v *value) string {
	switch v.op {
	case opArray:
		return strings.TrimSuffix(fmt.Sprintf("%d items, %s", v.length, noteOf(v.elem)), ", ")
	case opList:
		return noteOf(v.elem)
	}
	return v.note
}

func (w *printer) valueType(v *value) string {
	switch {
	case v.enum != nil:
		return v.enum.name
	case v.elem != nil:
		return "list<" + w.valueType(v.elem) + ">"
	case v.table != nil:
		return "map<" + w.valueType(&v.table.key) + ", " + w.valueType(&v.table.value) + ">"
	case v.body != nil:
		return w.bodyName(v.body)
	}
	return v.name
}

func (w *printer) bodyName(b body) string {
	switch x := b.(type) {
	case *record:
		return x.name
	case *union:
		return x.name
	case *nullable:
		return x.name
	case *pointed:
		return w.bodyName(x.elem)
	}
	return w.clock
}

func (w *printer) enum(e *enum) {
	w.printf("\n")
	w.comment("", e.doc)
	w.printf("enum %s {\n", e.name)
	for _, v := range e.values {
		w.printf("  %s = %d\n", v.name, v.number)
	}
	w.printf("}\n")
}
