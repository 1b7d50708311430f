package json_test

import (
	jsonv2 "encoding/json/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/internal/corpora"
)

// TestParsingSuite runs JSONTestSuite: files named y_ are JSON, those named n_ are
// not, and those named i_ may be either.
func TestParsingSuite(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpora.Dir(t, "json/parsing"), "*.json"))
	if err != nil || len(files) < 300 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	// RFC 8259 section 4 only says that names should be unique. We want them to be.
	strict := map[string]bool{"y_object_duplicated_key.json": true, "y_object_duplicated_key_and_value.json": true}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			v, err := json.Codec[any]().Decode(b)
			_, skipped := json.Codec[struct{}]().Decode(append(append([]byte(`{"x":`), b...), '}'))
			switch {
			case strict[name]:
				if err == nil {
					t.Error("accepted")
				}
				return
			case strings.HasPrefix(name, "y_") && (err != nil || skipped != nil):
				t.Errorf("refused: %v, %v", err, skipped)
			case strings.HasPrefix(name, "n_") && err == nil:
				t.Errorf("accepted as %v", v)
			}
			var other any
			if verr := jsonv2.Unmarshal(b, &other); (err == nil) != (verr == nil) || err == nil && !reflect.DeepEqual(v, other) {
				t.Errorf("got %v, error %v; encoding/json/v2 got %v, error %v", v, err, other, verr)
			}
		})
	}
}
