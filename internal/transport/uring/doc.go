// Package uring is the transport for many connections on Linux's io_uring: the loops of
// package epoll, with another way to talk to the kernel.
//
// Where a loop on epoll is told that a socket is readable, and then receives and sends
// with a system call each, a loop on io_uring finds the bytes already received. It
// serves the requests in them, notes what is to be sent, and asks for everything at
// once: the responses, and the next bytes from the same connections. So a round of many
// requests takes one system call. Everything else is the same: handlers are called on
// the loop, those that wait are found out, and connections that have to wait leave for
// package nio.
//
// # Receiving
//
// The kernel receives into buffers of a common stock, which it takes one from when bytes
// arrive. So a connection that waits has none. Their bytes are copied to the connection,
// and the buffer goes back, before anything is done with them.
//
// One request receives once. While a connection is being served, the kernel is not asked
// to receive from it. So a connection can leave its loop at any time, to be read by
// someone else, and no bytes are under way to the wrong place. There are requests
// that receive again and again; they belong to the thread which made them, and a loop
// changes threads as Go's scheduler likes, so they would make the kernel wake threads
// that have nothing to do with it.
//
// # Sending
//
// Responses are copied to an outbox, and sent when the round is over. The kernel answers
// only if it could not send all of one. Then the client is slow: the kernel is asked to
// stop receiving, and when it has, the connection leaves the loop with the rest. What is
// long, and the last response of a connection, is sent at once, as on epoll.
//
// # Waiting
//
// A loop that has nothing to do waits in Go's poller for an event descriptor, which the
// kernel signals for completions only while the loop sleeps.
//
// # Where to begin
//
// driver.go is what a loop of package epoll drives. request.go has receiving and sending,
// accept.go accepting. ring.go and buffers.go are the memory shared with the kernel.
package uring
