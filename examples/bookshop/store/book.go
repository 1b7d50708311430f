package store

import (
	"context"
	"database/sql"
	"iter"
	"strings"

	"github.com/weft-go/weft/examples/bookshop/api"
)

// columns are those of a book, in the order in which they are scanned.
const columns = `id, title, author, year, price, stock`

// Books returns a page of the books that match, in the order of authors and years.
func (s *Store) Books(ctx context.Context, search api.Search) (api.Page, error) {
	where, args := condition(search.Query)
	page := api.Page{Books: []api.Book{}, Page: search.Page}
	if err := s.db.QueryRowContext(ctx, `select count(*) from books`+where, args...).Scan(&page.Total); err != nil {
		return page, err
	}
	args = append(args, search.Size, (search.Page-1)*search.Size)
	rows, err := s.db.QueryContext(ctx, `select `+columns+` from books`+where+` order by author, year, id limit ? offset ?`, args...) //nolint:gosec // what users enter is in args
	if err != nil {
		return page, err
	}
	defer rows.Close() // rows.Err tells
	for rows.Next() {
		book, err := scan(rows)
		if err != nil {
			return page, err
		}
		page.Books = append(page.Books, book)
	}
	return page, rows.Err()
}

// All iterates over all books. It asks for some at a time, so that a slow reader does
// not keep the database from others.
func (s *Store) All(ctx context.Context) iter.Seq2[api.Book, error] {
	return func(yield func(api.Book, error) bool) {
		for number := 1; ; number++ {
			page, err := s.Books(ctx, api.Search{Page: number, Size: 100})
			if err != nil {
				yield(api.Book{}, err)
				return
			}
			for _, book := range page.Books {
				if !yield(book, nil) {
					return
				}
			}
			if len(page.Books) < 100 {
				return
			}
		}
	}
}

// Book returns a book, or [ErrNone].
func (s *Store) Book(ctx context.Context, id int64) (api.Book, error) {
	book, err := scan(s.db.QueryRowContext(ctx, `select `+columns+` from books where id = ?`, id))
	return book, none(err)
}

// AddBook adds a book.
func (s *Store) AddBook(ctx context.Context, d api.Draft) (api.Book, error) {
	return scan(s.db.QueryRowContext(ctx,
		`insert into books (title, author, year, price, stock) values (?, ?, ?, ?, ?) returning `+columns,
		d.Title, d.Author, d.Year, d.Price, d.Stock))
}

// ReplaceBook changes a book, or returns [ErrNone].
func (s *Store) ReplaceBook(ctx context.Context, id int64, d api.Draft) (api.Book, error) {
	book, err := scan(s.db.QueryRowContext(ctx,
		`update books set title = ?, author = ?, year = ?, price = ?, stock = ? where id = ? returning `+columns,
		d.Title, d.Author, d.Year, d.Price, d.Stock, id))
	return book, none(err)
}

// DeleteBook removes a book and its cover, or returns [ErrNone].
func (s *Store) DeleteBook(ctx context.Context, id int64) error {
	return none(s.db.QueryRowContext(ctx, `delete from books where id = ? returning id`, id).Scan(&id))
}

// Take takes copies from the stock of a book, all of them or none. It returns the
// book as it is afterwards, [ErrNone], or [api.SoldOut] if there are not enough.
func (s *Store) Take(ctx context.Context, id int64, quantity int) (book api.Book, err error) {
	err = s.inTransaction(ctx, func(tx *sql.Tx) error {
		book, err = scan(tx.QueryRowContext(ctx, `select `+columns+` from books where id = ?`, id))
		if err != nil {
			return none(err)
		}
		if book.Stock < quantity {
			return api.SoldOut{ID: id, Stock: book.Stock}
		}
		book.Stock -= quantity
		_, err = tx.ExecContext(ctx, `update books set stock = ? where id = ?`, book.Stock, id)
		return err
	})
	return book, err
}

// condition returns the where clause for the words of a query.
func condition(query string) (where string, args []any) {
	for i, word := range strings.Fields(query) {
		where += []string{" where ", " and "}[min(i, 1)] + `(title || ' ' || author || ' ' || year) like ? escape '\'`
		args = append(args, "%"+likeEscaper.Replace(word)+"%")
	}
	return where, args
}

// likeEscaper keeps the wildcards of LIKE from meaning anything.
var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// scan reads a book from a row.
func scan(row interface{ Scan(...any) error }) (b api.Book, err error) {
	err = row.Scan(&b.ID, &b.Title, &b.Author, &b.Year, &b.Price, &b.Stock)
	return b, err
}
