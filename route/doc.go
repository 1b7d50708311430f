// Package route begins the description of a route: a method and a path.
//
//	routes := weft.NewRoutes(
//		route.GET("/hello/{name}").Handle(hello),
//		route.POST("/books").Handle(addBook),
//		route.GET("/books/{id:int}.json").Handle(book),
//		route.ANY("/legacy/{rest...}").Handle(legacy),
//		route.Method("PURGE", "/cache/{key}").Handle(purge),
//	)
//
//	func hello(req *weft.Request) (weft.Response, error) {
//		return weft.Text("hello " + req.Param("name")), nil
//	}
//
// The grammar of paths is described at [weft.Pattern]. A path that is malformed
// is a mistake in the program's text, so these functions panic, naming the line.
package route
