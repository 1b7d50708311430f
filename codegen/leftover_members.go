package codegen

import (
	"reflect"
	"strings"

	"github.com/weft-go/weft/openapi"
)

// members reports the members of an object that code has no place for.
func (l *leftovers) members(at string, object any) {
	const aside = "it is no part of code, and is left out"
	switch o := object.(type) {
	case *openapi.Document:
		l.say(at, "$self", o.Self != "", aside)
		l.say(at, "jsonSchemaDialect", o.JSONSchemaDialect != "", aside)
		l.say(at, "externalDocs", o.ExternalDocs != nil, "external documentation is left out")
	case *openapi.Info:
		l.say(at, "summary", o.Summary != "", aside)
		l.say(at, "description", o.Description != "", aside)
		l.say(at, "termsOfService", o.TermsOfService != "", aside)
		l.say(at, "contact", o.Contact != nil, aside)
		l.say(at, "license", o.License != nil, aside)
	case *openapi.Tag:
		l.say(at, "", o.Summary+o.Description+o.Parent+o.Kind != "" || o.ExternalDocs != nil, "a tag is a name; what else is said about it is left out")
	case *openapi.PathItem:
		l.say(at, "summary", o.Summary != "", "a path has no summary of its own; it is left out")
		l.say(at, "description", o.Description != "", "a path has no description of its own; it is left out")
		l.walk(reflect.ValueOf(o.Target()))
	case *openapi.Response:
		l.say(at, "summary", o.Summary != "", "an answer has a description alone; it is left out")
	case *openapi.MediaType:
		l.say(at, "encoding", o.Encoding.Len() > 0 && !l.names(at+"/encoding/"), "the encoding of a part follows from its type")
		l.say(at, "prefixEncoding", len(o.PrefixEncoding) > 0, "parts without names are not generated")
		l.walk(reflect.ValueOf(o.Target()))
		l.say(at, "itemEncoding", o.ItemEncoding != nil, "parts without names are not generated")
	case *openapi.Example:
		l.example(at, o)
	case *openapi.SecurityScheme:
		l.say(at, "description", o.Description != "", "it is in a comment only")
		l.say(at, "bearerFormat", o.BearerFormat != "", aside)
		l.say(at, "deprecated", o.Deprecated, aside)
	case *openapi.Discriminator:
		l.say(at, "defaultMapping", o.DefaultMapping != "", "a value that no case fits is refused")
	case *openapi.Schema:
		l.schema(at, o)
		l.walk(reflect.ValueOf(o.Target()))
	}
}

// names reports whether the report names something below a place.
func (l *leftovers) names(prefix string) bool {
	for at := range l.known {
		if strings.HasPrefix(at, prefix) {
			return true
		}
	}
	return false
}

func (l *leftovers) example(at string, e *openapi.Example) {
	const problem = "an example has its value alone; it is left out"
	l.say(at, "summary", e.Summary != "", problem)
	l.say(at, "description", e.Description != "", problem)
	l.say(at, "externalValue", e.ExternalValue != "", problem)
	l.say(at, "dataValue", e.DataValue != nil, problem)
	l.say(at, "serializedValue", e.SerializedValue != "", problem)
}

// schema reports the keywords that no Go type expresses.
func (l *leftovers) schema(at string, s *openapi.Schema) {
	say := func(there bool, keyword string) {
		l.say(at, keyword, there, "the keyword has no form in Go and is left out")
	}
	say(s.Not != nil, "not")
	say(s.If != nil, "if")
	say(s.Contains != nil, "contains")
	say(len(s.PatternProperties) > 0, "patternProperties")
	say(s.PropertyNames != nil, "propertyNames")
	say(len(s.DependentRequired) > 0, "dependentRequired")
	say(len(s.DependentSchemas) > 0, "dependentSchemas")
	say(s.UnevaluatedProperties != nil, "unevaluatedProperties")
	say(s.UnevaluatedItems != nil, "unevaluatedItems")
	say(s.XML != nil, "xml")
	say(s.ContentSchema != nil, "contentSchema")
	say(s.ContentMediaType != "", "contentMediaType")
	say(s.ContentEncoding != "" && s.ContentEncoding != "base64", "contentEncoding")
	say(s.ExternalDocs != nil, "externalDocs")
	say(s.DynamicRef != "", "$dynamicRef")
	say(s.Comment != "", "$comment")
	say(s.Schema != "", "$schema")
	say(s.Discriminator != nil && len(s.OneOf)+len(s.AnyOf) == 0, "discriminator")
	l.titles(at, s)
}

// titles reports those that do not stand for want of a description, and descriptions
// that others hide.
func (l *leftovers) titles(at string, s *openapi.Schema) {
	from := describedBy(s)
	l.say(at, "title", s.Title != "" && from != nil && from.Description != s.Title, "a title beside a description is left out")
	used := docOf(s)
	for next := range chain(s) {
		l.say(next.Place().Pointer, "title", next.Title != "" && used != "" && used != next.Title && !isModel(next), "a title beside a description is left out")
		hidden := from != nil && next != from && next.Description != "" && next.Description != from.Description && !isModel(next)
		l.say(next.Place().Pointer, "description", hidden, "a description that stands nearer goes before it")
	}
	if len(s.AllOf) < 2 {
		return
	}
	for _, part := range s.AllOf {
		here := part.Place().Pointer
		l.say(here, "title", part.Title != "", "a part of an object has no title of its own; it is left out")
		l.say(here, "description", part.Description != "", "a part of an object has no description of its own; it is left out")
	}
}
