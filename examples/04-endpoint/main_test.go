package main

import (
	"testing"

	"github.com/weft-go/weft/wefttest"
)

func TestServed(t *testing.T) {
	app := wefttest.New(t, routes())
	app.Get("/books/1").Status(200).Body(`{"id":1,"title":"War and Peace"}`)
	app.Get("/books/1?lang=de").Status(200).BodyContains("Krieg und Frieden")
	app.Get("/books/7").Status(404).Body(`{"id":7}`)
}

func TestCalled(t *testing.T) {
	srv := wefttest.Start(t, routes())
	for _, c := range []struct {
		id         int64
		lang, want string
	}{
		{1, "en", "War and Peace"},
		{1, "de", "Krieg und Frieden"},
		{7, "en", "book 7 is missing"},
	} {
		if got := show(t.Context(), srv.URL, c.id, c.lang); got != c.want {
			t.Errorf("show(%d, %q) = %q, want %q", c.id, c.lang, got, c.want)
		}
	}
}

func TestURL(t *testing.T) {
	url, err := GetBook.URL("https://books.example", 42)
	if err != nil || url != "https://books.example/books/42" {
		t.Errorf("got %q, %v", url, err)
	}
}
