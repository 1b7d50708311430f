// Package api describes the book shop: its endpoints and the values that go through
// them. Server, typed clients, command line and documentation are made from these
// descriptions, and none of them is described a second time.
//
//	books := client.New("http://localhost:8080")
//	book, err := api.GetBook.Client(books)(ctx, 1)
//
// Values are spoken in five formats: JSON, Protobuf, Avro, Thrift and MessagePack,
// by Content-Type and Accept.
package api

import (
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/endpoint"
)

// Login is what changes of the shop need: a token from [LogIn]. Browsers show their
// session cookie instead, which the server takes for the same.
var Login = auth.Bearer("bookshop")

// All returns every endpoint of the shop, for documentation and the command line.
func All() []endpoint.Described {
	return []endpoint.Described{
		ListBooks, ExportBooks, GetBook, AddBook, ReplaceBook, DeleteBook,
		OrderBook, PutCover,
		LogIn, LogOut,
		StartImport, WatchImport,
		Chat,
	}
}
