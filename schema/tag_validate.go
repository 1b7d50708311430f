package schema

import (
	"fmt"
	"strconv"
	"strings"
)

// Many structs already carry tags of the form validate:"required,min=3,email". The
// common rules are translated to keywords:
//
//	required          the field has to be present; a string must not be empty
//	omitempty         the field may be absent
//	min, max, len     of a number its value, of a string its length, of a list or
//	                  map how many elements it has
//	gt, gte, lt, lte  the same
//	oneof             the values, with spaces between, quoted with ' where needed
//	unique            no element twice
//	dive              the rules after it are for the elements
//	email, url, …     a format
//
// Any other rule is refused, because a rule that is silently not checked is worse
// than one that has to be moved to a Validate method.

// validateFormats are the rules that name a format.
var validateFormats = map[string]string{
	"email": "email", "url": "uri", "uri": "uri", "uuid": "uuid", "uuid4": "uuid",
	"hostname": "hostname", "hostname_rfc1123": "hostname",
	"ipv4": "ipv4", "ip4_addr": "ipv4", "ipv6": "ipv6", "ip6_addr": "ipv6", "base64": "byte",
}

// readValidate translates the whole tag.
func (r *tagReader) readValidate(text string) error {
	if text == "-" || text == "" {
		return nil
	}
	v := validateTag{reader: r, schema: r.field.Schema.Indirect(), into: &r.refine}
	for rule := range strings.SplitSeq(text, ",") {
		name, argument, _ := strings.Cut(rule, "=")
		if err := v.rule(name, argument); err != nil {
			return err
		}
	}
	return nil
}

// validateTag is the state between two rules: dive moves on to the elements.
type validateTag struct {
	reader *tagReader
	schema *Schema
	into   *refinement
	dived  bool
}

func (v *validateTag) rule(name, argument string) error {
	switch name {
	case "required":
		return v.required()
	case "omitempty":
		no := false
		if !v.dived && v.reader.required == nil {
			v.reader.required = &no
		}
	case "min", "gte":
		return v.bound(name, argument, 0, true)
	case "max", "lte":
		return v.bound(name, argument, 0, false)
	case "gt":
		return v.bound(name, argument, 1, true)
	case "lt":
		return v.bound(name, argument, -1, false)
	case "len":
		if err := v.bound(name, argument, 0, true); err != nil {
			return err
		}
		return v.bound(name, argument, 0, false)
	case "oneof":
		v.into.enum = splitQuoted(argument)
		v.from("enum")
	case "unique":
		v.into.UniqueItems = true
		v.from("uniqueItems")
	case "dive":
		return v.dive()
	default:
		format, ok := validateFormats[name]
		if !ok {
			return fmt.Errorf("the rule %q is not known; write a Validate(ctx) error method for it", name)
		}
		v.into.Format = format
		v.from("format")
	}
	return nil
}

// from remembers that a keyword came from this tag.
func (v *validateTag) from(keyword string) { v.reader.keys[keyword] = v.reader.keys["validate"] }

func (v *validateTag) required() error {
	if v.schema.kind == KindString && v.into.MinLength == nil {
		one := 1
		v.into.MinLength = &one
		v.from("minLength")
	}
	if !v.dived {
		yes := true
		v.reader.required = &yes
	}
	return nil
}

func (v *validateTag) dive() error {
	s := v.schema
	if s.kind != KindSlice && s.kind != KindArray && s.kind != KindMap {
		return fmt.Errorf("dive wants a list or a map, the type is %s", s.kindText())
	}
	v.into.elem = &refinement{}
	v.into, v.schema, v.dived = v.into.elem, s.elem.Indirect(), true
	v.from("elem")
	return nil
}

// bound sets the lower or upper keyword that fits the kind. A strict bound on a
// count is the same as the next count.
func (v *validateTag) bound(rule, argument string, strict int, lower bool) error {
	c := &v.into.Constraints
	if v.schema.kind.IsNumber() {
		if !plausibleNumber(argument) {
			return fmt.Errorf("%s wants a number, got %q", rule, argument)
		}
		keyword, field := "maximum", &c.Maximum
		switch {
		case lower && strict != 0:
			keyword, field = "exclusiveMinimum", &c.ExclusiveMinimum
		case lower:
			keyword, field = "minimum", &c.Minimum
		case strict != 0:
			keyword, field = "exclusiveMaximum", &c.ExclusiveMaximum
		}
		*field = Number(argument)
		v.from(keyword)
		return nil
	}
	n, err := strconv.Atoi(argument)
	if err != nil || n < 0 {
		return fmt.Errorf("%s wants a non-negative integer, got %q", rule, argument)
	}
	n = max(n+strict, 0)
	keyword, low, high := v.counts()
	if keyword == "" {
		return fmt.Errorf("%s does not fit %s", rule, v.schema.kindText())
	}
	if lower {
		*low = &n
		v.from("min" + keyword)
	} else {
		*high = &n
		v.from("max" + keyword)
	}
	return nil
}

func (v *validateTag) counts() (keyword string, low, high **int) {
	c := &v.into.Constraints
	switch v.schema.kind {
	case KindString, KindText, KindBytes:
		return "Length", &c.MinLength, &c.MaxLength
	case KindSlice:
		return "Items", &c.MinItems, &c.MaxItems
	case KindMap:
		return "Properties", &c.MinProperties, &c.MaxProperties
	}
	return "", nil, nil
}

// splitQuoted splits at spaces that are not inside single quotes.
func splitQuoted(text string) []string {
	var parts []string
	for {
		text = strings.TrimLeft(text, " ")
		if text == "" {
			return parts
		}
		if rest, ok := strings.CutPrefix(text, "'"); ok {
			word, after, _ := strings.Cut(rest, "'")
			parts = append(parts, word)
			text = after
			continue
		}
		word, after, _ := strings.Cut(text, " ")
		parts = append(parts, word)
		text = after
	}
}
