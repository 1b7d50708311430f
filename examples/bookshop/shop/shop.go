// Package shop is what the shop does, without HTTP: its methods are the
// implementations of the endpoints in package api, and the pages call them too.
//
//	s := shop.New(store, shop.Options{})
//	defer s.Close()
//	routes := weft.NewRoutes(s.Routes())
//
// Who calls is in the context, as a [Caller]; see package auth.
package shop

import (
	"context"
	"errors"
	"io"
	"iter"
	"net/http"
	"strconv"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/examples/bookshop/api"
	"github.com/weft-go/weft/examples/bookshop/store"
	"github.com/weft-go/weft/hyper"
)

// Options are settings of a shop. The zero value is the default.
type Options struct {
	// Pace is how long an import waits after each book, so that people can watch it.
	// The default is not to wait.
	Pace time.Duration
}

// A Shop sells books. All methods may be called from several goroutines at once.
type Shop struct {
	store   *store.Store
	stock   *hyper.MemoryTopic
	room    *room
	imports *imports
}

// New returns a shop with a store, which has to stay open longer than the shop.
func New(s *store.Store, o Options) *Shop {
	sh := &Shop{
		store: s,
		stock: hyper.NewTopic(hyper.TopicOptions{Policy: hyper.Coalesce}),
		room:  newRoom(),
	}
	sh.imports = newImports(o.Pace, sh.add)
	return sh
}

// Close ends the imports that run and the streams of all windows.
func (s *Shop) Close() error {
	s.imports.close()
	return s.stock.Close()
}

// Ping fails if the store does not answer.
func (s *Shop) Ping(ctx context.Context) error { return s.store.Ping(ctx) }

// Routes returns the routes of the API.
func (s *Shop) Routes() weft.Routes {
	return weft.NewRoutes(
		api.ListBooks.Implement(s.Books),
		api.ExportBooks.Implement(s.Export),
		api.GetBook.Implement(s.Book),
		api.AddBook.Implement(s.Add),
		api.ReplaceBook.Implement(s.Replace),
		api.DeleteBook.Implement(s.Delete),
		api.OrderBook.Implement(s.Order),
		api.PutCover.Implement(s.PutCover),
		api.LogIn.Implement(s.LogIn),
		api.LogOut.Implement(s.LogOut),
		api.StartImport.Implement(s.StartImport),
		api.WatchImport.Implement(s.WatchImport),
		api.Chat.Implement(s.Chat),
	)
}

// Books returns a page of books.
func (s *Shop) Books(ctx context.Context, search api.Search) (api.Page, error) {
	return s.store.Books(ctx, search)
}

// Export returns all books.
func (s *Shop) Export(ctx context.Context) (iter.Seq2[api.Book, error], error) {
	return s.store.All(ctx), nil
}

// Book returns a book, or [api.NotFound].
func (s *Shop) Book(ctx context.Context, id int64) (api.Book, error) {
	book, err := s.store.Book(ctx, id)
	return book, missing(err, id)
}

// Add adds a book. It fails with [api.Forbidden] for all but the staff.
func (s *Shop) Add(ctx context.Context, d api.Draft) (api.Book, error) {
	if err := staffOnly(ctx); err != nil {
		return api.Book{}, err
	}
	return s.add(ctx, d)
}

// Replace changes a book, and tells every window about its stock. It fails with
// [api.NotFound] or [api.Forbidden].
func (s *Shop) Replace(ctx context.Context, id int64, d api.Draft) (api.Book, error) {
	if err := staffOnly(ctx); err != nil {
		return api.Book{}, err
	}
	book, err := s.store.ReplaceBook(ctx, id, d)
	if err != nil {
		return book, missing(err, id)
	}
	return book, s.tellStock(ctx, book)
}

// Delete removes a book. It fails with [api.NotFound] or [api.Forbidden].
func (s *Shop) Delete(ctx context.Context, id int64) error {
	if err := staffOnly(ctx); err != nil {
		return err
	}
	return missing(s.store.DeleteBook(ctx, id), id)
}

// Order sells copies, and tells every window what is left. It fails with
// [api.NotFound] or [api.SoldOut].
func (s *Shop) Order(ctx context.Context, id int64, wish api.Wish) (api.Order, error) {
	book, err := s.store.Take(ctx, id, wish.Quantity)
	if err != nil {
		return api.Order{}, missing(err, id)
	}
	return api.Order{Book: book, Quantity: wish.Quantity, Total: book.Price * wish.Quantity}, s.tellStock(ctx, book)
}

// PutCover takes a picture while it arrives. Its media type is found in its bytes,
// not in what the sender says, since browsers will show it. It fails with
// [api.BadCover], [api.NotFound] or [api.Forbidden].
func (s *Shop) PutCover(ctx context.Context, id int64, picture io.Reader) error {
	if err := staffOnly(ctx); err != nil {
		return err
	}
	if _, err := s.Book(ctx, id); err != nil {
		return err
	}
	data, err := io.ReadAll(io.LimitReader(picture, api.MaxCover+1))
	if err != nil {
		return err
	}
	if len(data) > api.MaxCover {
		return api.BadCover{Problem: "want at most 2 MiB"}
	}
	switch media := http.DetectContentType(data); media {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return s.store.PutCover(ctx, id, store.Cover{Media: media, Data: data})
	}
	return api.BadCover{Problem: "want a PNG, JPEG, GIF or WebP picture"}
}

// Cover returns the picture of a book: the one that was uploaded, or one that is
// drawn. It fails with [api.NotFound].
func (s *Shop) Cover(ctx context.Context, id int64) (store.Cover, error) {
	cover, err := s.store.Cover(ctx, id)
	if !errors.Is(err, store.ErrNone) {
		return cover, err
	}
	book, err := s.Book(ctx, id)
	return store.Cover{Media: "image/svg+xml", Data: draw(book)}, err
}

// Stock sends every change of stock to a page, until that is closed. The signals are
// _stock.b1 and so on. They begin with an underscore because no server wants them.
func (s *Shop) Stock(page *hyper.Stream) error { return s.stock.Stream(page) }

// StockKey returns the name of a book in the group of signals _stock.
func StockKey(id int64) string { return "b" + strconv.FormatInt(id, 10) }

// add adds a book for somebody who may.
func (s *Shop) add(ctx context.Context, d api.Draft) (api.Book, error) {
	return s.store.AddBook(ctx, d)
}

// tellStock publishes how many copies there are.
func (s *Shop) tellStock(ctx context.Context, b api.Book) error {
	key := StockKey(b.ID)
	patch := hyper.PatchSignals(map[string]map[string]int{"_stock": {key: b.Stock}})
	return s.stock.Publish(ctx, patch.WithKey(key))
}

// missing makes the store's error one of the API.
func missing(err error, id int64) error {
	if errors.Is(err, store.ErrNone) {
		return api.NotFound{What: "book", ID: id}
	}
	return err
}

// staffOnly fails unless the caller belongs to the staff.
func staffOnly(ctx context.Context) error {
	if caller, ok := auth.From[*Caller](ctx); ok && caller.Staff {
		return nil
	}
	return api.Forbidden{Needs: "staff"}
}
