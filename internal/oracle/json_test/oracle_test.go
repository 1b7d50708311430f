package json_test

import (
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"math/big"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-go/weft/format/json"
	"pgregory.net/rapid"
)

// same compares values by what they mean: times as instants with an offset, and
// numbers by value.
func same(t *rapid.T, what string, got, want Shapes, text []byte) {
	t.Helper()
	diff := cmp.Diff(want, got,
		cmp.Comparer(func(x, y *big.Int) bool { return (x == nil) == (y == nil) && (x == nil || x.Cmp(y) == 0) }),
		cmp.Comparer(func(x, y *big.Rat) bool { return (x == nil) == (y == nil) && (x == nil || x.Cmp(y) == 0) }),
		cmp.Comparer(func(x, y time.Time) bool {
			return x.Equal(y) && x.Format(time.RFC3339Nano) == y.Format(time.RFC3339Nano)
		}),
	)
	if diff != "" {
		t.Fatalf("%s:\n%s\n%s", what, text, diff)
	}
}

func TestBothDirections(t *testing.T) {
	codec := json.Codec[Shapes]()
	rapid.Check(t, func(t *rapid.T) {
		want := shapes().Draw(t, "value")

		ours, err := codec.Encode(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Shapes
		if err := jsonv2.Unmarshal(ours, &got); err != nil {
			t.Fatalf("theirs cannot read ours: %v\n%s", err, ours)
		}
		same(t, "theirs reads ours", got, want, ours)

		theirs, err := jsonv2.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err = codec.Decode(theirs)
		if err != nil {
			t.Fatalf("ours cannot read theirs: %v\n%s", json.Faults(err), theirs)
		}
		same(t, "ours reads theirs", got, want, theirs)

		spaced := jsontext.Value(theirs)
		if err := spaced.Indent(); err != nil {
			t.Fatal(err)
		}
		got, err = codec.Decode(spaced)
		if err != nil {
			t.Fatalf("ours cannot read theirs with whitespace: %v\n%s", json.Faults(err), spaced)
		}
		got.Raw = want.Raw // kept with its whitespace
		same(t, "ours reads theirs with whitespace", got, want, spaced)
	})
}

// TestSameBytes compares what is written, where nothing depends on the order of a map.
func TestSameBytes(t *testing.T) {
	codec := json.Codec[Shapes]()
	rapid.Check(t, func(t *rapid.T) {
		v := shapes().Draw(t, "value")
		ours, err := codec.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := jsonv2.Marshal(v, jsonv2.Deterministic(true))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []*[]byte{&ours, &theirs} {
			// Names of a map are ordered by code unit there and by byte here.
			if err := (*jsontext.Value)(text).Canonicalize(); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(string(theirs), string(ours)); diff != "" {
			t.Fatalf("different bytes:\n%s", diff)
		}
	})
}

// TestSameVerdict changes bytes of a text and wants both sides to agree whether it is
// JSON at all.
func TestSameVerdict(t *testing.T) {
	codec := json.Codec[any]()
	rapid.Check(t, func(t *rapid.T) {
		text, err := json.Codec[any]().Encode(anything(3).Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			i := rapid.IntRange(0, len(text)-1).Draw(t, "place")
			text[i] = rapid.SampledFrom([]byte("{}[]:,\"\\u0123eE+-. tfn\n\x00\xc3\xa9")).Draw(t, "byte")
		}
		_, ourError := codec.Decode(text)
		var v any
		if theirError := jsonv2.Unmarshal(text, &v); (ourError == nil) != (theirError == nil) {
			t.Fatalf("%q: ours %v, theirs %v", text, ourError, theirError)
		}
	})
}
