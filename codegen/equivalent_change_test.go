package codegen_test

import (
	"encoding/json/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-go/weft/openapi"
)

// changes has the documents compared as two versions of an API, in both directions. A
// change is excused at its place in the first document, or at what the walk found to be
// the same there, by an entry for the object or for the keyword that the change is about.
func (c *comparison) changes() {
	got, err := withoutOwn(c.want, c.got)
	if err != nil {
		c.say("", "", "%v", err)
		return
	}
	for _, change := range openapi.Compare(c.want, got) {
		c.change(change, change.Old, "want to got")
	}
	for _, change := range openapi.Compare(got, c.want) {
		c.change(change, !change.Old, "got to want")
	}
}

// withoutOwn returns the second document without the answers of the framework that the
// first does not have.
func withoutOwn(want, got *openapi.Document) (*openapi.Document, error) {
	var all map[string]any
	if err := json.Unmarshal(got.JSON(), &all); err != nil {
		return nil, err
	}
	for path, item := range want.Paths.All() {
		for method, op := range item.All() {
			responses, _ := member(all, "paths", path, strings.ToLower(method), "responses").(map[string]any)
			for _, code := range own {
				ref, declared := op.Responses.Get(code)
				switch {
				case !declared:
					delete(responses, code)
				case !ref.Value.Content.Has(problemMedia):
					content, _ := member(responses, code, "content").(map[string]any)
					delete(content, problemMedia)
				}
			}
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	return openapi.FromJSON(text)
}

func member(v any, names ...string) any {
	for _, name := range names {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}

// change reports one. Whether its place is in the first document is known.
func (c *comparison) change(change openapi.Change, first bool, direction string) {
	words := subject(change.Problem)
	places, own := []string{change.Place.Pointer}, "want"+change.Place.Pointer
	if !first {
		places, own = c.around(change.Place.Pointer), "got"+change.Place.Pointer
	}
	inCase := slices.Contains(words, "nullable") && caseOf.MatchString(change.Place.Pointer)
	switch {
	case words == nil, inCase, c.hidden[own]:
	case slices.Contains(words, "oneOf") && c.matched[own]:
	case slices.ContainsFunc(places, func(at string) bool { return c.names(at, words) }):
	case slices.Contains(words, "security") && c.anySecurity(): // the walk has compared it, scheme by scheme
	default:
		c.found = append(c.found, direction+": "+change.String())
	}
}

// caseOf matches the places of cases, whose null is that of the choice.
var caseOf = regexp.MustCompile(`/(oneOf|anyOf)/[0-9]+$`)

// around returns what is the same as a place of the second document, or as the nearest
// one above it.
func (c *comparison) around(pointer string) []string {
	for ; pointer != ""; pointer = pointer[:strings.LastIndexByte(pointer, '/')] {
		if all := c.twins[pointer]; all != nil {
			return all
		}
	}
	return nil
}

// names reports whether the report names a place, or one of its keywords.
func (c *comparison) names(at string, keywords []string) bool {
	if object, _, ok := strings.CutLast(at, "/properties/"); ok && slices.Contains(keywords, "required") && c.excused[object+"/required"] {
		return true
	}
	return c.free(at) || slices.ContainsFunc(keywords, func(k string) bool { return c.excused[at+"/"+k] })
}

// anySecurity reports whether the report speaks of authentication.
func (c *comparison) anySecurity() bool {
	for e := range c.excused {
		if strings.HasPrefix(e, "/components/securitySchemes/") || strings.HasPrefix(e, "/security/") || strings.Contains(e, "/security/") {
			return true
		}
	}
	return false
}

// subjects are the keywords that changes are about. Those without any are the
// normalisations that [comparison] lists.
var subjects = []struct {
	problem  *regexp.Regexp
	keywords string
}{
	{regexp.MustCompile(`^the format ("" became "(int64|double|byte)"|"(int64|double|byte)" became "")`), "-"},
	{regexp.MustCompile(`^the media type (multipart/form-data|application/x-www-form-urlencoded) (is new in|was taken away from) requests`), "-"},
	{regexp.MustCompile(`^the header field (Accept|WWW-Authenticate) was taken away`), "-"},
	{regexp.MustCompile(`^operationId "[^"]*" became ""`), "-"},
	{regexp.MustCompile(`^properties that are not named`), "additionalProperties"},
	{regexp.MustCompile(`^null is`), "nullable type oneOf anyOf enum const allOf"},
	{regexp.MustCompile(`^the format`), "format"},
	{regexp.MustCompile(`^the type`), "type enum const oneOf anyOf allOf schema"},
	{regexp.MustCompile(`^the property "[^"]*" became`), "required"},
	{regexp.MustCompile(`^the property`), "properties"},
	{regexp.MustCompile(`pattern`), "pattern"},
	{regexp.MustCompile(`^the case`), "oneOf anyOf type discriminator"},
	{regexp.MustCompile(`^the discriminator`), "discriminator"},
	{regexp.MustCompile(`^items (have|need)`), "uniqueItems"},
	{regexp.MustCompile(`^the values? `), "enum"},
	{regexp.MustCompile(`to authenticate`), "security"},
	{regexp.MustCompile(`became deprecated$`), "deprecated"},
	{regexp.MustCompile(`^the (\w+ parameter "[^"]*"|header field \S+) became`), "required"},
	{regexp.MustCompile(`^its form`), "style explode content schema"},
	{regexp.MustCompile(`^the (path|query|header|cookie) parameter`), "parameters"},
	{regexp.MustCompile(`^the answer`), "responses"},
	{regexp.MustCompile(`^the media type`), "content"},
	{regexp.MustCompile(`body of the request became`), "required"},
	{regexp.MustCompile(`^operationId`), "operationId"},
}

var limitName = regexp.MustCompile(`^(\w+): .* became `)

// subject returns the keywords that a change is about, and nil if it is none.
func subject(problem string) []string {
	for _, s := range subjects {
		if s.problem.MatchString(problem) {
			if s.keywords == "-" {
				return nil
			}
			return strings.Fields(s.keywords)
		}
	}
	if m := limitName.FindStringSubmatch(problem); m != nil {
		return []string{m[1], "exclusive" + strings.ToUpper(m[1][:1]) + m[1][1:]}
	}
	return []string{"?"}
}
