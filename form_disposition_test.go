package weft_test

import (
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

func TestFormDisposition(t *testing.T) {
	tests := []struct {
		name, header   string
		want, fileName string
		binary         bool
	}{
		{"quoted", `form-data; name="a b"`, "a b", "", false},
		{"token", `form-data; name=a`, "a", "", false},
		{"case and space", "Form-Data ;\tNAME=a ; x=y", "a", "", false},
		{"empty", `form-data; name=""`, "", "", false},
		{"UTF-8", `form-data; name="é€"`, "é€", "", false},
		{"quote of a browser", `form-data; name="a%22b%0D%0A%41"`, `a"b%0D%0A%41`, "", false},
		{"quote of curl", `form-data; name="a\"b\\c"`, `a"b\c`, "", false},
		{"backslash of a browser", `form-data; name="a\b"`, `a\b`, "", false},
		{"semicolon", `form-data; name="a;b"; filename="c;d"`, "a;b", "c;d", true},
		{"file", `form-data; name="a"; filename="b.txt"`, "a", "b.txt", true},
		{"no file chosen", `form-data; name="a"; filename=""`, "a", "", true},
		{"directories", `form-data; name="a"; filename="../../etc/passwd"`, "a", "passwd", true},
		{"Windows directories", `form-data; name="a"; filename="C:\Users\x.txt"`, "a", "x.txt", true},
		{"only dots", `form-data; name="a"; filename=".."`, "a", "", true},
		{"extended", `form-data; name="a"; filename*=UTF-8''%e2%82%ac%20rates`, "a", "€ rates", true},
		{"extended goes first", `form-data; name="a"; filename*=utf-8'en'%41; filename="b"`, "a", "A", true},
		{"extended goes first, after", `form-data; name="a"; filename="b"; filename*=utf-8''c%2Fd`, "a", "d", true},
		{"extended Latin-1", `form-data; name="a"; filename*=ISO-8859-1''%e9`, "a", "é", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := lines("--b", "content-disposition: "+tt.header, "", "x", "--b--")
			form, err := weft.NewFormStream(strings.NewReader(in), "b").Collect()
			if err != nil {
				t.Fatal(err)
			}
			for field := range form.Fields() {
				if field.Name() != tt.want || field.FileName() != tt.fileName || field.IsBinary() != tt.binary {
					t.Errorf("got %q, %q, %v", field.Name(), field.FileName(), field.IsBinary())
				}
			}
		})
	}
}

func TestFormDispositionRefused(t *testing.T) {
	for _, header := range []string{
		"", "form-data", `form-data; filename="a"`, `attachment; name="a"`, `form-data; name`, `form-data; name="a`,
		`form-data; name="a"; name="b"`, `form-data name="a"`, `form-data; name="a"; filename*=x`, `form-data; name="a"; filename*=UTF-8''%zz`,
		`form-data; name="a"; filename*=UTF-8''%ff`, `form-data; name="a"; filename*=UTF-8''%0a`, `form-data; name="a"; filename*=KOI8-R''x`,
	} {
		in := lines("--b", "Content-Disposition: "+header, "", "x", "--b--")
		if form, err := weft.NewFormStream(strings.NewReader(in), "b").Collect(); err == nil {
			t.Errorf("%q gave %q", header, formText(form))
		}
	}
}

func TestFormPartMediaTypes(t *testing.T) {
	for mediaType, binary := range map[string]bool{
		"text/plain":               false,
		"Text/CSV; charset=utf-8":  false,
		"application/json":         true,
		"application/octet-stream": true,
		"textual/but-not-text":     true,
	} {
		in := lines("--b", `Content-Disposition: form-data; name="a"`, "Content-Type: "+mediaType, "Content-Transfer-Encoding: 8BIT", "X-Other: y", "", "x", "--b--")
		form, err := weft.NewFormStream(strings.NewReader(in), "b").Collect()
		if err != nil {
			t.Fatal(err)
		}
		if field, _ := form.Get("a"); field.IsBinary() != binary || field.MediaType() != mediaType || field.Text() != "x" {
			t.Errorf("%s: binary %v, type %q", mediaType, field.IsBinary(), field.MediaType())
		}
	}
}
