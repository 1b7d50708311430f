// Package epoll is the transport for many connections on Linux: a few event loops on
// epoll, with handlers called on the loop.
//
// A connection that waits for its client is a small struct and a descriptor, without a
// goroutine and without buffers. When bytes arrive, the goroutine that runs the loop
// receives, parses, calls the handler and sends, and goes on with the next connection.
// An idle loop is a goroutine parked in Go's own poller, which watches the epoll
// descriptor like any other file. So no thread is held, and the rest of the program
// does not notice.
//
// # Nothing waits on a loop
//
// A loop is data; whoever runs it can be replaced. This is how handlers may do what
// they like:
//
//   - A handler that overstays loses the loop. A watchdog looks once a millisecond; it
//     takes the loop away from a goroutine whose handler has not returned since the
//     last look, and has another goroutine run it. The slow one keeps its connection.
//   - A route whose handlers overstay is remembered (see transport.Blocking), and its
//     requests are served on goroutines from then on.
//   - A response that the client does not take at once, a request body that is
//     streamed, a new protocol, HTTP/2: the connection leaves the loop.
//
// A connection that leaves becomes a guest of the portable transport, package nio,
// which is good at waiting, and comes home when it has been idle for some seconds. TLS
// connections, and all others that are not plain sockets, are served there from the
// start. So there is one implementation of everything that is slow, and this package
// has what is fast.
//
// # Where to begin
//
// A [Transport] accepts in accept.go and keeps its connections in a table by
// descriptor (table.go). loop.go has the event loop and runner.go the goroutine that
// runs it. What is special to epoll is a [Driver], in poller.go; package uring is another
// one, for which held.go is. leave.go is the way to nio and back; watchdog.go and sweep.go
// are those who look on.
package epoll
