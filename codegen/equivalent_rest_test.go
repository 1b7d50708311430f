package codegen_test

import (
	"slices"
	"strings"

	"github.com/weft-go/weft/openapi"
)

// compared are the keywords that the rest of the comparison looks at, and those that
// only lead to them. What stands beside them has to be in the report.
var compared = strings.Fields(`
	openapi info paths components servers webhooks security tags
	get put post delete options head patch trace query additionalOperations
	parameters requestBody responses callbacks operationId deprecated
	name in required allowEmptyValue style explode allowReserved schema example examples content headers links
	schemas requestBodies securitySchemes pathItems mediaTypes
	itemSchema value $ref $id $anchor $dynamicAnchor $defs
	type format enum const nullable multipleOf minimum maximum exclusiveMinimum exclusiveMaximum
	minLength maxLength pattern items prefixItems minItems maxItems minContains maxContains uniqueItems
	properties additionalProperties minProperties maxProperties allOf anyOf oneOf then else
	discriminator propertyName mapping default readOnly writeOnly title description
	scheme`)

// named are the keywords whose members are names and not keywords. Extensions may stand
// among some of them.
var named = strings.Fields(`paths webhooks responses callbacks headers content links encoding variables schemas requestBodies
	securitySchemes pathItems mediaTypes properties patternProperties dependentSchemas $defs mapping`)

// anything are the keywords that contain any values.
var anything = strings.Fields("example examples default enum const value security required type tags")

// rest reports what the first document says and nothing else of the comparison looks at.
func (c *comparison) rest() {
	root := c.want.Source()
	for name, v := range root.Members() {
		switch name {
		case "info":
			c.besides(v, "title", "version")
		case "tags":
			for _, tag := range v.Items() {
				c.besides(tag, "name")
			}
		case "servers":
			c.besides(root, slices.DeleteFunc(memberNames(root), func(n string) bool { return n == "servers" })...)
		default:
			c.keyword("", name, v)
		}
	}
}

func memberNames(v *openapi.Value) []string {
	var all []string
	for name := range v.Members() {
		all = append(all, name)
	}
	return all
}

// besides reports the members of an object but for some.
func (c *comparison) besides(v *openapi.Value, but ...string) {
	for name, m := range v.Members() {
		if !slices.Contains(but, name) && !saysNothing(m) {
			c.say(m.Place().Pointer, "", "nothing looks at it")
		}
	}
}

// saysNothing reports whether a value is null or empty.
func saysNothing(v *openapi.Value) bool {
	return v.Kind() == openapi.Null || v.Kind() == openapi.Text && v.Text() == "" || v.Kind() == openapi.Object && v.Len() == 0
}

// keyword goes through a member of an object that is described by parent.
func (c *comparison) keyword(parent, name string, v *openapi.Value) {
	at := v.Place().Pointer
	if c.free(at) || saysNothing(v) {
		return
	}
	switch {
	case name == "encoding":
		c.besides(v)
	case !slices.Contains(compared, name):
		c.say(at, "", "nothing looks at it")
	case slices.Contains(anything, name):
	case slices.Contains(named, name), name == "parameters" && parent == "components":
		for own, m := range v.Members() {
			if strings.HasPrefix(own, "x-") && (name == "paths" || name == "responses" && parent != "components" || name == "callbacks") {
				c.keyword(name, own, m)
				continue
			}
			c.inside(name, m)
		}
	default:
		c.inside(name, v)
	}
}

// inside goes through what a keyword contains.
func (c *comparison) inside(name string, v *openapi.Value) {
	isPath := name == "paths" || name == "pathItems"
	switch {
	case c.free(v.Place().Pointer):
		return
	case v.Get("$ref").Kind() == openapi.Text && slices.Contains(referring, name):
		c.besides(v, "$ref")
		return
	case name == "securitySchemes":
		c.besides(v, "type", "scheme", "name", "in")
		return
	}
	for own, m := range v.Members() {
		switch {
		case isPath && (own == "summary" || own == "description"):
			c.say(m.Place().Pointer, "", "nothing looks at it")
		case own == "summary" && slices.Contains(methods, name): // it is compared with the description
		case own == "examples" && m.Kind() == openapi.Object:
			for _, example := range m.Members() {
				c.besides(example, "value", "$ref")
			}
		default:
			c.keyword(name, own, m)
		}
	}
	for _, item := range v.Items() {
		c.inside(name, item)
	}
}

// referring are the keywords of objects that may be references, but for schemas.
var referring = strings.Fields("parameters responses headers requestBody requestBodies securitySchemes")

var methods = strings.Fields("get put post delete options head patch trace query")
