// Package thrift compares the Thrift format with Apache's implementation.
//
// Random Go values are encoded by the format and read with Apache's protocols, and the
// other way round. What to call of them is found by walking through the schema, in a
// naive way that shares no code with the format. The definitions are parsed by
// another implementation too.
package thrift
