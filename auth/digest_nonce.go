package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/weft-go/weft"
)

// A nonce has to be known again when it comes back, and has to expire. If the server
// kept every nonce it gives out, anyone could fill its memory by asking for
// challenges. So a nonce carries what there is to know, with a stamp that only the
// server can make:
//
//	8 bytes   when it was issued, in nanoseconds since 1970
//	8 bytes   random, so that no two are the same
//	16 bytes  HMAC-SHA256 of the two and of the realm, cut in half
//
// written in base64. The first sixteen bytes are its name in the [ledger].

const (
	nonceSize = 16
	macSize   = 16
)

// A nonce is the name of a nonce.
type nonce [nonceSize]byte

func (n nonce) nanos() int64 { return int64(binary.BigEndian.Uint64(n[:8])) }

func (n nonce) issued() time.Time { return time.Unix(0, n.nanos()) }

// A nonceStamp makes nonces for a realm and knows them again.
type nonceStamp struct {
	key   weft.Secret
	realm string
}

// issue returns a new nonce in its written form.
func (s nonceStamp) issue(now time.Time) string {
	var n nonce
	binary.BigEndian.PutUint64(n[:8], uint64(now.UnixNano()))
	rand.Read(n[8:]) // never fails, see crypto/rand
	return base64.RawURLEncoding.EncodeToString(append(n[:], s.mac(n)...))
}

// open returns the nonce of a written form, or false if the stamp is not right.
func (s nonceStamp) open(text string) (nonce, bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) != nonceSize+macSize {
		return nonce{}, false
	}
	n := nonce(b[:nonceSize])
	return n, hmac.Equal(b[nonceSize:], s.mac(n))
}

func (s nonceStamp) mac(n nonce) []byte {
	h := hmac.New(sha256.New, []byte(s.key.Reveal()))
	h.Write(n[:]) // of a fixed length, so that the realm cannot run into it
	h.Write([]byte(s.realm))
	return h.Sum(nil)[:macSize]
}
