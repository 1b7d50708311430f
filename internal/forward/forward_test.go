package forward_test

import (
	"context"
	"slices"
	"testing"

	"github.com/weft-go/weft/internal/forward"
)

func TestFromEmptyContext(t *testing.T) {
	if got := forward.From(context.Background()); got != nil {
		t.Errorf("got %v, want none", got)
	}
}

func TestWith(t *testing.T) {
	id, lang := forward.Field{Name: "X-Request-Id", Value: "1"}, forward.Field{Name: "Accept-Language", Value: "de"}
	twice := []forward.Field{{Name: "x-request-id", Value: "2"}, {Name: "X-REQUEST-ID", Value: "3"}}
	tests := []struct {
		name   string
		layers [][]forward.Field
		want   []forward.Field
	}{
		{"nothing", [][]forward.Field{nil}, nil},
		{"one layer", [][]forward.Field{{id, lang}}, []forward.Field{id, lang}},
		{"two layers add up", [][]forward.Field{{id}, {lang}}, []forward.Field{id, lang}},
		{"the inner layer replaces", [][]forward.Field{{id, lang}, twice}, []forward.Field{lang, twice[0], twice[1]}},
		{"an empty layer changes nothing", [][]forward.Field{{id}, nil}, []forward.Field{id}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx := t.Context()
			for _, fields := range test.layers {
				ctx = forward.With(ctx, fields) // layers of middleware are what is tested
			}
			if got := forward.From(ctx); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestWithCopies(t *testing.T) {
	fields := []forward.Field{{Name: "A", Value: "1"}}
	ctx := forward.With(t.Context(), fields)
	fields[0].Value = "2"
	if got := forward.From(ctx)[0].Value; got != "1" {
		t.Errorf("got %q, want the value at the time of With", got)
	}
}

func TestWithLeavesTheOuterContextAlone(t *testing.T) {
	outer := forward.With(t.Context(), []forward.Field{{Name: "A", Value: "1"}})
	forward.With(outer, []forward.Field{{Name: "A", Value: "2"}})
	if got := forward.From(outer)[0].Value; got != "1" {
		t.Errorf("got %q, want 1", got)
	}
}
