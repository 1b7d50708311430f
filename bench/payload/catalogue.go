package payload

import (
	"fmt"
	"strings"
)

// A Catalogue is the answer of GET /catalogue: a Go value that every server
// encodes anew for each request, to [CatalogueSize] bytes of JSON.
type Catalogue struct {
	Items []Article `json:"items"`
	Note  string    `json:"note"`
}

// An Article is one entry of a [Catalogue].
type Article struct {
	ID      int64    `json:"id"`
	Name    string   `json:"name"`
	Cents   int64    `json:"cents"`
	InStock bool     `json:"inStock"`
	Tags    []string `json:"tags"`
}

// CatalogueSize is the length of the JSON of [NewCatalogue].
const CatalogueSize = 1024

// NewCatalogue returns the catalogue that is served.
func NewCatalogue() Catalogue {
	var c Catalogue
	for i := range 10 {
		c.Items = append(c.Items, Article{
			ID: int64(1000 + i), Name: fmt.Sprintf("item %d", i), Cents: int64(1050 + i), InStock: i%2 == 0, Tags: []string{"warp", "weft"},
		})
	}
	c.Note = strings.Repeat("x", catalogueNote)
	return c
}

// catalogueNote makes the JSON [CatalogueSize] bytes long.
const catalogueNote = 208

// Routes is the number of routes that GET /api/… is spread over.
const Routes = 300

// APIPattern returns route i of [Routes] in the notation of weft, chi, net/http and Huma.
func APIPattern(i int) string { return fmt.Sprintf("/api/resource%03d/{id}/parts/{part}", i) }

// APIColonPattern returns the same in the notation of Gin, Echo, Fiber and Hertz.
func APIColonPattern(i int) string { return fmt.Sprintf("/api/resource%03d/:id/parts/:part", i) }

// APITarget is the request that the load generator sends, to a route from the middle.
const APITarget = "/api/resource237/12345/parts/wheel?limit=10"

// AppendPart appends the answer of GET /api/resource…/{id}/parts/{part}?limit=… to dst.
func AppendPart[S ~string | ~[]byte](dst []byte, id, part, limit S) []byte {
	dst = append(dst, id...)
	dst = append(dst, ' ')
	dst = append(dst, part...)
	dst = append(dst, ' ')
	return append(dst, limit...)
}
