package schema_test

import (
	"bytes"
	"encoding/json/v2"
	"reflect"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/weft-go/weft/schema"
)

// compileDocument gives a document to the other implementation, which checks it
// against the meta-schema of the dialect 2020-12 on the way.
func compileDocument(doc []byte) (*jsonschema.Schema, error) {
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.AssertVocabs()
	if err := c.AddResource("mem:///schema.json", parsed); err != nil {
		return nil, err
	}
	return c.Compile("mem:///schema.json")
}

// accepts reports whether the other implementation accepts some JSON text.
func accepts(s *jsonschema.Schema, text []byte) (bool, error) {
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return false, err
	}
	return s.Validate(instance) == nil, nil
}

// failer is what the tests and the property tests have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// compare asks both implementations about a value and fails when they disagree.
func compare(t failer, s *schema.Schema, other *jsonschema.Schema, v reflect.Value, ours error) bool {
	t.Helper()
	text, err := json.Marshal(v.Interface())
	if err != nil {
		t.Fatalf("%s: %v", v.Type(), err)
	}
	theirs, err := accepts(other, text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if theirs != (ours == nil) {
		t.Fatalf("the value  %s\nof type    %s\nunder      %s\nweft says  %v\nthe oracle %v", text, v.Type(), s.JSONSchema(), ours, theirs)
	}
	return theirs
}

// mustCompile is compileDocument for tests.
func mustCompile(t failer, doc []byte) *jsonschema.Schema {
	t.Helper()
	other, err := compileDocument(doc)
	if err != nil {
		t.Fatalf("%v\n%s", err, doc)
	}
	return other
}

var _ failer = (*testing.T)(nil)
