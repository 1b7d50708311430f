package payload_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/weft-go/weft/bench/payload"
)

func TestJSONIsValidAndOfTheStatedSize(t *testing.T) {
	doc := payload.JSON()
	if len(doc) != payload.JSONSize {
		t.Errorf("got %d bytes, want %d", len(doc), payload.JSONSize)
	}
	if !json.Valid(doc) {
		t.Errorf("not valid JSON: %s", doc)
	}
	if i := bytes.IndexAny(doc, `$'\`); i >= 0 {
		t.Errorf("byte %d is %q, which an nginx configuration cannot hold", i, doc[i])
	}
}

func TestAppendPostsTakesStringsAndBytes(t *testing.T) {
	const want = "user 7 limit 10 offset 20"
	if got := payload.AppendPosts(nil, "7", "10", "20"); string(got) != want {
		t.Errorf("strings: got %q, want %q", got, want)
	}
	if got := payload.AppendPosts(nil, []byte("7"), []byte("10"), []byte("20")); string(got) != want {
		t.Errorf("bytes: got %q, want %q", got, want)
	}
}
