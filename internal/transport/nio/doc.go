// Package nio is the portable transport: a goroutine per connection on Go's
// network poller.
//
// On Linux a plain TCP or Unix connection is served inside of one
// [syscall.RawConn.Read] for its whole life. Its callback receives, parses, runs
// handlers and sends, and returns false to wait for the next edge of the poller.
// Compared with calls to Read this saves, for every request, a recv that only
// says EAGAIN, a reset of the poll descriptor and a lock of the file descriptor.
// A handler that blocks blocks this goroutine and nothing else.
//
// Everything else (TLS, other systems, listeners that are not sockets) is served
// with plain calls to Read and Write. Both ways use the same machine from
// package transport.
//
// Connections have no deadlines of their own, because setting one for each
// request costs more than parsing it. They write down when something last
// happened, and a sweep once a second looks at all of them; see sweep.go.
package nio
