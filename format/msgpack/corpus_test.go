package msgpack_test

import (
	"encoding/hex"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft/format/msgpack"
	"github.com/weft-go/weft/internal/corpora"
)

// TestSuite decodes every encoding of every value of the public test suite, and
// checks that our encoding is one of them.
func TestSuite(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(corpora.Dir(t, "msgpack"), "msgpack-test-suite.json"))
	if err != nil {
		t.Fatal(err)
	}
	var suite map[string][]map[string]jsontext.Value
	if err := json.Unmarshal(text, &suite); err != nil {
		t.Fatal(err)
	}
	for file, values := range suite {
		for _, v := range values {
			want := suiteValue(t, v)
			var encodings []string
			if err := json.Unmarshal(v["msgpack"], &encodings); err != nil {
				t.Fatal(err)
			}
			for i := range encodings {
				b, err := hex.DecodeString(strings.ReplaceAll(encodings[i], "-", ""))
				if err != nil {
					t.Fatal(err)
				}
				encodings[i] = string(b)
			}
			checkSuiteValue(t, file, want, encodings)
		}
	}
}

func checkSuiteValue(t *testing.T, file string, want any, encodings []string) {
	t.Helper()
	for _, in := range encodings {
		got, err := msgpack.MessagePackCodec[any]().Decode([]byte(in))
		if err != nil || !sameNumber(got, want) && !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %x: got %#v %v, want %#v", file, in, got, err, want)
		}
	}
	if n, ok := want.(*big.Float); ok {
		if i, accuracy := n.Int64(); accuracy == big.Exact {
			want = i
		} else if u, accuracy := n.Uint64(); accuracy == big.Exact {
			want = u
		} else {
			want, _ = n.Float64()
		}
	}
	b, err := msgpack.MessagePackCodec[any]().Encode(want)
	found := err == nil
	if found {
		found = false
		for _, e := range encodings {
			found = found || e == string(b)
		}
	}
	if !found {
		t.Errorf("%s: %#v encodes to %x, %v; want one of %x", file, want, b, err, encodings)
	}
}

// sameNumber compares a number with the big.Float that the suite's numbers are read
// as.
func sameNumber(got, want any) bool {
	w, ok := want.(*big.Float)
	if !ok {
		return false
	}
	g := new(big.Float)
	switch got := got.(type) {
	case int64:
		g.SetInt64(got)
	case uint64:
		g.SetUint64(got)
	case float64:
		g.SetFloat64(got)
	default:
		return false
	}
	return g.Cmp(w) == 0
}

// suiteValue reads the value, which stands under the name of its type.
func suiteValue(t *testing.T, v map[string]jsontext.Value) any {
	t.Helper()
	for _, kind := range []string{"nil", "bool", "binary", "bignum", "number", "string", "array", "map", "timestamp", "ext"} {
		raw, ok := v[kind]
		if !ok {
			continue
		}
		switch kind {
		case "binary":
			return fromHex(t, raw)
		case "bignum", "number":
			x, _, err := big.ParseFloat(strings.Trim(string(raw), `"`), 10, 100, big.ToNearestEven)
			if err != nil {
				t.Fatal(err)
			}
			return x
		case "timestamp":
			var parts [2]int64
			must(t, json.Unmarshal(raw, &parts))
			return time.Unix(parts[0], parts[1]).UTC()
		case "ext":
			var parts [2]jsontext.Value
			var number int8
			must(t, json.Unmarshal(raw, &parts))
			must(t, json.Unmarshal(parts[0], &number))
			return msgpack.Ext{Type: number, Data: fromHex(t, parts[1])}
		default:
			var plain any
			must(t, json.Unmarshal(raw, &plain))
			return integers(plain)
		}
	}
	t.Fatalf("a value of an unknown type: %v", v)
	return nil
}

// integers turns the float64 of JSON into the int64 of MessagePack.
func integers(v any) any {
	switch v := v.(type) {
	case float64:
		return int64(v)
	case []any:
		for i := range v {
			v[i] = integers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = integers(v[k])
		}
	}
	return v
}

func fromHex(t *testing.T, raw jsontext.Value) []byte {
	t.Helper()
	var text string
	must(t, json.Unmarshal(raw, &text))
	b, err := hex.DecodeString(strings.ReplaceAll(text, "-", ""))
	must(t, err)
	return b
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
