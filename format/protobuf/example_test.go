package protobuf_test

import (
	"bytes"
	"fmt"

	"github.com/weft-go/weft/format/protobuf"
)

type Track struct {
	_       struct{} `doc:"A piece of music."`
	Title   string   `json:"title" doc:"As printed on the sleeve."`
	Seconds int32    `json:"seconds"`
	Genres  []string `json:"genres"`
}

func ExampleProtobufCodec() {
	tracks := protobuf.ProtobufCodec[Track]()
	b, err := tracks.Encode(Track{Title: "So What", Seconds: 562})
	fmt.Printf("%x %v\n", b, err)
	track, err := tracks.Decode(b)
	fmt.Println(track.Title, track.Seconds, err)
	_, err = tracks.Decode(b[:5])
	fmt.Println(err)
	// Output:
	// 0a07536f205768617410b204 <nil>
	// So What 562 <nil>
	// Protobuf at title (byte 1): unexpected end of input
}

func ExampleDefinition() {
	fmt.Print(protobuf.Definition[Track]())
	// Output:
	// syntax = "proto3";
	//
	// package protobuf_test;
	//
	// // A piece of music.
	// message Track {
	//   // As printed on the sleeve.
	//   string title = 1;
	//   int32 seconds = 2;
	//   repeated string genres = 3;
	// }
}

func ExampleProtobufCodec_stream() {
	tracks := protobuf.ProtobufCodec[Track]()
	var wire bytes.Buffer
	out := tracks.StreamEncoder(&wire)
	for _, title := range []string{"So What", "Blue in Green"} {
		if err := out.Encode(Track{Title: title}); err != nil {
			fmt.Println(err)
		}
	}
	for track, err := range tracks.StreamDecoder(&wire) {
		fmt.Println(track.Title, err)
	}
	// Output:
	// So What <nil>
	// Blue in Green <nil>
}
