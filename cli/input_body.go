package cli

import (
	"cmp"
	"encoding/json/jsontext"
	"slices"
	"strings"

	"github.com/weft-go/weft"
)

// whole returns a body that is one value: from --body, from --body-file or from
// fields.
func (in *input) whole(b *bodyInput) weft.Body {
	text, hasText := in.given.last("body")
	file, hasFile := in.given.last("body-file")
	object, hasFields := in.object(b.fields)
	if hasText && hasFile {
		in.fault("body", "give either --body or --body-file")
		return weft.Body{}
	}
	if (hasText || hasFile) && hasFields {
		in.fault("body", "give either the whole or its fields")
		return weft.Body{}
	}
	name, isFile := strings.CutPrefix(text, "@")
	switch {
	case hasFile:
		return in.bodyFile(b, file)
	case hasText && (isFile || text == "-"):
		return in.bodyFile(b, name)
	case hasText:
		return weft.BodyString(text, in.sourceMedia(b, ""))
	case len(b.fields) > 0 && (hasFields || b.Required):
		return weft.BodyBytes(object, b.json)
	case b.Required:
		in.fault("body", "missing")
	}
	return weft.Body{}
}

// bodyFile returns a body that is in a file.
func (in *input) bodyFile(b *bodyInput, name string) weft.Body {
	r, size, err := in.files.open(name)
	if err != nil {
		in.fault("body", "%v", err)
		return weft.Body{}
	}
	return weft.BodyReader(r, size, in.sourceMedia(b, name))
}

// sourceMedia returns the media type of what was given: what --content-type says, else
// JSON where the body is one of the formats, else what the name of the file says.
func (in *input) sourceMedia(b *bodyInput, name string) string {
	if m, ok := in.given.last("content-type"); ok {
		return m
	}
	return cmp.Or(b.json, fileMedia(b.PartInfo, name))
}

// object returns an object with the fields that were given, and false if there are
// none.
func (in *input) object(fields []*field) ([]byte, bool) {
	var root member
	some := false
	nulls := in.given.of("null")
	for _, f := range fields {
		texts := in.given.of(f.flag)
		isNull := slices.ContainsFunc(nulls, f.isNamed)
		switch {
		case isNull && !f.nullable:
			in.fault("null", "%s cannot be null", f.flag)
		case isNull && texts != nil:
			in.fault("null", "%s has a value", f.flag)
		case isNull:
			root.put(f.path, jsontext.Value("null"))
		case texts != nil:
			value, err := f.json(texts)
			if err != nil {
				in.fault(f.flag, "%v", err)
				continue
			}
			root.put(f.path, value)
		default:
			continue
		}
		some = true
	}
	return root.append(nil), some
}
