package store

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// classics has a book a line: year, author and title, with tabs between them.
//
//go:embed classics.tsv
var classics string

// seed fills an empty database.
func (s *Store) seed(ctx context.Context) error {
	err := s.inTransaction(ctx, func(tx *sql.Tx) error {
		for i, line := range strings.Split(strings.TrimSpace(classics), "\n") {
			if err := seedBook(ctx, tx, i, line); err != nil {
				return fmt.Errorf("classics.tsv:%d: %w", i+1, err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.AddUser(ctx, User{Name: "reader"}, "reader"); err != nil {
		return err
	}
	return s.AddUser(ctx, User{Name: "staff", Staff: true}, "staff")
}

// seedBook adds one book. Price and stock are made up, the same in every new shop.
func seedBook(ctx context.Context, tx *sql.Tx, i int, line string) error {
	year, rest, _ := strings.Cut(line, "\t")
	author, title, ok := strings.Cut(rest, "\t")
	number, err := strconv.Atoi(year)
	if err != nil || !ok {
		return fmt.Errorf("want year, author and title, got %q", line)
	}
	price, stock := 699+(i*37%16)*100, (i*7+3)%13
	_, err = tx.ExecContext(ctx, `insert into books (title, author, year, price, stock) values (?, ?, ?, ?, ?)`,
		title, author, number, price, stock)
	return err
}
