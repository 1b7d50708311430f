package openapi_test

import (
	"encoding/json/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/weft-go/weft/internal/corpora"
	"github.com/weft-go/weft/openapi"
)

// TestCorpus reads real documents and writes them again. What comes out has to be what
// went in, for readers that know nothing of this package.
func TestCorpus(t *testing.T) {
	dir := corpora.Dir(t, "openapi")
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) < 60 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := openapi.Load(os.DirFS(dir), filepath.Base(name))
			if err != nil {
				t.Fatal(err)
			}
			want := generic(t, text)
			sameAs(t, want, doc.JSON(), "JSON")
			if len(text) < 1<<20 { // the YAML decoder is slow
				sameAs(t, want, doc.YAML(), "YAML")
			}
		})
	}
}

// generic reads JSON or YAML as Go values.
func generic(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if json.Unmarshal(text, &v) == nil {
		return v
	}
	if err := yaml.UnmarshalWithOptions(text, &v, yaml.UseOrderedMap()); err != nil {
		t.Fatal(err)
	}
	return plain(v)
}

// plain returns a value of the YAML decoder as the JSON decoder would give it.
func plain(v any) any {
	switch v := v.(type) {
	case yaml.MapSlice:
		m := map[string]any{}
		for _, item := range v {
			key, ok := item.Key.(string)
			if !ok {
				text, _ := yaml.Marshal(item.Key)
				key = string(text[:len(text)-1])
			}
			m[key] = plain(item.Value)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = plain(item)
		}
		return list
	case int64, uint64, int, float32:
		return reflect.ValueOf(v).Convert(reflect.TypeFor[float64]()).Float()
	}
	return v
}

func sameAs(t *testing.T, want any, text []byte, format string) {
	t.Helper()
	if got := generic(t, text); !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %s", format, difference("", want, got))
	}
}

// difference returns the first place where two values differ.
func difference(at string, want, got any) string {
	if w, ok := want.(map[string]any); ok {
		g, _ := got.(map[string]any)
		for k := range w {
			if !reflect.DeepEqual(w[k], g[k]) {
				return difference(at+"/"+k, w[k], g[k])
			}
		}
	}
	if w, ok := want.([]any); ok {
		g, _ := got.([]any)
		for i := range w {
			if i < len(g) && !reflect.DeepEqual(w[i], g[i]) {
				return difference(at, w[i], g[i])
			}
		}
	}
	a, _ := json.Marshal(want)
	b, _ := json.Marshal(got)
	return at + ": want " + string(a) + ", got " + string(b)
}
