// Package wefttest is the test kit: it runs routes without a socket, starts
// servers for the time of a test, and speaks raw HTTP/1.1 where a test is about
// bytes.
//
// # Routes without a socket
//
// Most tests are about what a route answers. They need no server: [New] takes
// routes and returns a [Client] whose answers carry assertions.
//
//	func TestBook(t *testing.T) {
//		var book Book
//		wefttest.New(t, routes).Get("/books/1").Status(200).JSON(&book)
//		if book.Title != "Dune" {
//			t.Errorf("title %q", book.Title)
//		}
//	}
//
//	func TestAddBook(t *testing.T) {
//		client := wefttest.New(t, routes).With("Authorization", "Bearer secret")
//		client.Post("/books", weft.BodyFrom(Book{Title: "Emma"})).
//			Status(201).
//			Header("Location", "/books/2")
//	}
//
// The first assertion that does not hold ends the test, and its message shows the
// whole request and the whole response. Middleware, errors and panics behave as
// they do on a server. What only a server adds is missing: Date, Content-Length
// and Connection, limits and timeouts.
//
// # A server for one test
//
// [Start] starts a real server on a free port of the loopback interface. It is
// closed when the test ends, and the test fails if goroutines are left behind.
//
//	srv := wefttest.Start(t, routes, server.Config.EnableRequestStreaming)
//	resp, err := srv.Client().Get(srv.URL + "/books/1")
//
// # Raw connections
//
// A [Conn] sends bytes as they are and reads responses strictly: whatever RFC
// 9112 forbids a server to send ends the test, with what was sent and received.
//
//	conn := srv.Dial()
//	conn.Send("GET /books/1 HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
//	status, headers, body := conn.ReadResponse()
//	conn.ReadEnd()
//
// Reads and writes give up after a time, so a server that hangs fails the test
// and does not hang it.
//
// # Suites for implementations
//
// Two suites say what an implementation has to do, in the form of tests:
//
//   - [TestTransport] is the contract of a transport: keep-alive, pipelining,
//     bodies, streams, errors, limits, request smuggling.
//   - [TestFormat] is the contract of a body format: what is encoded is decoded
//     to the same value, and hostile bytes do no harm.
//
// They are for those who write a transport or a format, and worth reading for
// everyone who wants to know what exactly the server does.
package wefttest
