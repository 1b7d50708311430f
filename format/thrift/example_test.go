package thrift_test

import (
	"bytes"
	"fmt"

	"github.com/weft-go/weft/format/thrift"
)

type Track struct {
	_       struct{} `doc:"A piece of music."`
	Title   string   `json:"title" doc:"As printed on the sleeve."`
	Seconds int32    `json:"seconds"`
	Genres  []string `json:"genres"`
}

func ExampleThriftBinaryCodec() {
	tracks := thrift.ThriftBinaryCodec[Track]()
	b, err := tracks.Encode(Track{Title: "So What", Seconds: 562})
	fmt.Printf("%x %v\n", b, err)
	track, err := tracks.Decode(b)
	fmt.Println(track.Title, track.Seconds, err)
	_, err = tracks.Decode(b[:5])
	fmt.Println(err)
	// Output:
	// 0b000100000007536f2057686174080002000002320f00030b0000000000 <nil>
	// So What 562 <nil>
	// Thrift at title (byte 3): unexpected end of input
}

func ExampleThriftCompactCodec() {
	b, err := thrift.ThriftCompactCodec[Track]().Encode(Track{Title: "So What", Seconds: 562})
	fmt.Printf("%x %v\n", b, err)
	// Output:
	// 1807536f205768617415e408190800 <nil>
}

func ExampleDefinition() {
	fmt.Print(thrift.Definition[Track]())
	// Output:
	// namespace * thrift_test
	//
	// /** A piece of music. */
	// struct Track {
	//   /** As printed on the sleeve. */
	//   1: string title
	//   2: i32 seconds
	//   3: list<string> genres
	// }
}

func ExampleThriftBinaryCodec_stream() {
	tracks := thrift.ThriftBinaryCodec[Track]()
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
