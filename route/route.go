package route

import (
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/endpoint/partial"
)

// GET begins a route for GET, which also answers HEAD.
func GET(path string) partial.In0 { return partial.Start(weft.GET, path) }

// POST begins a route for POST.
func POST(path string) partial.In0 { return partial.Start(weft.POST, path) }

// PUT begins a route for PUT.
func PUT(path string) partial.In0 { return partial.Start(weft.PUT, path) }

// DELETE begins a route for DELETE.
func DELETE(path string) partial.In0 { return partial.Start(weft.DELETE, path) }

// PATCH begins a route for PATCH.
func PATCH(path string) partial.In0 { return partial.Start(weft.PATCH, path) }

// TRACE begins a route for TRACE.
func TRACE(path string) partial.In0 { return partial.Start(weft.TRACE, path) }

// OPTIONS begins a route for OPTIONS, in place of the answer that every path
// gives by itself.
func OPTIONS(path string) partial.In0 { return partial.Start(weft.OPTIONS, path) }

// HEAD begins a route for HEAD, in place of the answer taken from GET.
func HEAD(path string) partial.In0 { return partial.Start(weft.HEAD, path) }

// CONNECT begins a route for CONNECT.
func CONNECT(path string) partial.In0 { return partial.Start(weft.CONNECT, path) }

// ANY begins a route for every method that the path has no route of its own for.
func ANY(path string) partial.In0 { return partial.Start(weft.ANY, path) }

// Method begins a route for a method of one's own.
func Method(method weft.Method, path string) partial.In0 { return partial.Start(method, path) }
