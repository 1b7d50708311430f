package avro

import (
	"encoding/json/jsontext"
	"strconv"
)

// definition returns the Avro schema of a node as indented JSON. A named type is
// described where it comes first, and referred to by its full name from then on.
func definition(n *node) string {
	w := definitionWriter{seen: map[string]bool{}}
	w.node(n)
	text := jsontext.Value(w.out)
	if err := text.Indent(jsontext.WithIndent("  ")); err != nil {
		return string(w.out) // not reached: what is written is JSON
	}
	return string(text)
}

type definitionWriter struct {
	out  []byte
	seen map[string]bool // full names
}

func (w *definitionWriter) node(n *node) {
	switch n.kind {
	case avroRecord, avroEnum, avroFixed:
		w.named(n)
	case avroArray:
		w.raw(`{"type":"array","items":`)
		w.node(n.elem)
		w.raw("}")
	case avroMap:
		w.raw(`{"type":"map","values":`)
		w.node(n.elem)
		w.raw("}")
	case avroUnion:
		w.raw("[")
		for i, b := range n.branches {
			w.comma(i)
			w.node(b)
		}
		w.raw("]")
	default:
		w.primitive(n)
	}
}

func (w *definitionWriter) primitive(n *node) {
	if n.logical == "" {
		w.text(n.kind.String())
		return
	}
	w.raw(`{"type":`)
	w.text(n.kind.String())
	w.member("logicalType", n.logical)
	if n.precision > 0 {
		w.raw(`,"precision":` + strconv.Itoa(n.precision))
	}
	w.raw("}")
}

func (w *definitionWriter) named(n *node) {
	if w.seen[n.fullName()] {
		w.text(n.fullName())
		return
	}
	w.seen[n.fullName()] = true
	w.raw(`{"type":`)
	w.text(n.kind.String())
	w.member("name", n.name)
	if n.namespace != "" {
		w.member("namespace", n.namespace)
	}
	if n.doc != "" {
		w.member("doc", n.doc)
	}
	switch n.kind {
	case avroFixed:
		w.raw(`,"size":` + strconv.Itoa(n.size))
	case avroEnum:
		w.raw(`,"symbols":[`)
		for i, s := range n.symbols {
			w.comma(i)
			w.text(s)
		}
		w.raw("]")
	case avroRecord:
		w.fields(n.fields)
	}
	w.raw("}")
}

func (w *definitionWriter) fields(fields []nodeField) {
	w.raw(`,"fields":[`)
	for i, f := range fields {
		w.comma(i)
		w.raw(`{"name":`)
		w.text(f.name)
		w.raw(`,"type":`)
		w.node(f.node)
		if f.doc != "" {
			w.member("doc", f.doc)
		}
		if f.fallback != "" {
			w.raw(`,"default":` + f.fallback)
		}
		w.raw("}")
	}
	w.raw("]")
}

func (w *definitionWriter) raw(s string) { w.out = append(w.out, s...) }

func (w *definitionWriter) comma(i int) {
	if i > 0 {
		w.raw(",")
	}
}

// text writes a JSON string. Text that is not UTF-8 is mended, so it cannot fail.
func (w *definitionWriter) text(s string) {
	w.out, _ = jsontext.AppendQuote(w.out, s)
}

func (w *definitionWriter) member(key, value string) {
	w.raw(",")
	w.text(key)
	w.raw(":")
	w.text(value)
}
