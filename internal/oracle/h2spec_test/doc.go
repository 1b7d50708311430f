// Package h2spec_test runs h2spec, a test suite for servers that speak HTTP/2, against
// a server of ours: over TLS and without. The protocol itself is the standard
// library's; what is tested is that it is set up well, that connections reach it as
// they should, and that what it does otherwise than the suite wants is corrected.
package h2spec_test
