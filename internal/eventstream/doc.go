// Package eventstream turns the bytes of text/event-stream into events and back, as
// section 9.2 of the HTML standard of WHATWG defines them.
//
// An event is a block of lines that ends with an empty line:
//
//	event: price
//	data: {"book":42,
//	data: "price":1299}
//	id: 7
//	retry: 5000
//
// [Append] writes one, a [Parser] reads them. Both are pure: they know neither sockets
// nor goroutines, and the parser's result depends on the bytes alone, not on how they
// were cut. Packages sse, hyper and codec are built on them.
//
// A [Sender] is what the two packages that serve event streams have in common: it lets
// several goroutines write to one client, and keeps a silent connection alive.
package eventstream
