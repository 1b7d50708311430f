package openapi

import (
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"
)

// How references are followed.
//
// A document is read in two steps. The first reads everything in its place and
// collects the references; the second follows them, which may read more: parts of
// other files, and places that the model has no name for. Every value remembers the
// object that was made of it, so a reference to a schema gives the very same *Schema,
// and a schema that contains itself is a cycle of pointers and not an endless tree.

// reader reads one document and the files that it refers to.
type reader struct {
	faults
	fsys    fs.FS
	remote  func(uri string) ([]byte, error)
	files   map[string]*Value
	anchors map[*Value]map[string]*Value
	pending []func()

	references []reference
}

// A reference is what leads from one place to another.
type reference struct{ from, to *Value }

// want reports a value of another kind than those wanted.
func (r *reader) want(v *Value, kinds ...Kind) bool {
	if slices.Contains(kinds, v.kind) {
		return true
	}
	var names []string
	for _, k := range kinds {
		names = append(names, k.String())
	}
	r.add(v, "want %s, got %v", strings.Join(names, " or "), v.kind)
	return false
}

func (r *reader) texts(v *Value) []string {
	if !r.want(v, Array) {
		return nil
	}
	for _, item := range v.items {
		if item.kind == Array || item.kind == Object {
			r.want(item, Text)
		}
	}
	return itemTexts(v)
}

// later does something when everything has been read in its place.
func (r *reader) later(f func()) { r.pending = append(r.pending, f) }

// finish follows the references.
func (r *reader) finish() {
	for len(r.pending) > 0 {
		next := r.pending
		r.pending = nil
		for _, f := range next {
			f()
		}
	}
}

// maxHops is how many references may lead from one to the next.
const maxHops = 100

// resolve returns what a reference leads to, or nil, which is reported.
func resolve[T any](r *reader, from *Value, ref string) *T {
	target := r.locate(from, ref)
	for range maxHops {
		if target == nil {
			return nil
		}
		if known, ok := target.decoded.(*T); ok {
			return known
		}
		next := target.Get("$ref")
		if next.Kind() != Text || siblings[T]() {
			return read[T](r, target)
		}
		target = r.locate(target, next.text)
	}
	r.add(from, "reference %q leads to itself", ref)
	return nil
}

// siblings reports whether a reference may stand beside other members of a T. Then it
// is one of its members.
func siblings[T any]() bool {
	switch any((*T)(nil)).(type) {
	case *Schema, *PathItem:
		return true
	}
	return false
}

// locate returns the value that a reference names, or nil, which is reported.
func (r *reader) locate(from *Value, ref string) *Value {
	uri, fragment, ok := splitReference(ref)
	if !ok {
		r.add(from, "reference %q is malformed", ref)
		return nil
	}
	root := from.root()
	if uri != "" {
		var err error
		if root, err = r.open(root.file, uri); err != nil {
			r.add(from, "reference %q: %v", ref, err)
			return nil
		}
	}
	target := root
	switch {
	case strings.HasPrefix(fragment, "/"):
		target = root.At(fragment)
	case fragment != "":
		target = r.anchor(root, fragment)
	}
	if target == nil {
		r.add(from, "reference %q leads nowhere", ref)
		return nil
	}
	r.references = append(r.references, reference{from, target})
	return target
}

// anchor returns the schema of a file with that $anchor.
func (r *reader) anchor(root *Value, name string) *Value {
	found, ok := r.anchors[root]
	if !ok {
		found = map[string]*Value{}
		collectAnchors(root, found)
		if r.anchors == nil {
			r.anchors = map[*Value]map[string]*Value{}
		}
		r.anchors[root] = found
	}
	return found[name]
}

func collectAnchors(v *Value, found map[string]*Value) {
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if a := v.Get(keyword); a.Kind() == Text && found[a.text] == nil {
			found[a.text] = v
		}
	}
	for _, m := range v.Members() {
		collectAnchors(m, found)
	}
	for _, item := range v.Items() {
		collectAnchors(item, found)
	}
}

// The limits on the files of a document.
const (
	maxFiles    = 2000
	maxFileSize = 256 << 20
)

// open returns the topmost value of another file.
func (r *reader) open(base, uri string) (*Value, error) {
	name, remote, err := target(base, uri)
	if err != nil {
		return nil, err
	}
	if v, ok := r.files[name]; ok {
		return v, nil
	}
	if len(r.files) >= maxFiles {
		return nil, fmt.Errorf("more than %d files", maxFiles)
	}
	var text []byte
	switch {
	case remote && r.remote == nil:
		return nil, fmt.Errorf("remote references are refused; give LoadOptions a Remote")
	case remote:
		text, err = r.remote(name)
	case r.fsys == nil:
		return nil, fmt.Errorf("references to other files need Load")
	default:
		text, err = readFile(r.fsys, name)
	}
	if err != nil {
		return nil, err
	}
	v, err := parseText(name, text)
	if err != nil {
		return nil, err
	}
	r.files[name] = v
	return v, nil
}

// target returns the name of a file as seen from another, and whether it is remote.
func target(base, uri string) (name string, remote bool, err error) {
	u, err := url.Parse(uri)
	if err != nil {
		return "", false, err
	}
	b, err := url.Parse(base)
	if err == nil && b.IsAbs() {
		u = b.ResolveReference(u)
	}
	if u.IsAbs() || u.Host != "" {
		u.Fragment = ""
		return u.String(), true, nil
	}
	name = path.Join(path.Dir(base), u.Path)
	if !fs.ValidPath(name) || path.IsAbs(u.Path) {
		return "", false, fmt.Errorf("%s is outside of the directory", u.Path)
	}
	return name, false, nil
}

func readFile(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxFileSize {
		return nil, fmt.Errorf("%s: larger than %d bytes", name, maxFileSize)
	}
	return fs.ReadFile(fsys, name)
}
