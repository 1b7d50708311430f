// Package protobuf compares the Protobuf format with Google's implementation.
//
// The definition that the format prints is compiled by protocompile. Random Go values
// are encoded by the format and read by dynamicpb with that definition, and the other
// way round; a third, naive mapping from Go values to messages says what both have to be.
package protobuf
