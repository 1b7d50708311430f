package client

import (
	"strings"
	"sync"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
)

// A digester answers Digest challenges (RFC 7616) with a password. It keeps the latest
// challenge, so that only the first request needs two turns: each further one is
// answered beforehand, with a count that rises, until the server sends another
// challenge. A nil digester has nothing to say.
type digester struct {
	user     string
	password weft.Secret

	mu        sync.Mutex
	challenge string // empty before the first one
	count     uint32 // how often the challenge was answered
}

// challenged says whether there is a challenge to answer.
func (d *digester) challenged() bool {
	if d == nil {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.challenge != ""
}

// learn keeps the challenge in the WWW-Authenticate fields of a refusal. It is false if
// there is none that can be answered; the one that was kept is then good for nothing
// either.
func (d *digester) learn(fields []string) bool {
	challenge := strings.Join(fields, ", ")
	_, err := auth.DigestResponse(challenge, "GET", "/", d.user, d.password.Reveal())
	if err != nil {
		challenge = ""
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.challenge, d.count = challenge, 0
	return err == nil
}

// answer returns the Authorization field for a request, or false if there is no
// challenge.
func (d *digester) answer(method, uri string) (string, bool) {
	if d == nil {
		return "", false
	}
	d.mu.Lock()
	d.count++
	challenge, count := d.challenge, d.count
	d.mu.Unlock()
	if challenge == "" {
		return "", false
	}
	value, err := auth.DigestResponse(challenge, method, uri, d.user, d.password.Reveal(), auth.DigestResponseOptions{Count: count})
	return value, err == nil
}
