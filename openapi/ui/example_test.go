package ui_test

import (
	"context"
	"fmt"
	"net/http/httptest"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/openapi/ui"
	"github.com/weft-go/weft/route"
)

var hello = route.GET("/hello/{name}").Path(codec.String("name")).Out[string]()

func Example() {
	doc := openapi.FromEndpoints("Greetings", "1.0", hello)
	routes := weft.NewRoutes(
		hello.Implement(func(_ context.Context, name string) (string, error) { return "hello " + name, nil }),
		ui.SwaggerUI("/docs", doc),
	)
	for _, path := range []string{"/docs", "/docs/openapi.json", "/docs/openapi.yaml"} {
		w := httptest.NewRecorder()
		routes.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		fmt.Println(path, w.Code, w.Header().Get("Content-Type"))
	}
	// Output:
	// /docs 200 text/html; charset=utf-8
	// /docs/openapi.json 200 application/json
	// /docs/openapi.yaml 200 application/yaml
}
