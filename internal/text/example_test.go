package text_test

import (
	"errors"
	"fmt"

	"github.com/weft-go/weft/internal/text"
)

func ExampleFor() {
	codec, err := text.For[int8]()
	if err != nil {
		fmt.Println(err)
		return
	}
	n, _ := codec.Decode("42")
	fmt.Println(n, codec.Kind(), codec.Bits())

	_, err = codec.Decode("ten")
	fmt.Println(err)
	_, err = codec.Decode("300")
	fmt.Println(err)
	// Output:
	// 42 int 8
	// want int8, got "ten"
	// want int8 (-128 to 127), got "300"
}

func ExampleUnsupported() {
	_, err := text.For[map[string]int]()
	unsupported, ok := errors.AsType[*text.Unsupported](err)
	fmt.Println(ok, unsupported.Type)
	// Output: true map[string]int
}
