package weft_test

import (
	"errors"
	"fmt"

	"github.com/weft-go/weft"
)

func ExampleQueryParams_Query() {
	q, _ := weft.ParseQuery("limit=ten&id=1&id=2")

	ids, err := q.Query[[]int]("id")
	fmt.Println(ids, err)

	_, err = q.Query[int]("limit")
	fmt.Println(err)

	_, err = q.Query[int]("page")
	missing, ok := errors.AsType[*weft.MissingQueryParams](err)
	fmt.Println(ok, missing.Names)

	fmt.Println(q.QueryOrElse("limit", 25))
	// Output:
	// [1 2] <nil>
	// query "limit": want int, got "ten"
	// true [page]
	// 25
}

func ExampleQueryParams_Add() {
	q := weft.QueryParamsOf("sort", "name")
	more := q.Add("tag", "go", "a&b")
	fmt.Println(q)
	fmt.Println(more)
	// Output:
	// sort=name
	// sort=name&tag=go&tag=a%26b
}
