// Package websocket lets weft's WebSockets speak with those of coder/websocket and
// lxzan/gws, each as server and as client. There is nothing here but tests.
package websocket
