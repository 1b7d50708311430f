package openapi_test

import (
	"strings"
	"testing"

	"github.com/weft-go/weft/openapi"
)

// texts are strings that YAML writers get wrong.
func texts() []string {
	return []string{"", " ", "a", "a ", " a", "a: b", "a #b", "#a", "- a", "-", "?", ":", "no", "True", "NULL", "~", "1", "1.5", "1e3", "0x1F", "12:30", "2020-01-01",
		"a\nb", "a\nb\n", "a\n\nb", "a\nb\n\n", "\na", "a\n b", " a\nb", "a \nb", "a\tb", "a\n\tb", "\t", "a\rb", "a\u0085b", "a\u2028b", "\ufeff", "é", "日本", "😀", "\x00", "\x7f",
		"'a'", `"a"`, `\n`, "*a", "&a", "!a", "|", ">", "%a", "@a", "`a", "{a}", "[a]", "a, b", "a,", "a:", "$ref", "/a/{b}", "a=b", "=", "<<", "a" + string(rune(0xfffd)), "---", "...", "a\n---\nb", "a\n...\nb", "#a\nb"}
}

func TestYAMLText(t *testing.T) {
	for _, s := range texts() {
		doc := &openapi.Document{OpenAPI: "3.1.0", Info: openapi.Info{Title: s, Version: "1", Description: s}}
		doc.Tags = []*openapi.Tag{{Name: s}}
		doc.Extra.Set("x-"+s, openapi.TextValue(s))
		v, _ := openapi.ValueOf([]any{s, []any{s, map[string]any{s: []any{[]string{s}}}}, map[string]string{"a": s, "b" + s: s}})
		doc.Extra.Set("x-nested", v)
		again, err := openapi.FromYAML(doc.YAML())
		if err != nil {
			t.Errorf("%q: %v\n%s", s, err, doc.YAML())
			continue
		}
		if !again.Value().Equal(doc.Value()) {
			t.Errorf("%q: read as %s from\n%s", s, again.Value().JSON(), doc.YAML())
		}
	}
}

func TestPointer(t *testing.T) {
	v, err := openapi.ParseValue([]byte("{\"a/b\": {\"c~d\": [1, {\"é\":\n true}]}}"))
	if err != nil {
		t.Fatal(err)
	}
	for pointer, want := range map[string]string{
		"": "1:1", "/a~1b": "1:9: /a~1b", "/a~1b/c~0d/0": "1:18: /a~1b/c~0d/0", "/a~1b/c~0d/1/é": "2:2: /a~1b/c~0d/1/é",
	} {
		if got := v.At(pointer).Place().String(); got != want {
			t.Errorf("%s: got %s, want %s", pointer, got, want)
		}
	}
	for _, pointer := range []string{"a", "/b", "/a~1b/c~0d/2", "/a~1b/c~0d/-1", "/a~1b/c~0d/00", "/a~1b/c~0d/0/x"} {
		if got := v.At(pointer); got != nil {
			t.Errorf("%s leads to %s", pointer, got.JSON())
		}
	}
}

func TestBounds(t *testing.T) {
	for _, tt := range []struct {
		schema           string
		lower, upper     openapi.Number
		exLower, exUpper bool
	}{
		{`{"minimum": 1, "maximum": 9}`, "1", "9", false, false},
		{`{"minimum": 1, "exclusiveMinimum": true, "maximum": 9, "exclusiveMaximum": false}`, "1", "9", true, false},
		{`{"exclusiveMinimum": 1, "exclusiveMaximum": 9}`, "1", "9", true, true},
		{`{"minimum": 5, "exclusiveMinimum": 1, "maximum": 6, "exclusiveMaximum": 9}`, "5", "6", false, false},
		{`{"minimum": 1, "exclusiveMinimum": 1}`, "1", "", true, false},
	} {
		doc, err := openapi.FromJSON([]byte(`{"openapi":"3.1.0","components":{"schemas":{"A":` + tt.schema + `}}}`))
		if err != nil {
			t.Fatal(err)
		}
		a, _ := doc.Components.Schemas.Get("A")
		lower, exLower, _ := a.LowerBound()
		upper, exUpper, _ := a.UpperBound()
		if lower != tt.lower || upper != tt.upper || exLower != tt.exLower || exUpper != tt.exUpper {
			t.Errorf("%s: got %s %v %s %v", tt.schema, lower, exLower, upper, exUpper)
		}
	}
}

// FuzzValue: what JSON there is can be read, written and read again as the same.
func FuzzValue(f *testing.F) {
	for _, s := range []string{`{"a":[1,-0.5e9,true,null,"\u00e9\ud83d\ude00"]}`, `[]`, `"\\"`, `{"a":{"b":{}}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := openapi.ParseValue(text)
		if err != nil {
			return
		}
		again, err := openapi.ParseValue(v.JSON())
		if err != nil || !again.Equal(v) {
			t.Fatalf("%s: %v", v.JSON(), err)
		}
	})
}

// TestPlaces looks at the lines and columns of values, over characters of several bytes
// and over lines.
func TestPlaces(t *testing.T) {
	v, err := openapi.ParseValue([]byte("{\"ä\": 1, \"b\": [2,\n  \"€\", {\"c\": null}],\r\n\n\"d\": \"x\"}"))
	if err != nil {
		t.Fatal(err)
	}
	for pointer, want := range map[string]string{
		"": "1:1", "/ä": "1:7: /ä", "/b": "1:15: /b", "/b/0": "1:16: /b/0", "/b/1": "2:3: /b/1", "/b/2": "2:8: /b/2", "/b/2/c": "2:14: /b/2/c", "/d": "4:6: /d",
	} {
		if got := v.At(pointer).Place().String(); got != want {
			t.Errorf("%q: want %s, got %s", pointer, want, got)
		}
	}
	_, err = openapi.ParseValue([]byte("{\"a\": [1,\n 2, \"ä\", ?]}"))
	if err == nil || !strings.HasPrefix(err.Error(), "2:10: /a/3: ") {
		t.Errorf("got %v", err)
	}
}
