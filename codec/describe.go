package codec

import "strings"

// Doc returns the codec with documentation: of the part if the codec has one, of
// the whole otherwise.
func (c Codec[T]) Doc(text string) Codec[T] {
	if c.tree.Op == OpPart {
		return c.describe(func(p *PartInfo) { p.Doc = text })
	}
	c.tree.Doc = text
	return c
}

// Deprecated returns the codec marked as something that should no longer be used.
func (c Codec[T]) Deprecated() Codec[T] {
	return c.describe(func(p *PartInfo) { p.Deprecated = true })
}

// Example returns the codec with an example value, under a name that says what it
// shows. A codec of several parts gives each of them its part of the value.
func (c Codec[T]) Example(name string, v T) Codec[T] {
	encode := c.encode
	return c.describe(func(p *PartInfo) {
		part := *p
		value := func() string {
			t := Target{example: true}
			encode(&t, v)
			s, _ := t.find(&part)
			return s
		}
		examples := append([]Example(nil), p.Examples...)
		p.Examples = append(examples, Example{Name: name, value: value})
	})
}

// Named is a value with a name. [Codec.Examples] takes them.
type Named[T any] struct {
	// Name says what the value shows.
	Name string

	// Value is the value.
	Value T
}

// Examples returns the codec with several examples, as [Codec.Example] gives it
// one.
func (c Codec[T]) Examples(examples ...Named[T]) Codec[T] {
	for _, e := range examples {
		c = c.Example(e.Name, e.Value)
	}
	return c
}

// Default returns the codec with a value that stands for a missing one. What has a
// default is not required. A client still sends the value it is given. Default
// panics for codecs that cannot be missing, such as a path parameter, a body or a
// status.
func (c Codec[T]) Default(v T) Codec[T] {
	c.tree.mayBeMissing()
	if c.options != nil {
		if preset, ok := c.options.preset(c.tree, v); ok {
			return preset
		}
	}
	encode, decode, present := c.encode, c.decode, c.Present
	t := Target{example: true}
	encode(&t, v)
	c = c.describe(func(p *PartInfo) {
		p.Required = false
		p.Default, p.HasDefault = t.find(p)
	})
	c.options = nil // limits that come later would forget the default
	c.decode = func(s *Source) T {
		if !present(s) {
			return v
		}
		return decode(s)
	}
	return c
}

func (p *param[T]) preset(tree Tree, v T) (Codec[T], bool) {
	c := *p
	c.def = &v
	return c.codecWith(tree), true
}

func (b *body[T]) preset(Tree, T) (c Codec[T], ok bool) { return c, false }

func (p *partForm[T]) preset(Tree, T) (c Codec[T], ok bool) { return c, false }

// mayBeMissing panics if a part is always there.
func (t Tree) mayBeMissing() {
	for _, p := range t.Parts() {
		if p.In == InPath || p.In == InBody && !p.Multipart || p.In == InStatus {
			mistake("%s: there is no default for what is always there", place(p))
		}
	}
}

// describe returns the codec with its parts changed.
func (c Codec[T]) describe(change func(*PartInfo)) Codec[T] {
	c.tree = c.tree.mapParts(change)
	return c
}

// place names a part in messages.
func place(p *PartInfo) string {
	if p.Name == "" {
		return p.In.String()
	}
	return p.In.String() + ` "` + p.Name + `"`
}

// find returns what was written to a part, as text.
func (t *Target) find(p *PartInfo) (string, bool) {
	switch p.In {
	case InPath:
		return t.Param(p.Name)
	case InQuery:
		return findPairs(t.query, p.Name)
	case InHeader:
		return findPairs(t.headers, p.Name)
	case InCookie:
		for _, c := range t.cookies {
			if c.Name == p.Name {
				return c.Value, true
			}
		}
	case InBody:
		return t.findBody(p)
	}
	return "", false
}

func (t *Target) findBody(p *PartInfo) (string, bool) {
	if p.Multipart {
		for _, f := range t.parts {
			if f.Name() == p.Name {
				return f.Text(), true
			}
		}
		return "", false
	}
	s, err := t.body.AsString()
	return s, err == nil && s != ""
}

// findPairs returns the values of a name in a list of names and values. Several are
// joined with commas.
func findPairs(pairs []string, name string) (string, bool) {
	var values []string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] == name {
			values = append(values, pairs[i+1])
		}
	}
	return strings.Join(values, ","), values != nil
}
