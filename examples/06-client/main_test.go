package main

import (
	"strings"
	"testing"

	"github.com/weft-go/weft/wefttest"
)

func TestCall(t *testing.T) {
	srv := wefttest.Start(t, routes())
	var out strings.Builder
	if err := call(t.Context(), srv.URL, &out); err != nil {
		t.Fatal(err)
	}
	if want := "hello Ada <nil>\n3 <nil>\n2 <nil>\n1 <nil>\n404 Not Found\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func TestNobodyThere(t *testing.T) {
	srv := wefttest.Start(t, routes())
	srv.Close()
	if err := call(t.Context(), srv.URL, new(strings.Builder)); err == nil {
		t.Error("want an error")
	}
}
