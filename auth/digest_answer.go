package auth

import (
	"crypto/md5" //nolint:gosec // RFC 7616 has it; it can be switched off with DigestOptions.Algorithms
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/weft-go/weft/internal/ascii"
)

// An Algorithm is a hash function of Digest authentication (RFC 7616 section 3.3).
type Algorithm string

// The algorithms.
const (
	SHA256 Algorithm = "SHA-256"
	MD5    Algorithm = "MD5"
)

// hash returns the hash of a text in lower-case hexadecimal, or nothing if the
// algorithm is not known.
func (a Algorithm) hash(text string) string {
	switch a {
	case SHA256:
		sum := sha256.Sum256([]byte(text))
		return hex.EncodeToString(sum[:])
	case MD5:
		sum := md5.Sum([]byte(text)) //nolint:gosec // see the import
		return hex.EncodeToString(sum[:])
	}
	return ""
}

// algorithmOf returns the algorithm of a parameter. A missing one means MD5.
func algorithmOf(c Challenge) (Algorithm, bool) {
	name, ok := c.Param("algorithm")
	switch {
	case !ok, ascii.EqualFold(name, string(MD5)):
		return MD5, true
	case ascii.EqualFold(name, string(SHA256)):
		return SHA256, true
	}
	return "", false
}

// HA1 returns the hash of user, realm and password that can be stored in place of the
// password (RFC 7616 section 3.4.2), in lower-case hexadecimal. It is as good as the
// password within the realm, so keep it as safe. It is empty if the algorithm is not
// known.
func HA1(a Algorithm, user, realm, password string) string {
	return a.hash(user + ":" + realm + ":" + password)
}

// DigestCredentials are a client's answer to a Digest challenge (RFC 7616). They were
// checked to be for this request and for a nonce of this server, but not whether the
// client knows the password: that is what Check and Verify tell. A request is only
// authenticated if one of them has returned true.
type DigestCredentials struct {
	// User is the name of the user, which the client only claims.
	User string

	// Realm is the realm of the scheme.
	Realm string

	// Algorithm is the one that the client chose.
	Algorithm Algorithm

	proof *digestProof
}

// Kind returns [KindDigest].
func (c DigestCredentials) Kind() Kind { return KindDigest }

// UserName returns the user's name.
func (c DigestCredentials) UserName() string { return c.User }

// Check reports whether the client knows the password, in constant time.
func (c DigestCredentials) Check(password string) bool {
	return c.Verify(HA1(c.Algorithm, c.User, c.Realm, password))
}

// Verify is like Check for a stored hash, as [HA1] returns it for the credentials'
// algorithm.
func (c DigestCredentials) Verify(ha1 string) bool { return c.proof != nil && c.proof.check(ha1) }

func (c DigestCredentials) credentials() {}

// settle uses up the answer. It fails if nobody has found it to be right, and if it
// was used before.
func (c DigestCredentials) settle() error {
	switch {
	case c.proof == nil || !c.proof.found.Load():
		return errUnproved
	case !c.proof.claim():
		return errReplayed
	}
	return nil
}

var (
	errUnproved = errors.New("auth: the verifier accepted digest credentials without a successful Check or Verify")
	errReplayed = errors.New("auth: the digest answer was used before")
)

// A digestProof is an answer that waits to be proved. It is behind a pointer, where
// fmt does not print it, and where copies of the credentials share its result.
type digestProof struct {
	digest *digest
	answer digestAnswer
	method string
	found  atomic.Bool
}

func (p *digestProof) check(ha1 string) bool {
	want := p.answer.compute(ha1, p.method)
	if subtle.ConstantTimeCompare([]byte(want), []byte(p.answer.response)) != 1 {
		return false
	}
	p.found.Store(true)
	return true
}

// claim marks the counter as used. Two requests with the same answer may have come
// this far at the same time; one of them gets it.
func (p *digestProof) claim() bool {
	n, ok := p.digest.stamp.open(p.answer.nonce)
	return ok && p.digest.ledger.claim(n, p.answer.count)
}

// A digestAnswer holds the parameters of an answer (RFC 7616 section 3.4).
type digestAnswer struct {
	user, realm, nonce, uri, clientNonce, response string

	algorithm Algorithm
	count     uint32
	counter   string // count as it was written
}

// compute returns the response for a hash of user, realm and password (RFC 7616
// sections 3.4.1 and 3.4.3).
func (a digestAnswer) compute(ha1, method string) string {
	ha2 := a.algorithm.hash(method + ":" + a.uri)
	return a.algorithm.hash(strings.Join([]string{ha1, a.nonce, a.counter, a.clientNonce, "auth", ha2}, ":"))
}

// parseAnswer reads an Authorization field. It is false unless all that qop=auth needs
// is there.
func parseAnswer(field string) (digestAnswer, bool) {
	c, err := parseCredentials(field)
	if err != nil || !c.Is("Digest") {
		return digestAnswer{}, false
	}
	var a digestAnswer
	missing := false
	get := func(name string) string {
		v, ok := c.Param(name)
		missing = missing || !ok || v == ""
		return v
	}
	a.realm, a.nonce, a.uri = get("realm"), get("nonce"), get("uri")
	a.clientNonce, a.response, a.counter = get("cnonce"), get("response"), get("nc")
	qop := get("qop")
	var known, named, counted bool
	a.algorithm, known = algorithmOf(c)
	a.user, named = userOf(c)
	a.count, counted = countOf(a.counter)
	return a, !missing && known && named && counted && qop == "auth"
}

// countOf reads a counter, which has eight hexadecimal digits and starts at 1.
func countOf(s string) (uint32, bool) {
	n, err := strconv.ParseUint(s, 16, 32)
	return uint32(n), err == nil && n > 0 && len(s) == 8
}

// userOf returns the user's name, which is in one of two parameters. A hashed name is
// never asked for.
func userOf(c Challenge) (string, bool) {
	if hashed, _ := c.Param("userhash"); ascii.EqualFold(hashed, "true") {
		return "", false
	}
	plain, isPlain := c.Param("username")
	extended, isExtended := c.Param("username*")
	switch {
	case isPlain && isExtended:
		return "", false
	case isExtended:
		return decodeExtended(extended)
	}
	return plain, isPlain
}

// decodeExtended reads the ext-value of RFC 8187 section 3.2, in UTF-8 only.
func decodeExtended(s string) (string, bool) {
	charset, rest, ok := strings.Cut(s, "'")
	_, escaped, ok2 := strings.Cut(rest, "'")
	if !ok || !ok2 || !ascii.EqualFold(charset, "UTF-8") {
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(escaped); i++ {
		c := escaped[i]
		if c == '%' {
			if i+2 >= len(escaped) {
				return "", false
			}
			var ok bool
			if c, ok = ascii.UnhexPair(escaped[i+1], escaped[i+2]); !ok {
				return "", false
			}
			i += 2
		}
		b.WriteByte(c)
	}
	return b.String(), utf8.ValidString(b.String())
}

// encodeExtended writes the ext-value of a text.
func encodeExtended(s string) string {
	b := []byte("UTF-8''")
	for i := range len(s) {
		if c := s[i]; ascii.IsLetter(c) || ascii.IsDigit(c) {
			b = append(b, c)
		} else {
			b = append(b, '%')
			b = append(b, strings.ToUpper(hex.EncodeToString([]byte{c}))...)
		}
	}
	return string(b)
}
