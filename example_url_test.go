package weft_test

import (
	"fmt"

	"github.com/weft-go/weft"
)

func ExampleParseURL() {
	u, err := weft.ParseURL("https://example.com/files/a%2Fb?page=2#top")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(u.Kind(), u.Host(), u.Port(), u.Path())
	fmt.Printf("%q %q\n", u.Segments(), u.Fragment())

	_, err = weft.ParseURL("/100%")
	fmt.Println(err)
	// Output:
	// absolute example.com 443 /files/a%2Fb
	// ["files" "a/b"] "top"
	// url "/100%": offset 4: a percent sign without two hexadecimal digits
}

func ExampleURL_AddPath() {
	var u weft.URL
	u = u.Absolute("https", "api.example.com", 0).
		AddPath("books", "Pride & Prejudice", "1/2").
		AddQueryParam("lang", "en")
	fmt.Println(u)
	// Output: https://api.example.com/books/Pride%20&%20Prejudice/1%2F2?lang=en
}

func ExampleURL_Resolve() {
	page, _ := weft.ParseURL("https://example.com/docs/intro/index.html?v=2")
	link, _ := weft.ParseURL("../api/#query")
	fmt.Println(page.Resolve(link))
	// Output: https://example.com/docs/api/#query
}
