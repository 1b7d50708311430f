package weft_test

import (
	"io"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

func TestFormFieldKinds(t *testing.T) {
	tests := []struct {
		name           string
		field          weft.FormField
		binary, stream bool
		length         int64
		mediaType      string
	}{
		{"text", weft.TextField("a", "text"), false, false, 4, ""},
		{"text with a type", weft.TextField("a", "text").WithMediaType("text/csv"), false, false, 4, "text/csv"},
		{"bytes", weft.BinaryField("a", "", "", []byte("data")), true, false, 4, "application/octet-stream"},
		{"file", weft.BinaryField("a", "f.png", "image/png", []byte("data")), true, false, 4, "image/png"},
		{"stream", weft.StreamField("a", "f", "", strings.NewReader("data"), 4), true, true, 4, "application/octet-stream"},
		{"stream of unknown size", weft.StreamField("a", "f", "", strings.NewReader("data"), -5), true, true, -1, "application/octet-stream"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := tt.field
			if f.IsBinary() != tt.binary || f.IsStream() != tt.stream || f.Len() != tt.length || f.MediaType() != tt.mediaType {
				t.Errorf("binary %v, stream %v, length %d, type %q", f.IsBinary(), f.IsStream(), f.Len(), f.MediaType())
			}
			b, err := io.ReadAll(f.Reader())
			if err != nil || string(b) != "text" && string(b) != "data" {
				t.Errorf("read %q, %v", b, err)
			}
			if f.IsStream() == (f.Text() != "") || f.Text() != string(f.Bytes()) {
				t.Errorf("the text is %q", f.Text())
			}
		})
	}
}
