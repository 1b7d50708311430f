package openapi_test

import (
	"bytes"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/internal/golden"
	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/schema"
)

func all() []endpoint.Described {
	var list []endpoint.Described
	for _, f := range fixtures.All() {
		list = append(list, f.Endpoint)
	}
	return list
}

func named(names ...string) []endpoint.Described {
	var list []endpoint.Described
	for _, name := range names {
		list = append(list, fixtures.Named(name).Endpoint)
	}
	return list
}

// TestGolden shows documents to people who change this package.
func TestGolden(t *testing.T) {
	field := weft.CodecConfig{Discriminator: schema.FieldName("type", schema.Identity), FieldNameFormat: schema.SnakeCase}
	for _, tt := range []struct {
		name      string
		generator openapi.Generator
		endpoints []endpoint.Described
	}{
		{"shop31", openapi.Generator{Description: "A book shop."}, all()},
		{"shop30", openapi.Generator{Version: openapi.V30, Servers: []*openapi.Server{{URL: "https://books.example/v1"}}}, all()},
		{"streams32", openapi.Generator{Version: openapi.V32}, named("ImportBooks", "ExportBooks", "WatchPrices", "Download", "Translate")},
		{"arrays32", openapi.Generator{Version: openapi.V32, Codec: weft.CodecConfig{TreatStreamsAsArrays: true}}, named("ImportBooks", "ExportBooks")},
		{"discriminator31", openapi.Generator{Codec: field}, named("BuyBooks")},
		{"discriminator30", openapi.Generator{Version: openapi.V30, Codec: field}, named("BuyBooks")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := tt.generator.FromEndpoints("Books", "1.0", tt.endpoints...)
			if len(tt.endpoints) > 10 {
				golden.Check(t, tt.name+".yaml", doc.YAML())
			} else {
				golden.Check(t, tt.name+".json", doc.JSON())
			}
		})
	}
}

// TestDeterministic makes the same document many times.
func TestDeterministic(t *testing.T) {
	first := openapi.FromEndpoints("Books", "1.0", all()...)
	for range 5 {
		again := openapi.FromEndpoints("Books", "1.0", all()...)
		if !bytes.Equal(first.JSON(), again.JSON()) || !bytes.Equal(first.YAML(), again.YAML()) {
			t.Fatal("the same endpoints gave another document")
		}
	}
}
