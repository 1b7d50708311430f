package client

import (
	"net"
	"net/http"
	"time"
)

// How the transport of a client is tuned. The figures are those of the standard
// library except where a client of one server has other needs.
const (
	dialTimeout      = 10 * time.Second
	handshakeTimeout = 10 * time.Second
	idleTimeout      = 90 * time.Second

	// maxIdle is how many connections are kept for the next calls. The standard
	// library keeps 2 for each server, so that under load most are opened anew.
	maxIdle = 64

	// maxHead bounds the head of an answer.
	maxHead = 256 << 10
)

// newTransport returns a transport for one client. It is made from scratch and not
// from http.DefaultTransport, which other parts of the program may have changed, and
// it does not take a proxy from the environment.
func newTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: dialTimeout}
	return &http.Transport{
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    handshakeTimeout,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    maxIdle,
		IdleConnTimeout:        idleTimeout,
		MaxResponseHeaderBytes: maxHead,
		DisableCompression:     true, // bodies are decompressed here, with a bound
	}
}
