package json_test

import (
	"bytes"
	jsonv2 "encoding/json/v2"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/schema"
)

// FuzzDecode gives any bytes to decoders of several types. Nothing panics, and what
// is decoded encodes to something that decodes to the same bytes again.
func FuzzDecode(f *testing.F) {
	for _, cfg := range configs() {
		b, err := json.SchemaBasedBinaryCodecWith[Everything](cfg).Encode(everything())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	for _, text := range []string{
		`{"left":{"value":1},"right":{"bad":1},"by":1}`, `{"type":"add","left":1}`, `[1.5e3,"\ud83d\ude00",{"a":{"a":1,"b":2}}]`, `{"add":{}}`, `"`, `[`, `-`,
	} {
		f.Add([]byte(text))
	}
	var checks []func(t *testing.T, b []byte)
	for _, cfg := range configs() {
		checks = append(checks, stable[Everything](cfg), stable[Expr](cfg), stable[[]Animal](cfg))
	}
	checks = append(checks, stable[any](format.Config{}), stable[map[int8][]schema.Optional[time.Duration]](format.Config{}))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, check := range checks {
			check(t, b)
		}
	})
}

func stable[A any](cfg format.Config) func(t *testing.T, b []byte) {
	codec := json.SchemaBasedBinaryCodecWith[A](cfg)
	return func(t *testing.T, b []byte) {
		v, err := codec.Decode(b)
		if err != nil {
			if len(json.Faults(err)) == 0 {
				t.Errorf("error %v without faults", err)
			}
			return
		}
		first, err := codec.Encode(v)
		if err != nil {
			t.Fatalf("decoded %q as %+v, which does not encode: %v", b, v, err)
		}
		again, err := codec.Decode(first)
		if err != nil {
			t.Fatalf("encoded %s, which does not decode: %v", first, json.Faults(err))
		}
		if second, err := codec.Encode(again); err != nil || !bytes.Equal(first, second) {
			t.Fatalf("encoded %s, then %s, error %v", first, second, err)
		}
	}
}

// FuzzAny compares with encoding/json/v2, which takes the same texts.
func FuzzAny(f *testing.F) {
	for _, text := range []string{`{"a":[1,2.5,-0,1e5,"\u00e9"],"b":null}`, ` "x" `, "\"\xff\"", `{"a":1,"a":2}`, `01`, `[1,]`, `"\ud800"`} {
		f.Add([]byte(text))
	}
	codec := json.Codec[any]()
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := codec.Decode(b)
		var want any
		werr := jsonv2.Unmarshal(b, &want)
		if (err == nil) != (werr == nil) || err == nil && !reflect.DeepEqual(got, want) {
			// The depth at which we stop is lower.
			if err == nil || !strings.Contains(err.Error(), "nested too deep") {
				t.Errorf("%q: got %v, error %v; want %v, error %v", b, got, err, want, werr)
			}
		}
	})
}

// FuzzStream cuts bytes into values and wants what decoding each line gives.
func FuzzStream(f *testing.F) {
	f.Add([]byte("1\n{\"a\":1}\n\"x\"\n"), false)
	f.Add([]byte(`[1,"]",{}]`), true)
	f.Fuzz(func(t *testing.T, b []byte, array bool) {
		codec := json.SchemaBasedBinaryCodecWith[any](format.Config{TreatStreamsAsArrays: array})
		var values []any
		for v, err := range codec.StreamDecoder(bytes.NewReader(b)) {
			if err != nil {
				return
			}
			values = append(values, v)
		}
		if !array {
			return
		}
		whole, err := json.Codec[[]any]().Decode(b)
		if err != nil || len(whole) != len(values) || len(values) > 0 && !reflect.DeepEqual(whole, values) {
			t.Errorf("%q: the stream has %v, the array %v, error %v", b, values, whole, err)
		}
	})
}

// TestFloats compares the shortcuts for floats with package strconv.
func TestFloats(t *testing.T) {
	codec := json.Codec[float64]()
	narrow := json.Codec[float32]()
	r := rand.New(rand.NewPCG(1, 2))
	check := func(x float64) {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return
		}
		b, err := codec.Encode(x)
		want, _ := jsonv2.Marshal(x)
		if err != nil || !bytes.Equal(b, want) {
			t.Fatalf("%v is written %s, want %s", x, b, want)
		}
		if got, err := codec.Decode(b); err != nil || math.Float64bits(got) != math.Float64bits(x) {
			t.Fatalf("%s is read as %v, error %v", b, got, err)
		}
		y := float32(x)
		if math.IsInf(float64(y), 0) {
			return
		}
		b, err = narrow.Encode(y)
		want, _ = jsonv2.Marshal(y)
		if err != nil || !bytes.Equal(b, want) {
			t.Fatalf("float32 %v is written %s, want %s", y, b, want)
		}
		if got, err := narrow.Decode(b); err != nil || math.Float32bits(got) != math.Float32bits(y) {
			t.Fatalf("float32 %s is read as %v, error %v", b, got, err)
		}
	}
	for _, x := range []float64{0, 1, 0.1, 1e15, 1e15 - 1, 1e15 + 0.5, 999999999.999999, 1e9, 1e-6, 0.0000015, 1e21, 1e22, 1e23, 1 << 53, 1<<53 + 2, 5e-324, math.MaxFloat64} {
		check(x)
		check(-x)
		check(math.Nextafter(x, 1e300))
	}
	for range 30000 {
		check(math.Float64frombits(r.Uint64()))
		check(float64(r.IntN(1e9)) / math.Pow10(r.IntN(9)))
		check(float64(r.Int64N(1e17)) / math.Pow10(r.IntN(25)))
		text := strconv.FormatInt(r.Int64N(1e12), 10) + "." + strconv.FormatInt(r.Int64N(1<<(1+r.IntN(60))), 10) + "e" + strconv.Itoa(r.IntN(40)-20)
		want, _ := strconv.ParseFloat(text, 64)
		if got, err := codec.Decode([]byte(text)); err != nil || got != want {
			t.Fatalf("%s is read as %v, want %v, error %v", text, got, want, err)
		}
	}
}

// TestTimes compares the shortcuts for times with package time.
func TestTimes(t *testing.T) {
	codec := json.Codec[time.Time]()
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		text := []byte(time.Unix(r.Int64N(253402300800), r.Int64N(1e9)).UTC().Format(time.RFC3339Nano))
		if r.IntN(2) == 0 {
			text[r.IntN(len(text))] = "0123456789-:.TZ"[r.IntN(15)]
		}
		var want time.Time
		werr := want.UnmarshalText(text)
		if b, err := codec.Encode(want); werr == nil && (err != nil || string(b) != want.Format(`"`+time.RFC3339Nano+`"`)) {
			t.Fatalf("%v is written %s, error %v", want, b, err)
		}
		got, err := codec.Decode([]byte(`"` + string(text) + `"`))
		if (err == nil) != (werr == nil) || err == nil && !reflect.DeepEqual(got, want) {
			t.Fatalf("%s is read as %v, error %v, want %v, error %v", text, got, err, want, werr)
		}
	}
}
