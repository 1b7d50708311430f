package openapi

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
)

// FromJSON reads a document from JSON text. It fails if the text is not JSON, is no
// OpenAPI document of version 3.0, 3.1 or 3.2, or has a member of the wrong kind or a
// reference that leads nowhere. [Errors] lists all of that. References to other files
// need [Load].
func FromJSON(text []byte) (*Document, error) {
	v, err := parseJSON("", text)
	if err != nil {
		return nil, err
	}
	return readDocument(&reader{}, v)
}

// FromYAML is like [FromJSON] for YAML text, of which JSON is a part.
func FromYAML(text []byte) (*Document, error) {
	v, err := parseText("", text)
	if err != nil {
		return nil, err
	}
	return readDocument(&reader{}, v)
}

// LoadOptions are settings of [Load]. The zero value has the defaults.
type LoadOptions struct {
	// Remote returns what an absolute URI stands for. By default references to such
	// are refused, since reading a document should not send requests.
	Remote func(uri string) ([]byte, error)
}

// Read reads a document from text, JSON or YAML. The name, a path or a URL, is what
// places call it, and references to other documents are relative to it. They need
// LoadOptions.Remote; without it Read is like [FromYAML]. It panics if there are
// several options.
func Read(name string, text []byte, options ...LoadOptions) (*Document, error) {
	if len(options) > 1 {
		panic(fmt.Sprintf("openapi.Read: want one LoadOptions, got %d", len(options)))
	}
	v, err := parseText(name, text)
	if err != nil {
		return nil, err
	}
	r := &reader{files: map[string]*Value{name: v}}
	if len(options) == 1 {
		r.remote = options[0].Remote
	}
	return readDocument(r, v)
}

// Load reads a document from a file, JSON or YAML, with references to other files of
// fsys, which are relative to the file they stand in. No file outside of fsys is read.
// It fails as [FromJSON] does, and if a file cannot be read. It panics if there are
// several options.
func Load(fsys fs.FS, path string, options ...LoadOptions) (*Document, error) {
	if len(options) > 1 {
		panic(fmt.Sprintf("openapi.Load: want one LoadOptions, got %d", len(options)))
	}
	text, err := readFile(fsys, path)
	if err != nil {
		return nil, err
	}
	v, err := parseText(path, text)
	if err != nil {
		return nil, err
	}
	r := &reader{fsys: fsys, files: map[string]*Value{path: v}}
	if len(options) == 1 {
		r.remote = options[0].Remote
	}
	return readDocument(r, v)
}

// parseText reads JSON or YAML. What begins like JSON is read as such, which is faster
// and gives better errors, unless it turns out to be YAML in its flow style.
func parseText(file string, text []byte) (*Value, error) {
	if !bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{")) {
		return parseYAML(file, text)
	}
	v, err := parseJSON(file, text)
	if err == nil {
		return v, nil
	}
	if y, other := parseYAML(file, text); other == nil {
		return y, nil
	}
	return nil, err
}

// readDocument reads a document and follows its references.
func readDocument(r *reader, v *Value) (*Document, error) {
	if v.kind != Object {
		r.want(v, Object)
		return nil, r.err()
	}
	if err := checkVersion(v); err != nil {
		return nil, err
	}
	if r.files == nil {
		r.files = map[string]*Value{}
	}
	doc := &Document{}
	readInto(r, v, doc)
	r.finish()
	if err := r.err(); err != nil {
		return nil, err
	}
	doc.references = r.references
	return doc, nil
}

// checkVersion says early if a document is something else altogether.
func checkVersion(v *Value) error {
	declared := v.Get("openapi")
	if declared == nil {
		if swagger := v.Get("swagger"); swagger != nil {
			return &Error{swagger.Place(), fmt.Sprintf("want OpenAPI 3, got Swagger %s", swagger.text)}
		}
		return &Error{v.Place(), `want an OpenAPI document, but the member "openapi" is missing`}
	}
	if versionOf(declared.text) == "" {
		return &Error{declared.Place(), fmt.Sprintf("want OpenAPI 3.0, 3.1 or 3.2, got %q", declared.text)}
	}
	return nil
}

// A Version is a version of OpenAPI, without the number of the patch.
type Version string

// The versions.
const (
	V30 Version = "3.0"
	V31 Version = "3.1"
	V32 Version = "3.2"
)

// versionOf returns the version that "3.1.0" and its like belong to, or "".
func versionOf(s string) Version {
	for _, v := range []Version{V30, V31, V32} {
		if s == string(v) || strings.HasPrefix(s, string(v)+".") {
			return v
		}
	}
	return ""
}

// Resolve returns a copy of a document that was made or changed by a program, with all
// references followed and places known. It fails as [FromJSON] does.
func (d *Document) Resolve() (*Document, error) {
	return readDocument(&reader{}, d.Value().rooted())
}

// Value returns the document as a value.
func (d *Document) Value() *Value { return write(d) }

// JSON returns the document as JSON, indented, with a line's end at its end. The same
// document always gives the same bytes.
func (d *Document) JSON() []byte { return append(appendJSON(nil, d.Value(), 0), '\n') }

// YAML returns the document as YAML. The same document always gives the same bytes.
func (d *Document) YAML() []byte { return appendYAML(nil, d.Value(), 0) }

// MarshalJSON returns the document as compact JSON, for encoding/json.
func (d *Document) MarshalJSON() ([]byte, error) { return d.Value().JSON(), nil }
