// Wire is the load generator for what load, the one in C, does not speak: TLS,
// HTTP/2, server-sent events and WebSockets.
//
//	go run ./cmd/wire -port 8443 -kind tls -c 64 -t 1
//
// It opens its connections, exchanges one message on each, and then lets each
// connection exchange messages in a closed loop until the time is over. Every
// answer is compared with the expected one. It prints one line, in the form that
// load prints, and always ends by itself. With -s it works hand in hand with
// compare: it prints "ready", waits for a line, runs, prints the result, and
// waits for the end of its input.
//
// The kinds:
//
//	tls   GET / over TLS 1.3 and HTTP/1.1
//	h2    GET / over HTTP/2 on four connections, as many streams as -c says
//	sse   one event to -c subscribers; a delivery counts as a request
//	page  one change to -c pages, likewise
//	ws    a text message of 64 bytes, echoed
//
// Certificates are not verified: the comparison makes its own.
package main
