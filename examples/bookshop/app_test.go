package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/examples/bookshop/api"
	"github.com/weft-go/weft/examples/bookshop/shop"
	"github.com/weft-go/weft/examples/bookshop/store"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/sse"
	"github.com/weft-go/weft/websocket"
	"github.com/weft-go/weft/wefttest"
)

// pixel is a picture: a GIF of one pixel.
const pixel = "GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"

// start opens a shop for one test and returns its address.
func start(t *testing.T) string {
	t.Helper()
	url, _ := startWithStore(t)
	return url
}

func startWithStore(t *testing.T) (string, *store.Store) {
	t.Helper()
	s, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	sh := shop.New(s, shop.Options{})
	t.Cleanup(func() {
		if err := errors.Join(sh.Close(), s.Close()); err != nil {
			t.Error(err)
		}
	})
	routes, err := application(t.Context(), s, sh)
	if err != nil {
		t.Fatal(err)
	}
	return wefttest.Start(t, routes, func(c server.Config) server.Config {
		config := configuration(c.Address)
		config.Logger = slog.New(slog.DiscardHandler)
		return config
	}).URL, s
}

// call returns a client, with the session of a user if there is a name.
func call(t *testing.T, url, user string) *client.Client {
	t.Helper()
	c := client.New(url)
	t.Cleanup(func() { _ = c.Close() })
	if user == "" {
		return c
	}
	session, err := api.LogIn.Client(c)(t.Context(), api.Credentials{User: user, Password: user})
	if err != nil {
		t.Fatal(err)
	}
	known := client.New(url, client.Config{Credentials: auth.NewBearerCredentials(session.Token)})
	t.Cleanup(func() { _ = known.Close() })
	return known
}

func TestBooks(t *testing.T) {
	guest := call(t, start(t), "")
	page, err := api.ListBooks.Client(guest)(t.Context(), api.Search{Query: "austen jane", Page: 1, Size: 2})
	if err != nil || page.Total != 3 || len(page.Books) != 2 || page.Books[0].Title != "Pride and Prejudice" {
		t.Errorf("got %+v, %v; want 2 of 3 books by Jane Austen, the oldest first", page, err)
	}
	count := 0
	books, err := api.ExportBooks.Client(guest)(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range books {
		if err != nil {
			t.Fatal(err)
		}
		count++
	}
	if count != 64 {
		t.Errorf("exported %d books, want 64", count)
	}
	_, err = api.GetBook.Client(guest)(t.Context(), 999)
	if missing := (api.NotFound{}); !errors.As(err, &missing) || missing.ID != 999 {
		t.Errorf("got %v, want NotFound of 999", err)
	}
}

func TestFormats(t *testing.T) {
	guest := call(t, start(t), "")
	for _, media := range []string{"application/json", "application/x-protobuf", "application/avro", "application/vnd.apache.thrift.binary", "application/msgpack"} {
		resp, err := guest.Do(t.Context(), weft.Get("/api/books/1").AddHeader("Accept", media))
		if err != nil {
			t.Fatal(err)
		}
		body, err := resp.Body().AsString()
		if resp.Status() != 200 || resp.Body().MediaType() != media || !strings.Contains(body, "Jane Austen") || err != nil {
			t.Errorf("%s: got %d %s, %v", media, resp.Status(), resp.Body().MediaType(), err)
		}
	}
}

func TestChanges(t *testing.T) {
	url := start(t)
	ctx := t.Context()
	draft := api.Draft{Title: "Silas Marner", Author: "George Eliot", Year: 1861, Price: 999, Stock: 1}

	var unexpected *endpointResponse
	if _, err := api.AddBook.Client(call(t, url, ""))(ctx, draft); !errors.As(err, &unexpected) || unexpected.Status != 401 {
		t.Errorf("a guest adds a book: got %v, want 401", err)
	}
	reader, staff := call(t, url, "reader"), call(t, url, "staff")
	if _, err := api.AddBook.Client(reader)(ctx, draft); !errors.As(err, new(api.Forbidden)) {
		t.Errorf("a reader adds a book: got %v, want Forbidden", err)
	}
	book, err := api.AddBook.Client(staff)(ctx, draft)
	if err != nil || book.Draft() != draft {
		t.Fatalf("got %+v, %v", book, err)
	}
	order, err := api.OrderBook.Client(reader)(ctx, book.ID, api.Wish{Quantity: 1})
	if err != nil || order.Total != 999 || order.Book.Stock != 0 {
		t.Errorf("got %+v, %v", order, err)
	}
	if _, err = api.OrderBook.Client(reader)(ctx, book.ID, api.Wish{Quantity: 1}); !errors.As(err, new(api.SoldOut)) {
		t.Errorf("got %v, want SoldOut", err)
	}
	draft.Title = ""
	if _, err = api.ReplaceBook.Client(staff)(ctx, book.ID, draft); !errors.As(err, &unexpected) || unexpected.Status != 422 {
		t.Errorf("a book without a title: got %v, want 422", err)
	}
	if err := api.DeleteBook.Client(staff)(ctx, book.ID); err != nil {
		t.Error(err)
	}
	if _, err = api.GetBook.Client(staff)(ctx, book.ID); !errors.As(err, new(api.NotFound)) {
		t.Errorf("got %v, want NotFound", err)
	}
}

func TestSession(t *testing.T) {
	url := start(t)
	_, err := api.LogIn.Client(call(t, url, ""))(t.Context(), api.Credentials{User: "staff", Password: "guess"})
	if !errors.As(err, new(api.BadLogin)) {
		t.Errorf("got %v, want BadLogin", err)
	}
	staff := call(t, url, "staff")
	if err := api.LogOut.Client(staff)(t.Context()); err != nil {
		t.Fatal(err)
	}
	var unexpected *endpointResponse
	if err := api.LogOut.Client(staff)(t.Context()); !errors.As(err, &unexpected) || unexpected.Status != 401 {
		t.Errorf("after logging out: got %v, want 401", err)
	}
}

func TestCover(t *testing.T) {
	staff := call(t, start(t), "staff")
	put := api.PutCover.Client(staff)
	if err := put(t.Context(), 1, strings.NewReader("<svg onload='alert(1)'/>")); !errors.As(err, new(api.BadCover)) {
		t.Errorf("got %v, want BadCover", err)
	}
	if err := put(t.Context(), 1, strings.NewReader(pixel)); err != nil {
		t.Fatal(err)
	}
	for path, media := range map[string]string{"/covers/1": "image/gif", "/covers/2": "image/svg+xml"} {
		resp, err := staff.Do(t.Context(), weft.Get(path))
		if err != nil || resp.Body().MediaType() != media {
			t.Errorf("%s: got %s, %v; want %s", path, resp.Body().MediaType(), err, media)
		}
		_ = resp.Body().Close()
	}
}

func TestImport(t *testing.T) {
	staff := call(t, start(t), "staff")
	const list = "title,author,year,price,stock\nNana,Émile Zola,1880,999,3\nHunger,Knut Hamsun,long ago,999,3\n"
	if _, err := api.StartImport.Client(staff)(t.Context(), "nonsense"); !errors.As(err, new(api.BadImport)) {
		t.Errorf("got %v, want BadImport", err)
	}
	job, err := api.StartImport.Client(staff)(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	events, err := api.WatchImport.Client(staff)(t.Context(), job.Import)
	if err != nil {
		t.Fatal(err)
	}
	var last sse.Message[api.Progress]
	for event, err := range events {
		if err != nil {
			t.Fatal(err)
		}
		last = event
	}
	want := []string{`line 3: want a number, got "long ago"`}
	if p := last.Value; last.Name != "progress" || !p.IsEnded || p.Done != 2 || p.Added != 1 || !slices.Equal(p.Faults, want) {
		t.Errorf("the last event is %+v", last)
	}
}

func TestChat(t *testing.T) {
	url := start(t)
	enter := func() *websocket.Typed[api.Line, api.Said] {
		socket, err := api.Chat.Client(websocket.NewDoer(url))(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		conn, err := websocket.Opened(socket)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Conn().CloseNow() })
		return conn
	}
	hears := func(conn *websocket.Typed[api.Line, api.Said], text string, mine bool) {
		t.Helper()
		line, err := conn.Receive(t.Context())
		if err != nil || line.Text != text || line.From != "Guest" || line.Mine != mine {
			t.Errorf("heard %+v, %v; want %q", line, err, text)
		}
	}
	ann := enter()
	if err := ann.Send(t.Context(), api.Said{Text: " hello "}); err != nil {
		t.Fatal(err)
	}
	hears(ann, "hello", true)
	bob := enter()
	hears(bob, "hello", false) // what was said before
	if err := bob.Send(t.Context(), api.Said{Text: "hi"}); err != nil {
		t.Fatal(err)
	}
	hears(ann, "hi", false)
	hears(bob, "hi", true)
}

func TestStock(t *testing.T) {
	url := start(t)
	staff := call(t, url, "staff")
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	resp, err := staff.Do(ctx, weft.Get("/live").AddHeader("Accept-Encoding", "identity"))
	if err != nil {
		t.Fatal(err)
	}
	stream := resp.Body().AsStream()
	defer stream.Close() // it has no end

	// The window may not listen yet when the stock first changes, so it goes on changing.
	draft := api.Draft{Title: "Jane Eyre", Author: "Charlotte Brontë", Year: 1847}
	changed := make(chan error, 1)
	go func() {
		for {
			draft.Stock++
			if _, err := api.ReplaceBook.Client(staff)(ctx, 4, draft); err != nil {
				changed <- err
				return
			}
		}
	}()
	event := make([]byte, 512)
	n, err := io.ReadAtLeast(stream, event, 40)
	if got := string(event[:n]); err != nil || !strings.Contains(got, `event: hyper-patch-signals`) || !strings.Contains(got, `{"_stock":{"b4":`) {
		t.Errorf("got %q, %v", got, err)
	}
	leave()
	<-changed
}
