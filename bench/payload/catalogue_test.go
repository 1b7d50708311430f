package payload_test

import (
	"encoding/json"
	"testing"

	"github.com/weft-go/weft/bench/payload"
)

func TestCatalogueIsOfTheStatedSize(t *testing.T) {
	data, err := json.Marshal(payload.NewCatalogue())
	if err != nil || len(data) != payload.CatalogueSize {
		t.Errorf("got %d bytes and %v, want %d", len(data), err, payload.CatalogueSize)
	}
}

func TestAPIPatternsDifferInNotationOnly(t *testing.T) {
	if got, want := payload.APIPattern(7), "/api/resource007/{id}/parts/{part}"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := payload.APIColonPattern(7), "/api/resource007/:id/parts/:part"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := string(payload.AppendPart(nil, "1", "2", "3")), "1 2 3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
