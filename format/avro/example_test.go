package avro_test

import (
	"fmt"

	"github.com/weft-go/weft/format/avro"
)

type Song struct {
	Title   string   `json:"title" doc:"As on the record."`
	Seconds int32    `json:"seconds"`
	Tags    []string `json:"tags"`
	Album   *string  `json:"album"`
}

func Example() {
	songs := avro.SchemaBasedBinaryCodec[Song]()

	b, err := songs.Encode(Song{Title: "Blue", Seconds: 185, Tags: []string{"folk"}})
	fmt.Printf("%q %v\n", b, err)

	song, err := songs.Decode(b)
	fmt.Println(song.Title, song.Seconds, song.Tags, err)
	// Output:
	// "\bBlue\xf2\x02\x02\bfolk\x00\x00" <nil>
	// Blue 185 [folk] <nil>
}

func ExampleDefinition() {
	fmt.Println(avro.Definition[Song]())
	// Output:
	// {
	//   "type": "record",
	//   "name": "Song",
	//   "namespace": "com.github.weft_go.weft.format.avro_test",
	//   "fields": [
	//     {
	//       "name": "title",
	//       "type": "string",
	//       "doc": "As on the record."
	//     },
	//     {
	//       "name": "seconds",
	//       "type": "int"
	//     },
	//     {
	//       "name": "tags",
	//       "type": {
	//         "type": "array",
	//         "items": "string"
	//       }
	//     },
	//     {
	//       "name": "album",
	//       "type": [
	//         "null",
	//         "string"
	//       ],
	//       "default": null
	//     }
	//   ]
	// }
}
