package openapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/route"
)

func TestOperationIDs(t *testing.T) {
	list := route.GET("/books").OutEmpty()
	text := route.GET("/books/{name}").Path(codec.String("name")).OutEmpty()
	number := route.GET("/books/{id}").Path(codec.Long("id")).OutEmpty()
	for _, tt := range []struct {
		name      string
		endpoints []endpoint.Described
		want      []string
	}{
		{"made up", []endpoint.Described{list}, []string{"getBooks"}},
		{"given", []endpoint.Described{list.ID("books.list")}, []string{"books.list"}},
		{"the last counts", []endpoint.Described{list.ID("a").ID("b")}, []string{"b"}},
		{"made up beside the same given one", []endpoint.Described{list, route.POST("/x").OutEmpty().ID("getBooks")}, []string{"getBooks2", "getBooks"}},
		{"two endpoints of one operation", []endpoint.Described{text, number.ID("find")}, []string{"find"}},
		{"two endpoints of one operation, both given", []endpoint.Described{text.ID("find"), number.ID("find")}, []string{"find"}},
		{"any method", []endpoint.Described{route.Method(weft.ANY, "/x").OutEmpty().ID("proxy")},
			[]string{"proxyGet", "proxyPut", "proxyPost", "proxyDelete", "proxyOptions", "proxyHead", "proxyPatch", "proxyTrace"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, item := range openapi.FromEndpoints("T", "1", tt.endpoints...).Paths.All() {
				for _, op := range item.All() {
					got = append(got, op.OperationID)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Two operations of one name would be one function of a generated client.
func TestOperationIDs_twice(t *testing.T) {
	defer func() {
		got := fmt.Sprint(recover())
		if !strings.Contains(got, `POST /books has the ID "list", which is that of GET /books (`) || strings.Count(got, "generate_id_test.go:") != 2 {
			t.Errorf("got %s", got)
		}
	}()
	openapi.FromEndpoints("T", "1", route.GET("/books").OutEmpty().ID("list"), route.POST("/books").OutEmpty().ID("list"))
}
