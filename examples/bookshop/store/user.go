package store

import (
	"context"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A User is somebody who may log in.
type User struct {
	Name  string
	Staff bool // may change books
}

// SessionTime is how long a login lasts.
const SessionTime = 12 * time.Hour

// rounds is how often a password is hashed; see the recommendations of OWASP.
const rounds = 600_000

// LogIn returns the user with a name and a password and a token for a new session,
// or [ErrNone]. An unknown name costs as much time as a wrong password.
func (s *Store) LogIn(ctx context.Context, name, password string) (user User, token string, expires time.Time, err error) {
	var hashed string
	err = s.db.QueryRowContext(ctx, `select name, staff, password from users where name = ?`, name).
		Scan(&user.Name, &user.Staff, &hashed)
	if err = none(err); err != nil && !errors.Is(err, ErrNone) {
		return User{}, "", time.Time{}, err
	}
	if !matches(hashed, password) || err != nil {
		return User{}, "", time.Time{}, ErrNone
	}
	token, expires = rand.Text(), time.Now().Add(SessionTime)
	_, err = s.db.ExecContext(ctx, `insert into sessions values (?, ?, ?)`, digest(token), user.Name, expires.Unix())
	return user, token, expires, err
}

// UserByToken returns the user of a session, or [ErrNone] if it has ended.
func (s *Store) UserByToken(ctx context.Context, token string) (user User, err error) {
	err = s.db.QueryRowContext(ctx,
		`select name, staff from sessions join users on name = user where token = ? and expires > ?`,
		digest(token), time.Now().Unix()).Scan(&user.Name, &user.Staff)
	return user, none(err)
}

// LogOut ends a session, and forgets those whose time is over.
func (s *Store) LogOut(ctx context.Context, token string) error {
	_, err := s.db.ExecContext(ctx, `delete from sessions where token = ? or expires < ?`, digest(token), time.Now().Unix())
	return err
}

// AddUser adds a user. It fails if there is one with that name.
func (s *Store) AddUser(ctx context.Context, user User, password string) error {
	hashed, err := hash(password)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `insert into users values (?, ?, ?)`, user.Name, hashed, user.Staff)
	return err
}

// digest is what is kept of a token. A token is random, so one round is enough.
func digest(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// hash returns a password as it is kept: salt and key (PBKDF2, RFC 8018).
func hash(password string) (string, error) {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // it never fails
	key, err := pbkdf2.Key(sha256.New, password, salt, rounds, 32)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s.%s", base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key)), nil
}

// matches says whether a password is the one that was hashed. It takes the same time
// if there is none.
func matches(hashed, password string) bool {
	saltText, keyText, _ := strings.Cut(hashed, ".")
	salt, _ := base64.RawStdEncoding.DecodeString(saltText)
	want, _ := base64.RawStdEncoding.DecodeString(keyText)
	got, err := pbkdf2.Key(sha256.New, password, salt, rounds, 32)
	return err == nil && subtle.ConstantTimeCompare(got, want) == 1
}
