package weft_test

import (
	"fmt"

	"github.com/weft-go/weft"
)

func ExampleParseMediaType() {
	m, err := weft.ParseMediaType(`Multipart/Form-Data; boundary="a b"`)
	boundary, _ := m.Param("boundary")
	fmt.Println(m.Essence(), boundary, err)
	fmt.Println(m)
	// Output:
	// multipart/form-data a b <nil>
	// multipart/form-data; boundary="a b"
}

func ExampleNegotiate() {
	const accept = "text/html, application/json;q=0.9, */*;q=0.1"
	fmt.Println(weft.Negotiate(accept, "application/json", "text/html"))
	fmt.Println(weft.Negotiate("image/png", "application/json", "text/html"))
	// Output:
	// text/html true
	//  false
}
