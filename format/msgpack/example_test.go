package msgpack_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/msgpack"
)

type Song struct {
	Title   string   `json:"title"`
	Seconds int      `json:"seconds"`
	Tags    []string `json:"tags"`
}

func Example() {
	songs := msgpack.MessagePackCodec[Song]()

	b, err := songs.Encode(Song{Title: "Blue", Seconds: 185, Tags: []string{"folk"}})
	fmt.Printf("%q %v\n", b, err)

	song, err := songs.Decode(b)
	fmt.Println(song, err)
	// Output:
	// "\x83\xa5title\xa4Blue\xa7seconds̹\xa4tags\x91\xa4folk" <nil>
	// {Blue 185 [folk]} <nil>
}

func ExampleMessagePackCodec_errors() {
	_, err := msgpack.MessagePackCodec[[]Song]().Decode([]byte("\x91\x83\xa5title\xa4Blue\xa7seconds\xa1x\xa4tags\x90"))
	if bad, ok := errors.AsType[*format.DecodeError](err); ok {
		fmt.Println(bad.Path, "at byte", bad.Offset)
	}
	fmt.Println(err)
	// Output:
	// [0].seconds at byte 21
	// MessagePack at [0].seconds (byte 21): want int, got str
}

func ExampleMessagePackCodec_stream() {
	numbers := msgpack.MessagePackCodec[int]()

	var out strings.Builder
	enc := numbers.StreamEncoder(&out)
	for i := range 3 {
		if err := enc.Encode(i * 10); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	for n, err := range numbers.StreamDecoder(strings.NewReader(out.String())) {
		fmt.Println(n, err)
	}
	// Output:
	// 0 <nil>
	// 10 <nil>
	// 20 <nil>
}
