package openapi_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	speakeasy "github.com/speakeasy-api/openapi/openapi"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/schema"
)

// generators are the settings that documents are made with.
func generators() map[string]openapi.Generator {
	field := weft.CodecConfig{Discriminator: schema.FieldName("kind", schema.KebabCase), FieldNameFormat: schema.SnakeCase}
	none := weft.CodecConfig{Discriminator: schema.NoDiscriminator(), RejectExtraFields: true, TreatStreamsAsArrays: true}
	return map[string]openapi.Generator{
		"3.0":               {Version: openapi.V30},
		"3.1":               {},
		"3.2":               {Version: openapi.V32},
		"3.0 discriminator": {Version: openapi.V30, Codec: field},
		"3.1 discriminator": {Codec: field, Description: "A shop.", Servers: []*openapi.Server{{URL: "https://books.example"}}},
		"3.0 none":          {Version: openapi.V30, Codec: none},
		"3.1 none":          {Codec: none},
	}
}

// sets are the endpoints that documents are made of: all of the shop, those of this
// package that are odd, and each one alone.
func sets() map[string][]endpoint.Described {
	var shop []endpoint.Described
	all := map[string][]endpoint.Described{"odd": odd()}
	for _, f := range fixtures.All() {
		shop = append(shop, f.Endpoint)
		all[f.Name] = []endpoint.Described{f.Endpoint}
	}
	all["shop"] = shop
	all["none"] = nil
	return all
}

// each runs a check for every document.
func each(t *testing.T, check func(t *testing.T, g openapi.Generator, doc *openapi.Document)) {
	for setting, g := range generators() {
		for name, endpoints := range sets() {
			t.Run(setting+"/"+name, func(t *testing.T) {
				check(t, g, g.FromEndpoints("Shop", "1.0", endpoints...))
			})
		}
	}
}

func TestKin(t *testing.T) {
	each(t, func(t *testing.T, g openapi.Generator, doc *openapi.Document) {
		if g.Version == openapi.V32 {
			t.Skip("kin-openapi does not know 3.2")
		}
		for _, text := range [][]byte{doc.JSON(), doc.YAML()} {
			loaded, err := openapi3.NewLoader().LoadFromData(text)
			if err != nil {
				t.Fatal(err)
			}
			// Patterns and examples are looked at too.
			if err := loaded.Validate(context.Background(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaPatternValidation()); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestSpeakeasy(t *testing.T) {
	each(t, func(t *testing.T, g openapi.Generator, doc *openapi.Document) {
		for _, text := range [][]byte{doc.JSON(), doc.YAML()} {
			loaded, faults, err := speakeasy.Unmarshal(context.Background(), bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			resolved, err := loaded.ResolveAllReferences(context.Background(), speakeasy.ResolveAllOptions{OpenAPILocation: "shop.yaml", DisableExternalRefs: true})
			if err != nil {
				t.Error(err)
			}
			for _, f := range append(faults, resolved...) {
				if g.Version != openapi.V30 || !isExclusiveFlag(f) {
					t.Error(f)
				}
			}
		}
	})
}

// isExclusiveFlag recognises a mistake of this reader: it wants exclusiveMinimum to be
// a number in 3.0 too, where it is a boolean, even in a document of five lines.
func isExclusiveFlag(err error) bool {
	return strings.Contains(err.Error(), ".exclusiveM") && strings.Contains(err.Error(), "expected `number`, got `boolean`")
}
