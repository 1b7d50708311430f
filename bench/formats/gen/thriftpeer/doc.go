// Package thriftpeer holds the benchmark values as code for Apache Thrift's Go
// library. It is written by hand: the Thrift compiler is not a Go program. It makes the
// same calls to the TProtocol, in the same order, as the code that the compiler
// generates, but names them once in fields.go instead of repeating them for every
// field.
package thriftpeer
