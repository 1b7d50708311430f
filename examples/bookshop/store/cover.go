package store

import "context"

// A Cover is a picture of a book's cover.
type Cover struct {
	// Media is its media type.
	Media string
	// Data is the picture. It must not be changed.
	Data []byte
}

// Cover returns the picture that was uploaded for a book, or [ErrNone].
func (s *Store) Cover(ctx context.Context, book int64) (c Cover, err error) {
	err = s.db.QueryRowContext(ctx, `select media, data from covers where book = ?`, book).Scan(&c.Media, &c.Data)
	return c, none(err)
}

// PutCover replaces the picture of a book, which has to exist.
func (s *Store) PutCover(ctx context.Context, book int64, c Cover) error {
	_, err := s.db.ExecContext(ctx,
		`insert into covers values (?, ?, ?) on conflict (book) do update set media = excluded.media, data = excluded.data`,
		book, c.Media, c.Data)
	return err
}
