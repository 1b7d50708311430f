package codec

import (
	"strconv"

	"github.com/weft-go/weft/schema"
)

// Minimum returns the codec for numbers of at least n. It is checked when a request
// is decoded and shown in documentation, like all constraints; see
// [Codec.Constrain].
func (c Codec[T]) Minimum(n float64) Codec[T] {
	return c.limit(&schema.Constraints{Minimum: number(n)}, nil)
}

// Maximum returns the codec for numbers of at most n.
func (c Codec[T]) Maximum(n float64) Codec[T] {
	return c.limit(&schema.Constraints{Maximum: number(n)}, nil)
}

// ExclusiveMinimum returns the codec for numbers greater than n.
func (c Codec[T]) ExclusiveMinimum(n float64) Codec[T] {
	return c.limit(&schema.Constraints{ExclusiveMinimum: number(n)}, nil)
}

// ExclusiveMaximum returns the codec for numbers less than n.
func (c Codec[T]) ExclusiveMaximum(n float64) Codec[T] {
	return c.limit(&schema.Constraints{ExclusiveMaximum: number(n)}, nil)
}

// MultipleOf returns the codec for multiples of n.
func (c Codec[T]) MultipleOf(n float64) Codec[T] {
	return c.limit(&schema.Constraints{MultipleOf: number(n)}, nil)
}

// MinLength returns the codec for strings of at least n characters.
func (c Codec[T]) MinLength(n int) Codec[T] { return c.limit(&schema.Constraints{MinLength: &n}, nil) }

// MaxLength returns the codec for strings of at most n characters.
func (c Codec[T]) MaxLength(n int) Codec[T] { return c.limit(&schema.Constraints{MaxLength: &n}, nil) }

// MinItems returns the codec for lists of at least n elements.
func (c Codec[T]) MinItems(n int) Codec[T] { return c.limit(&schema.Constraints{MinItems: &n}, nil) }

// MaxItems returns the codec for lists of at most n elements.
func (c Codec[T]) MaxItems(n int) Codec[T] { return c.limit(&schema.Constraints{MaxItems: &n}, nil) }

// UniqueItems returns the codec for lists without equal elements.
func (c Codec[T]) UniqueItems() Codec[T] {
	return c.limit(&schema.Constraints{UniqueItems: true}, nil)
}

// Pattern returns the codec for strings that match a regular expression, in the
// syntax of package regexp, somewhere; anchor it with ^ and $.
func (c Codec[T]) Pattern(re string) Codec[T] { return c.limit(&schema.Constraints{Pattern: re}, nil) }

// Format returns the codec for strings or numbers of a format, such as "email".
// Package schema lists the formats that are checked; others are documentation.
func (c Codec[T]) Format(name string) Codec[T] {
	return c.limit(&schema.Constraints{Format: name}, nil)
}

// Enum returns the codec for some values only. For a list these are the elements
// that may be in it, however they are grouped. Enum is for parameters.
func (c Codec[T]) Enum(values ...T) Codec[T] {
	if c.options == nil {
		mistake(notEnum)
	}
	var texts []string
	for _, v := range values {
		texts = append(texts, c.options.enumTexts(v)...)
	}
	if len(texts) == 0 {
		mistake("%s: Enum wants at least one value", place(c.tree.Parts()[0]))
	}
	return c.limit(&schema.Constraints{}, texts)
}

const notEnum = "Enum is for parameters, before they are transformed or combined"

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
func (c Codec[T]) Constrain(limits schema.Constraints) Codec[T] { return c.limit(&limits, nil) }

func (c Codec[T]) limit(more *schema.Constraints, enum []string) Codec[T] {
	if c.options == nil {
		mistake("constraints are for parameters and bodies, before they are transformed or combined")
	}
	return c.options.limit(c.tree, more, enum)
}

func (p *param[T]) limit(tree Tree, more *schema.Constraints, enum []string) Codec[T] {
	c := *p
	c.limits = p.limits.ofParam(p.in, p.name, more, enum)
	return c.codecWith(tree)
}

// ofParam adds limits, or panics if they do not fit.
func (l *limits) ofParam(in Place, name string, more *schema.Constraints, enum []string) *limits {
	l = l.add(*more, enum)
	if err := l.verify(); err != nil {
		mistake("%s %q: %v", in, name, err)
	}
	return l
}

func (b *body[T]) limit(tree Tree, more *schema.Constraints, enum []string) Codec[T] {
	c := *b
	c.limits = b.limits.add(*more, enum)
	return c.codec(tree)
}

func (b *body[T]) enumTexts(T) []string {
	mistake(notEnum)
	return nil
}

func (p *partForm[T]) limit(tree Tree, more *schema.Constraints, enum []string) Codec[T] {
	l := p.limits.add(*more, enum)
	c := newPartForm[T](p.name, p.asked, l).codec()
	c.tree = tree.mapParts(func(p *PartInfo) { p.Schema, p.check = l.described, l.err })
	return c
}

func (p *partForm[T]) enumTexts(T) []string {
	mistake(notEnum)
	return nil
}

// number writes a limit as JSON does.
func number(n float64) schema.Number {
	return schema.Number(strconv.FormatFloat(n, 'f', -1, 64))
}
