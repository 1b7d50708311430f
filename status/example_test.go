package status_test

import (
	"fmt"

	"github.com/weft-go/weft/status"
)

func Example() {
	code := status.NotFound
	fmt.Println(code, code.IsClientError())

	closed := status.Code(499)
	fmt.Println(closed, closed.Valid(), closed.IsClientError())
	// Output:
	// 404 Not Found true
	// 499 true true
}
