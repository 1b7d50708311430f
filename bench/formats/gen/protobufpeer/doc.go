// Package protobufpeer holds the benchmark values as protoc-gen-go makes them from
// peer.proto: what a Go programmer who uses Protobuf would compile in.
//
// After a change of peer.proto, run protoc with protoc-gen-go 1.36.12 and the option
// paths=source_relative, and rename peer.pb.go to peer_gen.go.
package protobufpeer
