// Package store keeps the shop in a SQLite database: books, covers, users, sessions.
// The database is a part of the program; there is nothing to install.
//
//	s, err := store.Open(ctx, "shop.db")
//	defer s.Close()
//	book, err := s.Book(ctx, 1)
//
// A new database is filled with books and two users, staff and reader, whose
// passwords are their names.
package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"

	_ "modernc.org/sqlite" // the driver
)

//go:embed schema.sql
var schema string

// ErrNone is the error of asking for something that is not there.
var ErrNone = errors.New("store: there is none")

// A Store is an open database. All methods may be called from several goroutines at
// once.
type Store struct {
	db *sql.DB
}

// Open opens the database in a file, and makes and fills it if it is new. The name
// :memory: stands for a database that is gone when it is closed. It fails if the file
// cannot be used.
func Open(ctx context.Context, file string) (*Store, error) {
	options := url.Values{"_pragma": {"foreign_keys(1)", "busy_timeout(5000)", "journal_mode(wal)"}}
	db, err := sql.Open("sqlite", "file:"+file+"?"+options.Encode())
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	// One connection is enough for a shop this size. It makes writers wait for each
	// other here, and not fail in SQLite, and it is what keeps :memory: in one piece.
	db.SetMaxOpenConns(1)
	s := &Store{db}
	if err := s.prepare(ctx); err != nil {
		_ = db.Close() // the first error says more
		return nil, fmt.Errorf("store: %s: %w", file, err)
	}
	return s, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Ping fails if the database does not answer.
func (s *Store) Ping(ctx context.Context) error { return s.db.PingContext(ctx) }

// Key returns the secret by which cookies are signed. It is made once for a database,
// so that sessions outlive a restart.
func (s *Store) Key(ctx context.Context) ([]byte, error) {
	fresh := make([]byte, 32)
	_, _ = rand.Read(fresh) // it never fails
	if _, err := s.db.ExecContext(ctx, `insert into settings values ('key', ?) on conflict do nothing`, fresh); err != nil {
		return nil, err
	}
	var key []byte
	err := s.db.QueryRowContext(ctx, `select value from settings where name = 'key'`).Scan(&key)
	return key, err
}

// prepare makes the tables, and fills them if there are no users yet: a shop whose
// books were all deleted stays empty.
func (s *Store) prepare(ctx context.Context) error {
	if _, err := s.db.ExecContext(ctx, schema); err != nil {
		return err
	}
	var users int
	if err := s.db.QueryRowContext(ctx, `select count(*) from users`).Scan(&users); err != nil || users > 0 {
		return err
	}
	return s.seed(ctx)
}

// inTransaction runs f in a transaction, which is rolled back if f fails.
func (s *Store) inTransaction(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// none turns the standard library's way to say that there is nothing into ours.
func none(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNone
	}
	return err
}
