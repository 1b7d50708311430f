package schema

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// Constraints are the limits a value has to keep, one for each JSON Schema
// keyword. The zero value limits nothing. Format is the exception: it limits only
// when it is one of the formats listed in the package documentation.
type Constraints struct {
	MinLength, MaxLength               *int // code points of a string, bytes of a []byte
	Minimum, Maximum                   Number
	ExclusiveMinimum, ExclusiveMaximum Number
	MultipleOf                         Number
	Pattern                            string // RE2 syntax, matches anywhere in the string
	Format                             string
	MinItems, MaxItems                 *int // of a slice
	UniqueItems                        bool
	MinProperties, MaxProperties       *int // of a map

	regexp *regexp.Regexp // Pattern compiled
}

// Number is a decimal number as JSON writes it, such as "0.1" or
// "18446744073709551615", so that no precision is lost between a tag and a
// document. The empty Number means that there is none.
type Number string

// rat returns the number exactly, or nil if there is none. Numbers were checked
// when the constraint was set.
func (n Number) rat() *big.Rat {
	if n == "" {
		return nil
	}
	r, _ := new(big.Rat).SetString(string(n))
	return r
}

// Annotations say something about a value without limiting it.
type Annotations struct {
	Doc        string
	Default    *Literal
	Examples   []Literal
	Deprecated bool
	ReadOnly   bool // only ever sent by the server
	WriteOnly  bool // only ever sent by the client
}

// A Literal is a value written in a tag: a default or an example.
type Literal struct {
	Value any    // of the Go type of the field, below pointers and Optionals
	JSON  string // the same value as compact JSON text
}

// Annotate returns the schema with other annotations. The copy has no name.
func (s *Schema) Annotate(a Annotations) *Schema {
	c := s.refine()
	c.annotations = a
	return c
}

// Constrain returns the schema with more limits. Those that are set in more take
// the place of the schema's own; pointers and Optionals pass the limits on to what
// they hold. It fails when a limit does not fit the kind, does not parse, or
// contradicts another. The copy has no name.
func (s *Schema) Constrain(more Constraints) (*Schema, error) {
	return s.withRefinement(&refinement{Constraints: more})
}

// ConstrainEnum returns the schema with the allowed values, each written as its
// text. For a slice the values are those of its elements. It fails when a value
// does not parse. The copy has no name.
func (s *Schema) ConstrainEnum(values ...string) (*Schema, error) {
	return s.withRefinement(&refinement{enum: values})
}

// refinement is what the tags of a field add to the schema of its type.
type refinement struct {
	Constraints
	enum []string
	elem *refinement // for the elements of a list or map
}

func (r *refinement) empty() bool {
	return r == nil || r.Constraints == Constraints{} && len(r.enum) == 0 && r.elem.empty()
}

func (s *Schema) withRefinement(r *refinement) (*Schema, error) {
	if r.empty() {
		return s, nil
	}
	c := s.refine()
	var err error
	if s.kind == KindPointer || s.kind == KindOptional {
		c.elem, err = s.elem.withRefinement(r)
		return c, err
	}
	if len(r.enum) > 0 && (s.kind == KindSlice || s.kind == KindArray) {
		inner := refinement{enum: r.enum}
		if r.elem != nil {
			inner.Constraints, inner.elem = r.elem.Constraints, r.elem.elem
		}
		r = &refinement{Constraints: r.Constraints, elem: &inner}
	}
	if !r.elem.empty() {
		if s.kind != KindSlice && s.kind != KindArray && s.kind != KindMap {
			return nil, fmt.Errorf("want a list or a map, the type is %s", s.kindText())
		}
		if c.elem, err = s.elem.withRefinement(r.elem); err != nil {
			return nil, err
		}
	}
	if err := c.setEnum(r.enum); err != nil {
		return nil, err
	}
	err = c.setConstraints(r.Constraints)
	return c, err
}

func (s *Schema) setEnum(texts []string) error {
	if len(texts) == 0 {
		return nil
	}
	if !s.kind.IsScalar() {
		return &keywordError{"enum", fmt.Sprintf("want a scalar type or a list of one, the type is %s", s.kindText())}
	}
	s.enum = nil
	for _, text := range texts {
		lit, err := s.ParseLiteral(text)
		if err != nil {
			return &keywordError{"enum", err.Error()}
		}
		s.enum = append(s.enum, EnumValue{Name: text, Value: lit.Value, JSON: lit.JSON})
	}
	return nil
}

// keywordError is a constraint that cannot be set.
type keywordError struct{ keyword, reason string }

func (e *keywordError) Error() string { return e.keyword + ": " + e.reason }

// setConstraints merges more into the schema's limits and checks the result.
func (s *Schema) setConstraints(more Constraints) error {
	c := &s.constraints
	for _, limit := range more.counts() {
		if limit.value == nil {
			continue
		}
		if !limit.fits(s.kind) {
			return &keywordError{limit.keyword, fmt.Sprintf("want %s, the type is %s", limit.wants, s.kindText())}
		}
		if *limit.value < 0 {
			return &keywordError{limit.keyword, fmt.Sprintf("want a non-negative integer, got %d", *limit.value)}
		}
		*limit.field(c) = limit.value
	}
	for _, limit := range more.numbers() {
		if limit.value == "" {
			continue
		}
		if err := s.checkNumber(limit.keyword, limit.value); err != nil {
			return err
		}
		*limit.field(c) = limit.value
	}
	if err := s.setPattern(more.Pattern); err != nil {
		return err
	}
	if err := s.setFormat(more.Format); err != nil {
		return err
	}
	if more.UniqueItems {
		if s.kind != KindSlice && s.kind != KindArray {
			return &keywordError{"uniqueItems", fmt.Sprintf("want a list, the type is %s", s.kindText())}
		}
		c.UniqueItems = true
	}
	return c.contradiction()
}

func (s *Schema) setPattern(pattern string) error {
	if pattern == "" {
		return nil
	}
	if s.kind != KindString && s.kind != KindText {
		return &keywordError{"pattern", fmt.Sprintf("want a string, the type is %s", s.kindText())}
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return &keywordError{"pattern", fmt.Sprintf("want a regular expression in RE2 syntax: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))}
	}
	s.constraints.Pattern, s.constraints.regexp = pattern, re
	return nil
}

func (s *Schema) setFormat(format string) error {
	if format == "" {
		return nil
	}
	switch k := s.kind; {
	case k == KindString, k == KindText, k == KindCustom, k == KindBytes, k.IsNumber():
	default:
		return &keywordError{"format", fmt.Sprintf("want a string or a number, the type is %s", s.kindText())}
	}
	s.constraints.Format = format
	return nil
}

// kindText names the type for an error message: "string", or "map (books.Index)".
func (s *Schema) kindText() string {
	if kind := s.kind.String(); kind != s.typ.String() {
		return fmt.Sprintf("%s (%s)", kind, s.typ)
	}
	return s.typ.String()
}

// checkNumber checks that a limit is a number of the schema's own kind.
func (s *Schema) checkNumber(keyword string, n Number) error {
	if !s.kind.IsNumber() {
		return &keywordError{keyword, fmt.Sprintf("want a number, the type is %s", s.kindText())}
	}
	if !plausibleNumber(string(n)) {
		return &keywordError{keyword, fmt.Sprintf("want a number, got %q", string(n))}
	}
	var err error
	switch text := string(n); {
	case s.kind.IsInt():
		_, err = strconv.ParseInt(text, 10, s.kind.Bits())
	case s.kind.IsUint():
		_, err = strconv.ParseUint(text, 10, s.kind.Bits())
	case s.kind.IsFloat():
		_, err = strconv.ParseFloat(text, s.kind.Bits())
	case !n.rat().IsInt():
		err = strconv.ErrSyntax
	}
	if err != nil {
		return &keywordError{keyword, fmt.Sprintf("want %s, got %q", s.kind, string(n))}
	}
	if keyword == "multipleOf" && n.rat().Sign() <= 0 {
		return &keywordError{keyword, fmt.Sprintf("want a number above 0, got %q", string(n))}
	}
	return nil
}

// plausibleNumber reports whether the text is a JSON number (RFC 8259 section 6)
// with an exponent of at most three digits, so that it can be held exactly.
var plausibleNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]{1,3})?$`).MatchString
