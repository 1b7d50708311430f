package mapping_test

import (
	"testing"
	"time"

	"github.com/weft-go/weft/format/internal/mapping"
	"github.com/weft-go/weft/schema"
)

func TestWalk(t *testing.T) {
	m := map[int]string{1: "a", 2: "b"}
	entries := mapping.NewEntries(schema.Of[map[int]string]())
	for range 3 {
		e := entries.Get()
		if !e.Map.IsNil() || !e.Key.IsZero() || !e.Elem.IsZero() {
			t.Fatal("the entry is not empty")
		}
		*e.Map.Addr().Interface().(*map[int]string) = m
		e.Iter.Reset(e.Map)
		got := map[int]string{}
		for e.Iter.Next() {
			e.Key.SetIterKey(&e.Iter)
			e.Elem.SetIterValue(&e.Iter)
			got[int(e.Key.Int())] = e.Elem.String()
		}
		if len(got) != 2 || got[1] != "a" || got[2] != "b" {
			t.Errorf("got %v", got)
		}
		entries.Put(e)
	}
}

func TestKeyText(t *testing.T) {
	type id string
	for _, tt := range []struct{ got, want string }{
		{keyText[int]("-1", -1), "-1"},
		{keyText[uint8]("7", 7), "7"},
		{keyText("text", id(`a"b`)), `"a\"b"`},
		{keyText("duration", time.Second), `"PT1S"`},
	} {
		if tt.got != tt.want {
			t.Errorf("got %s, want %s", tt.got, tt.want)
		}
	}
}

func keyText[K comparable](_ string, key K) string {
	entries := mapping.NewEntries(schema.Of[map[K]bool]())
	e := entries.Get()
	*e.Key.Addr().Interface().(*K) = key
	return entries.KeyText(e.Key)
}
