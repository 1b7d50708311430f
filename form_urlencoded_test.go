package weft_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

func TestFormURLEncoded(t *testing.T) {
	const encoded = "a+b=%C3%A9%26&a+b=2&empty="
	f, err := weft.ParseForm("a+b=%c3%a9%26&a%20b=2&empty")
	if err != nil || formText(f) != "a b=é&;a b=2;empty=;" {
		t.Fatalf("ParseForm gave %q, %v", formText(f), err)
	}
	if got, err := f.EncodeURL(); err != nil || got != encoded {
		t.Errorf("EncodeURL() = %q, %v, want %q", got, err, encoded)
	}
}

func TestParseFormRefuses(t *testing.T) {
	for in, want := range map[string]string{
		"a=1&b=%zz":                  "form: offset 6: a percent sign without two hexadecimal digits",
		strings.Repeat("a=1&", 1001): "form: offset 4000: more than 1000 parameters",
	} {
		f, err := weft.ParseForm(in)
		if _, ok := errors.AsType[*weft.MalformedForm](err); !ok || err.Error() != want || f.Len() != 0 {
			t.Errorf("got %q, %v, want %s", formText(f), err, want)
		}
	}
}

func TestEncodeURLRefusesBinary(t *testing.T) {
	_, err := weft.NewForm(weft.BinaryField("file", "x", "", nil)).EncodeURL()
	if want := `form field "file": binary data needs multipart/form-data`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
