package weft_test

import (
	"fmt"

	"github.com/weft-go/weft"
)

func ExampleFlash() {
	signer, _ := weft.NewCookieSigner(weft.RandomSecret())

	// One response leaves a message.
	flash, _ := weft.NewFlash(weft.FlashSet("notice", "saved"))
	cookie, _ := flash.Cookie(signer)

	// The next request finds it.
	flash, _ = weft.OpenFlash(signer, cookie)
	notice, ok := weft.FlashGet[string]("notice").From(flash)
	fmt.Println(notice, ok)
	// Output: saved true
}
