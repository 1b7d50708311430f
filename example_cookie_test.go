package weft_test

import (
	"fmt"
	"time"

	"github.com/weft-go/weft"
)

func ExampleCookie_SetCookieString() {
	session := weft.NewCookie("__Host-id", "31d4d96e").
		WithPath("/").WithSecure(true).WithHTTPOnly(true).
		WithSameSite(weft.SameSiteLax).WithMaxAge(time.Hour)
	fmt.Println(session.SetCookieString())

	_, err := session.WithPath("/admin").SetCookieString()
	fmt.Println(err)
	// Output:
	// __Host-id=31d4d96e; Path=/; Max-Age=3600; Secure; HttpOnly; SameSite=Lax <nil>
	// cookie "__Host-id": name: the prefix __Host- needs the path "/"
}

func ExampleCookieSigner() {
	signer, err := weft.NewCookieSigner(weft.NewSecret("a key of at least 32 random bytes"))
	if err != nil {
		fmt.Println(err)
		return
	}
	sent := signer.Sign(weft.NewCookie("user", "ann"))

	got, err := signer.Verify(sent)
	fmt.Println(got.Value, err)

	_, err = signer.Verify(sent.WithValue("." + "Ym9i" + sent.Value[5:])) // "bob" instead
	fmt.Println(err)
	// Output:
	// ann <nil>
	// cookie "user": not signed or sealed with a known key
}
