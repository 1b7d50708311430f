package protobuf

import (
	"fmt"
	"strings"

	"github.com/weft-go/weft/schema"
)

// Definition returns the .proto file, in the language proto3, of the messages that
// the codec of A reads and writes: the package, its imports, the message of A
// first and then those it refers to. The text is the same every time.
//
// It panics, as [ProtobufCodec] does, when A has no Protobuf form.
func Definition[A any]() string {
	p, err := planOf(schema.Of[A](), false)
	if err != nil {
		panic(err)
	}
	return p.definition()
}

func (p *plan) definition() string {
	w := &printer{imports: map[string]bool{}}
	for _, item := range p.order {
		switch x := item.(type) {
		case *message:
			w.message(x)
		case *sum:
			w.sum(x)
		case *nullable:
			w.nullable(x)
		case *enum:
			w.enum(x)
		case *table:
			w.entry(x)
		}
	}
	var head strings.Builder
	fmt.Fprintf(&head, "syntax = \"proto3\";\n\npackage %s;\n", p.pkg)
	if _, ok := p.root.(timestamp); ok {
		w.imports["timestamp"] = true
	}
	if _, ok := p.root.(duration); ok {
		w.imports["duration"] = true
	}
	if len(w.imports) > 0 {
		head.WriteByte('\n')
	}
	for _, name := range []string{"duration", "timestamp"} {
		if w.imports[name] {
			fmt.Fprintf(&head, "import \"google/protobuf/%s.proto\";\n", name)
		}
	}
	return head.String() + w.text.String()
}

// messageName returns the name of a message in the definition.
func messageName(b body) string {
	switch m := b.(type) {
	case *message:
		return m.name
	case *sum:
		return m.name
	case *nullable:
		return m.name
	case *pointed:
		return messageName(m.elem)
	case timestamp:
		return "google.protobuf.Timestamp"
	case duration:
		return "google.protobuf.Duration"
	}
	return ""
}

// printer writes messages one after the other.
type printer struct {
	text    strings.Builder
	imports map[string]bool
}

func (w *printer) printf(text string, args ...any) { fmt.Fprintf(&w.text, text, args...) }

// comment writes documentation, if there is any.
func (w *printer) comment(indent, doc string) {
	if strings.TrimSpace(doc) == "" {
		return
	}
	for line := range strings.SplitSeq(strings.TrimSpace(doc), "\n") {
		line = strings.Map(func(r rune) rune {
			if r < ' ' {
				return ' '
			}
			return r
		}, line)
		w.printf("%s\n", strings.TrimRight(indent+"// "+line, " "))
	}
}

func (w *printer) message(m *message) {
	w.printf("\n")
	w.comment("", m.doc)
	w.printf("message %s {\n", m.name)
	for i := range m.fields {
		w.field("  ", &m.fields[i], labelOf(&m.fields[i]))
	}
	w.printf("}\n")
}

func labelOf(f *field) string {
	switch {
	case f.card == repeated, f.card == array, f.table != nil && f.table.message != "":
		return "repeated "
	case (f.card == pointer || f.card == always) && f.value.body == nil:
		return "optional "
	}
	return ""
}

func (w *printer) field(indent string, f *field, label string) {
	w.comment(indent, f.doc)
	note := f.value.note
	if f.card == array {
		note = strings.TrimPrefix(note+fmt.Sprintf(", %d items", f.length), ", ")
	}
	var options []string
	if f.jsonName != "" {
		options = append(options, "json_name = "+quote(f.jsonName))
	}
	if f.deprecated {
		options = append(options, "deprecated = true")
	}
	w.printf("%s%s%s %s = %d", indent, label, w.fieldType(f), f.name, f.number)
	if len(options) > 0 {
		w.printf(" [%s]", strings.Join(options, ", "))
	}
	w.printf(";")
	if note != "" {
		w.printf(" // %s", note)
	}
	w.printf("\n")
}

func (w *printer) fieldType(f *field) string {
	switch {
	case f.table == nil:
		return w.valueType(&f.value)
	case f.table.message != "":
		return f.table.message
	}
	return fmt.Sprintf("map<%s, %s>", w.valueType(&f.table.key), w.valueType(&f.table.value))
}

func (w *printer) valueType(v *value) string {
	switch {
	case v.enum != nil:
		return v.enum.name
	case v.body == nil:
		return v.scalar
	}
	name := messageName(v.body)
	switch name {
	case "google.protobuf.Timestamp":
		w.imports["timestamp"] = true
	case "google.protobuf.Duration":
		w.imports["duration"] = true
	}
	return name
}

func (w *printer) sum(s *sum) {
	w.printf("\n")
	w.comment("", s.doc)
	w.printf("message %s {\n  oneof %s {\n", s.name, s.oneof)
	for i := range s.cases {
		w.field("    ", &s.cases[i], "")
	}
	w.printf("  }\n}\n")
}

func (w *printer) nullable(n *nullable) {
	w.printf("\n// %s is null when it has no value.\nmessage %s {\n", n.name, n.name)
	w.field("  ", &n.field, labelOf(&n.field))
	w.printf("}\n")
}

func (w *printer) entry(tb *table) {
	w.printf("\n// %s is an entry of a map.\nmessage %s {\n", tb.message, tb.message)
	w.printf("  %s key = 1;\n  %s value = 2;\n}\n", w.valueType(&tb.key), w.valueType(&tb.value))
}

func (w *printer) enum(e *enum) {
	w.printf("\n")
	w.comment("", e.doc)
	w.printf("enum %s {\n", e.name)
	for _, v := range e.values {
		w.printf("  %s = %d;\n", v.name, v.number)
	}
	w.printf("}\n")
}

// quote writes a string literal. The language has the escapes of C.
func quote(s string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, c := range []byte(s) {
		if c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			fmt.Fprintf(&out, `\%03o`, c)
		} else {
			out.WriteByte(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}
