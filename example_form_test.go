package weft_test

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/weft-go/weft"
)

func ExampleForm_EncodeMultipart() {
	form := weft.NewForm(
		weft.TextField("title", "Emma"),
		weft.BinaryField("notes", "notes.txt", "text/plain", []byte("three volumes")),
	)
	body, length, err := form.EncodeMultipart("boundary")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(length, "bytes")
	text, _ := io.ReadAll(body)
	fmt.Print(strings.ReplaceAll(string(text), "\r\n", "\n"))
	// Output:
	// 203 bytes
	// --boundary
	// Content-Disposition: form-data; name="title"
	//
	// Emma
	// --boundary
	// Content-Disposition: form-data; name="notes"; filename="notes.txt"
	// Content-Type: text/plain
	//
	// three volumes
	// --boundary--
}

func ExampleFormStream() {
	form := weft.NewForm(weft.TextField("title", "Emma"), weft.BinaryField("text", "emma.txt", "", []byte("Emma Woodhouse, handsome, …")))
	body, _, _ := form.EncodeMultipart("boundary")

	for field, err := range weft.NewFormStream(body, "boundary").Fields() {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(field.Name(), " ", field.FileName(), ": ")
		_, _ = io.Copy(os.Stdout, field) // as it arrives
		fmt.Println()
	}
	// Output:
	// title : Emma
	// text emma.txt: Emma Woodhouse, handsome, …
}
