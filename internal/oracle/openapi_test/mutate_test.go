package openapi_test

import (
	"encoding/json/v2"
	"maps"
	"slices"
	"strings"
)

// A mutation changes a document in one place. It returns false if there is no such
// place. The number chooses between several.
type mutation struct {
	name  string
	apply func(doc object, n int) bool
}

type object = map[string]any

// mutations are changes that versions of an API have.
func mutations() []mutation {
	return []mutation{
		{"remove a path", func(doc object, n int) bool { return removeMember(in(doc, "paths"), n) }},
		{"remove an operation", func(doc object, n int) bool {
			item := pick(members(in(doc, "paths")), n)
			return item != nil && removeMethod(item, n)
		}},
		{"add an operation", func(doc object, _ int) bool {
			in(doc, "paths")["/brand/new"] = object{"get": object{"responses": object{"204": object{"description": "None."}}}}
			return true
		}},
		{"add an optional parameter", func(doc object, n int) bool { return addParameter(doc, n, false) }},
		{"add a required parameter", func(doc object, n int) bool { return addParameter(doc, n, true) }},
		{"remove an answer", func(doc object, n int) bool {
			op := pick(operations(doc), n)
			return op != nil && removeMember(in(op, "responses"), n)
		}},
		{"add an answer", func(doc object, n int) bool {
			op := pick(operations(doc), n)
			if op == nil || in(op, "responses") == nil {
				return false
			}
			in(op, "responses")["418"] = object{"description": "Tea."}
			return true
		}},
		{"remove a property", func(doc object, n int) bool {
			s := pick(schemas(doc, hasProperties), n)
			return s != nil && removeMember(in(s, "properties"), n)
		}},
		{"add a property", func(doc object, n int) bool {
			return change(doc, n, hasProperties, func(s object) { in(s, "properties")["brandNew"] = object{"type": "string"} })
		}},
		{"add a required property", func(doc object, n int) bool {
			return change(doc, n, hasProperties, func(s object) {
				in(s, "properties")["brandNew"] = object{"type": "string"}
				required, _ := s["required"].([]any)
				s["required"] = append(required, "brandNew")
			})
		}},
		{"require nothing", func(doc object, n int) bool {
			return change(doc, n, func(s object) bool { return hasProperties(s) && s["required"] != nil }, func(s object) { delete(s, "required") })
		}},
		{"change a type", func(doc object, n int) bool {
			return change(doc, n, isPlainText, func(s object) { s["type"] = "integer" })
		}},
		{"shorten texts", func(doc object, n int) bool {
			return change(doc, n, isPlainText, func(s object) { s["maxLength"] = 3 })
		}},
		{"add an enum", func(doc object, n int) bool {
			return change(doc, n, isPlainText, func(s object) { s["enum"] = []any{"a"} })
		}},
		{"remove a value of an enum", func(doc object, n int) bool {
			return change(doc, n, hasEnum, func(s object) { s["enum"] = s["enum"].([]any)[1:] })
		}},
		{"add a value to an enum", func(doc object, n int) bool {
			return change(doc, n, hasEnum, func(s object) { s["enum"] = append(slices.Clone(s["enum"].([]any)), "brandNew") })
		}},
	}
}

// clone returns a copy of a document that may be changed.
func clone(text []byte) object {
	var doc object
	if err := json.Unmarshal(text, &doc); err != nil {
		panic(err) // it was written by a program
	}
	return doc
}

func in(o object, name string) object {
	inner, _ := o[name].(object)
	return inner
}

// members returns the members of an object that are objects, in the order of names.
func members(o object) []object {
	var all []object
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if inner, ok := o[name].(object); ok && !strings.HasPrefix(name, "x-") {
			all = append(all, inner)
		}
	}
	return all
}

func pick(list []object, n int) object {
	if len(list) == 0 {
		return nil
	}
	return list[n*7919%len(list)]
}

func removeMember(o object, n int) bool {
	names := slices.Sorted(maps.Keys(o))
	if len(names) == 0 {
		return false
	}
	delete(o, names[n*7919%len(names)])
	return true
}

func methodsOf(item object) []string {
	var names []string
	for _, method := range []string{"get", "put", "post", "delete", "patch"} {
		if in(item, method) != nil {
			names = append(names, method)
		}
	}
	return names
}

func removeMethod(item object, n int) bool {
	names := methodsOf(item)
	if len(names) == 0 {
		return false
	}
	delete(item, names[n%len(names)])
	return true
}

func operations(doc object) []object {
	var all []object
	for _, item := range members(in(doc, "paths")) {
		for _, method := range methodsOf(item) {
			all = append(all, in(item, method))
		}
	}
	return all
}

func addParameter(doc object, n int, required bool) bool {
	op := pick(operations(doc), n)
	if op == nil {
		return false
	}
	list, _ := op["parameters"].([]any)
	op["parameters"] = append(list, object{"name": "brandNew", "in": "query", "required": required, "schema": object{"type": "string"}})
	return true
}

// schemas returns the schemas of a document that fit, without those of examples.
func schemas(doc object, fits func(object) bool) []object {
	var all []object
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				walk(item)
			}
		case object:
			if fits(v) {
				all = append(all, v)
			}
			for _, name := range slices.Sorted(maps.Keys(v)) {
				if name != "example" && name != "examples" && name != "default" && !strings.HasPrefix(name, "x-") {
					walk(v[name])
				}
			}
		}
	}
	walk(in(doc, "paths"))
	walk(in(doc, "components"))
	return all
}

func change(doc object, n int, fits func(object) bool, f func(object)) bool {
	s := pick(schemas(doc, fits), n)
	if s == nil {
		return false
	}
	f(s)
	return true
}

func hasProperties(s object) bool {
	return s["type"] == "object" && len(members(in(s, "properties"))) > 0
}

func isPlainText(s object) bool {
	return s["type"] == "string" && s["enum"] == nil && s["format"] == nil && s["pattern"] == nil && s["maxLength"] == nil && s["const"] == nil && s["default"] == nil
}

func hasEnum(s object) bool {
	list, _ := s["enum"].([]any)
	return s["type"] == "string" && len(list) > 1
}
