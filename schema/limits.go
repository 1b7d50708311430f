package schema

import "fmt"

// The tables in this file say for each keyword where it is kept and which kinds it
// fits, so that setting, merging and checking a constraint need no code per keyword.

// count is a limit that counts something.
type count struct {
	keyword string
	value   *int
	field   func(*Constraints) **int
	fits    func(Kind) bool
	wants   string
}

func (c Constraints) counts() [6]count {
	hasLength := func(k Kind) bool { return k == KindString || k == KindText || k == KindBytes }
	isSlice := func(k Kind) bool { return k == KindSlice }
	isMap := func(k Kind) bool { return k == KindMap }
	return [6]count{
		{"minLength", c.MinLength, func(c *Constraints) **int { return &c.MinLength }, hasLength, "a string or bytes"},
		{"maxLength", c.MaxLength, func(c *Constraints) **int { return &c.MaxLength }, hasLength, "a string or bytes"},
		{"minItems", c.MinItems, func(c *Constraints) **int { return &c.MinItems }, isSlice, "a slice"},
		{"maxItems", c.MaxItems, func(c *Constraints) **int { return &c.MaxItems }, isSlice, "a slice"},
		{"minProperties", c.MinProperties, func(c *Constraints) **int { return &c.MinProperties }, isMap, "a map"},
		{"maxProperties", c.MaxProperties, func(c *Constraints) **int { return &c.MaxProperties }, isMap, "a map"},
	}
}

// bound is a limit on a number.
type bound struct {
	keyword string
	value   Number
	field   func(*Constraints) *Number
}

func (c Constraints) numbers() [5]bound {
	return [5]bound{
		{"minimum", c.Minimum, func(c *Constraints) *Number { return &c.Minimum }},
		{"maximum", c.Maximum, func(c *Constraints) *Number { return &c.Maximum }},
		{"exclusiveMinimum", c.ExclusiveMinimum, func(c *Constraints) *Number { return &c.ExclusiveMinimum }},
		{"exclusiveMaximum", c.ExclusiveMaximum, func(c *Constraints) *Number { return &c.ExclusiveMaximum }},
		{"multipleOf", c.MultipleOf, func(c *Constraints) *Number { return &c.MultipleOf }},
	}
}

// contradiction returns an error when no value can keep all the limits.
func (c *Constraints) contradiction() error {
	counts := c.counts()
	for i := 0; i < len(counts); i += 2 {
		low, high := counts[i], counts[i+1]
		if low.value != nil && high.value != nil && *low.value > *high.value {
			return &keywordError{low.keyword, fmt.Sprintf("%d is above %s %d", *low.value, high.keyword, *high.value)}
		}
	}
	numbers := c.numbers()
	for i, low := range []bound{numbers[0], numbers[2]} {
		for j, high := range []bound{numbers[1], numbers[3]} {
			if low.value == "" || high.value == "" {
				continue
			}
			order := low.value.rat().Cmp(high.value.rat())
			if order > 0 || (order == 0 && i+j > 0) {
				return &keywordError{low.keyword, fmt.Sprintf("%s leaves no value below %s %s", low.value, high.keyword, high.value)}
			}
		}
	}
	return nil
}
