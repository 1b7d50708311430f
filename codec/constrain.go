package codec

import (
	"strconv"

	"github.com/weft-go/weft/schema"
)

// Minimum returns the codec for numbers of at least n. It is checked when a request
// is decoded and shown in documentation, like all constraints; see
// [Codec.Constrain].
func (c Codec[T]) Minimum(n float64) Codec[T] {
	return c.Constrain(schema.Constraints{Minimum: number(n)})
}

// Maximum returns the codec for numbers of at most n.
func (c Codec[T]) Maximum(n float64) Codec[T] {
	return c.Constrain(schema.Constraints{Maximum: number(n)})
}

// ExclusiveMinimum returns the codec for numbers greater than n.
func (c Codec[T]) ExclusiveMinimum(n float64) Codec[T] {
	return c.Constrain(schema.Constraints{ExclusiveMinimum: number(n)})
}

// ExclusiveMaximum returns the codec for numbers less than n.
func (c Codec[T]) ExclusiveMaximum(n float64) Codec[T] {
	return c.Constrain(schema.Constraints{ExclusiveMaximum: number(n)})
}

// MultipleOf returns the codec for multiples of n.
func (c Codec[T]) MultipleOf(n float64) Codec[T] {
	return c.Constrain(schema.Constraints{MultipleOf: number(n)})
}

// MinLength returns the codec for strings of at least n characters.
func (c Codec[T]) MinLength(n int) Codec[T] { return c.Constrain(schema.Constraints{MinLength: &n}) }

// MaxLength returns the codec for strings of at most n characters.
func (c Codec[T]) MaxLength(n int) Codec[T] { return c.Constrain(schema.Constraints{MaxLength: &n}) }

// MinItems returns the codec for lists of at least n elements.
func (c Codec[T]) MinItems(n int) Codec[T] { return c.Constrain(schema.Constraints{MinItems: &n}) }

// MaxItems returns the codec for lists of at most n elements.
func (c Codec[T]) MaxItems(n int) Codec[T] { return c.Constrain(schema.Constraints{MaxItems: &n}) }

// UniqueItems returns the codec for lists without equal elements.
func (c Codec[T]) UniqueItems() Codec[T] {
	return c.Constrain(schema.Constraints{UniqueItems: true})
}

// Pattern returns the codec for strings that match a regular expression, in the
// syntax of package regexp, somewhere; anchor it with ^ and $.
func (c Codec[T]) Pattern(re string) Codec[T] { return c.Constrain(schema.Constraints{Pattern: re}) }

// Format returns the codec for strings or numbers of a format, such as "email".
// Package schema lists the formats that are checked; others are documentation.
func (c Codec[T]) Format(name string) Codec[T] { return c.Constrain(schema.Constraints{Format: name}) }

// Enum returns the codec for some values only. For a list these are the elements
// that may be in it, however they are grouped. Enum is for parameters.
func (c Codec[T]) Enum(values ...T) Codec[T] {
	p := c.param
	if p == nil {
		mistake("Enum is for parameters, before they are transformed or combined")
	}
	var texts []string
	for _, v := range values {
		texts = append(texts, p.enumTexts(v)...)
	}
	if len(texts) == 0 {
		mistake("%s %q: Enum wants at least one value", p.in, p.name)
	}
	return c.limit(schema.Constraints{}, texts)
}

func (p *param[T]) enumTexts(v T) []string {
	if p.list != nil {
		values, err := p.list.format(v)
		if err != nil {
			mistake("%s %q: %v", p.in, p.name, err)
		}
		return values
	}
	s, ok := p.text(v)
	if !ok {
		mistake("%s %q: a value of Enum has no text form", p.in, p.name)
	}
	return []string{s}
}

// Constrain returns the codec with limits on its values. They are added to those
// that the type has by its tags. A parameter that breaks one is a fault of the
// request like one that cannot be decoded (400); a body that decodes but breaks one
// is 422. Responses are not checked. Constrain panics for codecs that are neither a
// parameter, a body nor a part of one, and for limits that do not fit the type.
func (c Codec[T]) Constrain(limits schema.Constraints) Codec[T] { return c.limit(limits, nil) }

func (c Codec[T]) limit(more schema.Constraints, enum []string) Codec[T] {
	switch {
	case c.param != nil:
		l := c.param.limits.add(more, enum)
		if err := l.verify(); err != nil {
			mistake("%s %q: %v", c.param.in, c.param.name, err)
		}
		return c.param.with(c.tree, func(p *param[T]) { p.limits = l })
	case c.body != nil:
		return c.body.with(c.tree, func(b *body[T]) { b.limits = b.limits.add(more, enum) })
	case c.part != nil:
		l := c.part.limits.add(more, enum)
		limited := newPartForm[T](c.part.name, c.part.asked, l).codec()
		limited.tree = c.tree.mapParts(func(p *PartInfo) { p.Schema, p.check = l.described, l.err })
		return limited
	}
	mistake("constraints are for parameters and bodies, before they are transformed or combined")
	return c
}

// number writes a limit as JSON does.
func number(n float64) schema.Number {
	return schema.Number(strconv.FormatFloat(n, 'f', -1, 64))
}
