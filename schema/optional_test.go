package schema_test

import (
	"encoding/json"
	jsonv2 "encoding/json/v2"
	"testing"

	"github.com/weft-go/weft/schema"
)

type patch struct {
	Title schema.Optional[string] `json:"title,omitzero"`
	Pages schema.Optional[*int]   `json:"pages,omitzero"`
}

func TestOptionalStates(t *testing.T) {
	tests := []struct {
		name         string
		o            schema.Optional[int]
		absent, null bool
		value        int
		ok           bool
		orElse       int
	}{
		{"absent", schema.Optional[int]{}, true, false, 0, false, 7},
		{"null", schema.Null[int](), false, true, 0, false, 7},
		{"value", schema.Some(3), false, false, 3, true, 3},
		{"zero value", schema.Some(0), false, false, 0, true, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, ok := tt.o.Get()
			if v != tt.value || ok != tt.ok || tt.o.IsAbsent() != tt.absent || tt.o.IsZero() != tt.absent ||
				tt.o.IsNull() != tt.null || tt.o.OrElse(7) != tt.orElse {
				t.Errorf("got %+v", tt.o)
			}
		})
	}
}

func TestOptionalJSON(t *testing.T) {
	tests := []struct {
		in           string
		absent, null bool
		value        string
	}{
		{`{}`, true, false, ""},
		{`{"title":null}`, false, true, ""},
		{`{"title":"x"}`, false, false, "x"},
		{`{"title":""}`, false, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			var p, q patch
			if err := jsonv2.Unmarshal([]byte(tt.in), &p); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(tt.in), &q); err != nil || p != q {
				t.Errorf("encoding/json disagrees: %+v, %v", q, err)
			}
			v, _ := p.Title.Get()
			if p.Title.IsAbsent() != tt.absent || p.Title.IsNull() != tt.null || v != tt.value {
				t.Errorf("got %+v", p.Title)
			}
			out, err := jsonv2.Marshal(p)
			if err != nil || string(out) != tt.in {
				t.Errorf("encoded as %s, %v", out, err)
			}
		})
	}
	if err := jsonv2.Unmarshal([]byte(`{"title":3}`), new(patch)); err == nil {
		t.Error("a number was accepted for a string")
	}
}

func TestAnyOptional(t *testing.T) {
	var o schema.Optional[int]
	var a schema.AnyOptional = &o
	if a.Pointer() != nil || !a.IsAbsent() {
		t.Error("the zero value is not absent")
	}
	*a.SetPresent().(*int) = 5
	if v, ok := o.Get(); v != 5 || !ok || *a.Pointer().(*int) != 5 {
		t.Errorf("got %v, %v", v, ok)
	}
	a.SetNull()
	if !o.IsNull() || o.OrElse(0) != 0 {
		t.Errorf("got %+v", o)
	}
	a.SetAbsent()
	if !o.IsAbsent() {
		t.Errorf("got %+v", o)
	}
}

func TestOptionalEmbeddedIsNotOptional(t *testing.T) {
	type wrapper struct {
		schema.Optional[int]
	}
	if k := schema.Of[wrapper]().Kind(); k != schema.KindCustom {
		t.Errorf("got %s", k)
	}
}
