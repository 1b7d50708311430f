package coding_test

import (
	"slices"
	"testing"

	"github.com/weft-go/weft/internal/coding"
)

func TestElements(t *testing.T) {
	tests := []struct {
		list string
		want []string
	}{
		{"", nil},
		{" , ,", nil},
		{"a", []string{"a"}},
		{"a, b ,\tc", []string{"a", "b", "c"}},
		{`a="x,y", b`, []string{`a="x,y"`, "b"}},
		{`a="x\",y", b`, []string{`a="x\",y"`, "b"}},
		{`a="x, b`, []string{`a="x, b`}},
		{`"\`, []string{`"\`}},
	}
	for _, test := range tests {
		if got := slices.Collect(coding.Elements(test.list)); !slices.Equal(got, test.want) {
			t.Errorf("Elements(%q): %q, want %q", test.list, got, test.want)
		}
	}
}

func TestAddVary(t *testing.T) {
	tests := []struct {
		name    string
		fields  []string
		want    string
		changed bool
	}{
		{"none", nil, "Accept-Encoding", true},
		{"empty", []string{""}, "Accept-Encoding", true},
		{"another", []string{"Origin"}, "Origin, Accept-Encoding", true},
		{"several", []string{"Origin, Accept", "Cookie"}, "Origin, Accept, Cookie, Accept-Encoding", true},
		{"there already", []string{"Origin, accept-encoding"}, "", false},
		{"everything", []string{"*"}, "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, changed := coding.AddVary(test.fields); got != test.want || changed != test.changed {
				t.Errorf("AddVary(%q): %q, %v; want %q, %v", test.fields, got, changed, test.want, test.changed)
			}
		})
	}
}

func TestWeakTag(t *testing.T) {
	for tag, want := range map[string]string{`"a"`: `W/"a"`, `W/"a"`: `W/"a"`, `a`: `a`, ``: ``} {
		if got := coding.WeakTag(tag); got != want {
			t.Errorf("WeakTag(%q): %q, want %q", tag, got, want)
		}
	}
}

func TestHasDirective(t *testing.T) {
	tests := []struct {
		field string
		want  bool
	}{
		{"no-transform", true},
		{"public, No-Transform, max-age=3", true},
		{"no-transform=1", true},
		{"max-age=3", false},
		{"x-no-transform", false},
		{`private="no-transform"`, false},
		{`private="a, no-transform"`, false},
	}
	for _, test := range tests {
		if got := coding.HasDirective(test.field, "no-transform"); got != test.want {
			t.Errorf("HasDirective(%q): %v", test.field, got)
		}
	}
}

func TestHasElement(t *testing.T) {
	if !coding.HasElement(`"a", W/"b"`, `W/"b"`) || coding.HasElement(`"a,W/"`, `W/`) || coding.HasElement(`W/"b"`, `"b"`) {
		t.Error("an element was not told from others")
	}
}

func TestIsCompressed(t *testing.T) {
	compressed := []string{
		"image/png", "image/jpeg", "image/webp", "IMAGE/PNG", "image/avif; q=1", "audio/mpeg", "video/mp4",
		"font/woff", "font/woff2", "application/font-woff2", "application/zip", "application/gzip", "application/x-7z-compressed",
		"application/zstd", "application/pdf", "application/epub+zip", "application/tar+gzip", "application/java-archive",
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/vnd.oasis.opendocument.text",
	}
	plain := []string{
		"", "text/plain", "text/html; charset=utf-8", "text/event-stream", "application/json", "application/problem+json",
		"application/javascript", "application/wasm", "application/octet-stream", "application/x-protobuf", "image/svg+xml",
		"image/bmp", "image/x-icon", "font/ttf", "font/otf", "application/x-tar", "multipart/form-data; boundary=x",
		"application/vnd.oasis.opendocument.text-flat-xml", "application/xhtml+xml", "nonsense",
	}
	for _, media := range compressed {
		if !coding.IsCompressed(media) {
			t.Errorf("%s is not known as compressed", media)
		}
	}
	for _, media := range plain {
		if coding.IsCompressed(media) {
			t.Errorf("%s is taken for compressed", media)
		}
	}
}
