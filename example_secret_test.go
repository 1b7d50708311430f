package weft_test

import (
	"fmt"

	"github.com/weft-go/weft"
)

func ExampleSecret() {
	password := weft.NewSecret("correct horse")
	fmt.Printf("%v %q %+v\n", password, password, struct{ Password weft.Secret }{password})
	fmt.Println(password.Equal(weft.NewSecret("correct horse")))
	// Output:
	// [secret] [secret] {Password:[secret]}
	// true
}
