package pattern_test

import (
	"fmt"

	"github.com/weft-go/weft/internal/pattern"
)

func ExampleTree() {
	routes := []struct{ method, pattern string }{
		{"GET", "/books/new"},
		{"GET", "/books/{id:int}"},
		{"GET", "/books/{title}"},
		{"PUT", "/books/{id:int}"},
		{"GET", "/files/{path...}"},
	}
	var tree pattern.Tree
	for i, r := range routes {
		p, err := pattern.Parse(r.pattern)
		if err != nil {
			panic(err)
		}
		if err := tree.Add(r.method, p, i); err != nil {
			panic(err)
		}
	}
	for _, path := range []string{"/books/new", "/books/42", "/books/war%20and%20peace", "/files/a/b%2Fc", "/authors"} {
		var m pattern.Match
		if tree.Match("GET", path, &m) != pattern.Found {
			fmt.Println(path, "not found")
			continue
		}
		fmt.Print(path, " is ", routes[m.Index].pattern)
		for i := range m.N {
			value, _ := pattern.Unescape(m.Param(i).Of(path))
			fmt.Printf(" with %q", value)
		}
		fmt.Println()
	}

	var m pattern.Match
	fmt.Println(tree.Match("DELETE", "/books/42", &m), tree.Allowed("/books/42"))
	// Output:
	// /books/new is /books/new
	// /books/42 is /books/{id:int} with "42"
	// /books/war%20and%20peace is /books/{title} with "war and peace"
	// /files/a/b%2Fc is /files/{path...} with "a/b/c"
	// /authors not found
	// method not allowed [GET HEAD OPTIONS PUT]
}

func ExampleParse() {
	p, err := pattern.Parse("/caf%C3%A9/{table:int}")
	fmt.Println(p, err)
	for _, s := range p.Segments() {
		fmt.Printf("%v %q %q\n", s.Kind, s.Text, s.Name)
	}
	_, err = pattern.Parse("/users/{id:number}")
	fmt.Println(err)
	// Output:
	// /café/{table:int} <nil>
	// literal "café" ""
	// int "" "table"
	// pattern "/users/{id:number}", offset 11: unknown kind "number"; want string, int, long, uuid or bool
}

func ExamplePattern_Format() {
	p, _ := pattern.Parse("/users/{name}/files/{path...}")
	fmt.Println(p.Format("a/b", "c d/e"))
	fmt.Println(p.Format("..", "x"))
	// Output:
	// /users/a%2Fb/files/c%20d/e <nil>
	//  pattern "/users/{name}/files/{path...}", parameter "name": ".." is a dot segment
}

func ExampleConcat() {
	api, _ := pattern.Parse("/api/{version:int}")
	users, _ := pattern.Parse("/users/{id}")
	fmt.Println(pattern.Concat(api, users))
	_, err := pattern.Concat(users, users)
	fmt.Println(err)
	// Output:
	// /api/{version:int}/users/{id} <nil>
	// pattern "/users/{id}/users/{id}", offset 19: the parameter name "id" is used twice
}

func ExampleTree_Shadowed() {
	var tree pattern.Tree
	for i, text := range []string{"/lamp/true", "/lamp/false", "/lamp/{on:bool}"} {
		p, _ := pattern.Parse(text)
		tree.Add("PUT", p, i)
	}
	fmt.Printf("%+v\n", tree.Shadowed())
	// Output: [{Index:2 By:[0 1]}]
}
