package auth

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// DigestResponseOptions are settings of [DigestResponse]. The zero value has the
// defaults.
type DigestResponseOptions struct {
	// Count says how often the nonce of the challenge was answered, this answer
	// included. The default is 1, for a challenge just received.
	Count uint32

	// ClientNonce is the client's own part of the answer. The default is random.
	ClientNonce string
}

// DigestResponse returns the value of an Authorization field that answers a Digest
// challenge (RFC 7616 section 3.4). challenge is the value of a WWW-Authenticate
// field; of several in it the first that can be answered is taken. method and uri are
// those of the request that is to be sent, where uri is what stands in its first
// line: path and query.
//
// A client may keep the challenge and send the next request with a higher count at
// once, until it is answered with another challenge.
//
// It fails if the challenge is malformed, or asks for what is not supported: an
// algorithm other than SHA-256 and MD5, or a qop other than auth.
func DigestResponse(challenge, method, uri, user, password string, options ...DigestResponseOptions) (authorization string, err error) {
	var o DigestResponseOptions
	if len(options) > 0 {
		o = options[len(options)-1]
	}
	if o.Count == 0 {
		o.Count = 1
	}
	if o.ClientNonce == "" {
		o.ClientNonce = rand.Text()
	}
	if !ascii.IsFieldValue(uri) || !ascii.IsFieldValue(o.ClientNonce) {
		return "", errors.New("digest: uri and client nonce: a control character cannot be sent")
	}
	c, algorithm, err := chooseDigest(challenge)
	if err != nil {
		return "", err
	}
	a := digestAnswer{user: user, uri: uri, clientNonce: o.ClientNonce, algorithm: algorithm}
	a.realm, _ = c.Param("realm")
	a.nonce, _ = c.Param("nonce")
	a.counter = fmt.Sprintf("%08x", o.Count)
	a.response = a.compute(HA1(algorithm, user, a.realm, password), method)
	return a.write(c), nil
}

// chooseDigest returns the first challenge that can be answered, or why none can.
func chooseDigest(value string) (Challenge, Algorithm, error) {
	challenges, err := ParseChallenges(value)
	if err != nil {
		return Challenge{}, "", err
	}
	err = errors.New("digest: there is no Digest challenge")
	for _, c := range challenges {
		if !c.Is("Digest") {
			continue
		}
		algorithm, known := algorithmOf(c)
		switch {
		case !c.has("realm") || !c.has("nonce"):
			err = errors.New("digest: the challenge has no realm or no nonce")
		case !known:
			name, _ := c.Param("algorithm")
			err = fmt.Errorf("digest: algorithm %q: want SHA-256 or MD5", name)
		case !offersAuth(c):
			err = errors.New("digest: the challenge does not offer qop auth")
		default:
			return c, algorithm, nil
		}
	}
	return Challenge{}, "", err
}

// offersAuth reports whether auth is in the list of qop.
func offersAuth(c Challenge) bool {
	list, _ := c.Param("qop")
	for q := range strings.SplitSeq(list, ",") {
		if ascii.EqualFold(ascii.TrimOWS(q), "auth") {
			return true
		}
	}
	return false
}

// write returns the answer as it is sent. Which values have quotes is not left to
// taste (RFC 7616 section 3.4).
func (a digestAnswer) write(challenge Challenge) string {
	user := Param{Name: "username", Value: a.user}
	if !ascii.IsPrintable(a.user) {
		user = Param{Name: "username*", Value: encodeExtended(a.user), Bare: true}
	}
	c := Challenge{Scheme: "Digest", Params: []Param{
		user,
		{Name: "realm", Value: a.realm},
		{Name: "uri", Value: a.uri},
		{Name: "algorithm", Value: string(a.algorithm), Bare: true},
		{Name: "nonce", Value: a.nonce},
		{Name: "nc", Value: a.counter, Bare: true},
		{Name: "cnonce", Value: a.clientNonce},
		{Name: "qop", Value: "auth", Bare: true},
		{Name: "response", Value: a.response},
	}}
	if opaque, ok := challenge.Param("opaque"); ok {
		c.Params = append(c.Params, Param{Name: "opaque", Value: opaque})
	}
	return c.String()
}
