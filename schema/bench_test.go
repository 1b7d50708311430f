package schema_test

import (
	"context"
	"testing"
	"uuid"

	"github.com/weft-go/weft/schema"
)

func validBook() *Book {
	return &Book{ID: uuid.Nil(), Title: "Emma", Pages: 474, Tags: []string{"classic", "novel"}, Author: &Author{Name: "Jane", Email: "jane@example.org"}}
}

func TestValidateDoesNotAllocate(t *testing.T) {
	ctx, book := context.Background(), validBook()
	s := schema.Of[Book]()
	tests := []struct {
		name string
		call func() error
	}{
		{"generic", func() error { return schema.Validate(ctx, book) }},
		{"by pointer", func() error { return s.Validate(ctx, book) }},
	}
	for _, tt := range tests {
		n := testing.AllocsPerRun(100, func() {
			if err := tt.call(); err != nil {
				t.Fatal(err)
			}
		})
		if n != 0 {
			t.Errorf("%s: %v allocations", tt.name, n)
		}
	}
}

func BenchmarkValidateBook(b *testing.B) {
	ctx, book := context.Background(), validBook()
	b.ReportAllocs()
	for b.Loop() {
		if err := schema.Validate(ctx, book); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValidateHundredBooks(b *testing.B) {
	ctx := context.Background()
	var books []Book
	for range 100 {
		books = append(books, *validBook())
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := schema.Validate(ctx, &books); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValidateUnconstrained(b *testing.B) {
	ctx, v := context.Background(), &Left{Right: &Right{}}
	b.ReportAllocs()
	for b.Loop() {
		if err := schema.Validate(ctx, v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValidateFaulty(b *testing.B) {
	ctx, book := context.Background(), &Book{Author: &Author{}}
	b.ReportAllocs()
	for b.Loop() {
		if schema.Validate(ctx, book) == nil {
			b.Fatal("no fault")
		}
	}
}
