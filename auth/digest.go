package auth

import (
	"slices"
	"strings"
	"time"

	"github.com/weft-go/weft"
)

// Digest returns the type that requires proof of a password in the Authorization
// field without the password itself being sent (RFC 7616, with qop=auth). The
// credentials are [DigestCredentials]; their Check has to succeed for the request to
// be authenticated.
//
// An answer is accepted once: it is bound to the method and the URL of the request
// and to a nonce of this server with a counter. Answers to a nonce that is too old or
// not known any more are refused with stale=true, on which clients try again without
// asking the user.
//
// Endpoints that share a type share its nonces, so that a client which knows one can
// go on using it; make one type for a realm. Digest panics if the realm has control
// characters, if there are several options, and if an algorithm is not known.
func Digest(realm string, options ...DigestOptions) Type {
	if len(options) > 1 {
		mistake("auth.Digest: want one set of options, got %d", len(options))
	}
	var o DigestOptions
	if len(options) == 1 {
		o = options[0]
	}
	return Type{[]scheme{newDigest(realmOf("Digest", []string{realm}), o)}}
}

// DigestOptions are settings of [Digest]. The zero value has the defaults.
type DigestOptions struct {
	// Algorithms are those that clients may use, the preferred one first. The default
	// is SHA-256 and MD5; MD5 is broken for other purposes and is still what many
	// clients know.
	Algorithms []Algorithm

	// Key stamps nonces. The default is a random one, so that nonces are not valid on
	// another server, nor after a restart. Servers that share a key accept each
	// other's nonces, but not each other's counters: a request could be sent again to
	// another one.
	Key weft.Secret

	// Lifetime is how long a nonce may be used. The default is 5 minutes.
	Lifetime time.Duration

	// MaxNonces is how many nonces in use are remembered with their counters. The
	// default is 10000, which takes about 1 MB. If there are more, clients whose nonce
	// was forgotten are told that it is stale.
	MaxNonces int
}

const (
	defaultLifetime  = 5 * time.Minute
	defaultMaxNonces = 10_000
)

// A digest is the scheme of one realm. Its ledger is the only thing in this package
// that changes while requests are served.
type digest struct {
	realm      string
	algorithms []Algorithm
	lifetime   time.Duration
	stamp      nonceStamp
	ledger     *ledger
}

func newDigest(realm string, o DigestOptions) *digest {
	if len(o.Algorithms) == 0 {
		o.Algorithms = []Algorithm{SHA256, MD5}
	}
	for _, a := range o.Algorithms {
		if a.hash("") == "" {
			mistake("auth.Digest: algorithm %q is not known", a)
		}
	}
	if o.Key.IsZero() {
		o.Key = weft.RandomSecret()
	}
	if o.Lifetime <= 0 {
		o.Lifetime = defaultLifetime
	}
	if o.MaxNonces <= 0 {
		o.MaxNonces = defaultMaxNonces
	}
	return &digest{
		realm:      realm,
		algorithms: slices.Clone(o.Algorithms),
		lifetime:   o.Lifetime,
		stamp:      nonceStamp{o.Key, realm},
		ledger:     newLedger(o.MaxNonces, o.Lifetime),
	}
}

func (d *digest) describe() Scheme {
	return Scheme{Kind: KindDigest, Name: KindDigest.String(), Realm: d.realm}
}

// challenges offers each algorithm with the same nonce (RFC 7616 section 3.7).
func (d *digest) challenges(sent authorization) []Challenge {
	nonce, stale := d.stamp.issue(time.Now()), d.isStale(sent)
	var challenges []Challenge
	for _, a := range d.algorithms {
		c := Challenge{Scheme: "Digest", Params: []Param{
			{Name: "realm", Value: d.realm},
			{Name: "qop", Value: "auth"},
			{Name: "algorithm", Value: string(a), Bare: true},
			{Name: "nonce", Value: nonce},
			{Name: "charset", Value: "UTF-8", Bare: true},
		}}
		if stale {
			c.Params = append(c.Params, Param{Name: "stale", Value: "true", Bare: true})
		}
		challenges = append(challenges, c)
	}
	return challenges
}

// isStale reports whether an answer was refused because of its nonce, whoever sent it
// (RFC 7616 section 3.3). A wrong password with a good nonce is not stale, so clients
// do not try it for ever.
func (d *digest) isStale(sent authorization) bool {
	if !sent.is(KindDigest) {
		return false
	}
	a, ok := parseAnswer(sent.String())
	return ok && a.realm == d.realm && !d.isUsable(a)
}

// isUsable reports whether an answer's nonce is one of this server, still valid, and
// not yet used with this counter.
func (d *digest) isUsable(a digestAnswer) bool {
	n, ok := d.stamp.open(a.nonce)
	if !ok {
		return false
	}
	age := time.Since(n.issued())
	return -d.lifetime < age && age < d.lifetime && d.ledger.isFree(n, a.count)
}

// read checks all of an answer but the proof itself, for which the verifier has the
// password.
func (d *digest) read(in incoming) (Credentials, bool) {
	a, ok := parseAnswer(in.String())
	if !ok || a.realm != d.realm || !slices.Contains(d.algorithms, a.algorithm) {
		return nil, false
	}
	if !isTarget(in.sent, a.uri) || !d.isUsable(a) {
		return nil, false
	}
	proof := &digestProof{digest: d, answer: a, method: string(in.sent.Method())}
	return DigestCredentials{User: a.user, Realm: a.realm, Algorithm: a.algorithm, proof: proof}, true
}

// isTarget reports whether uri is what the request is for, so that an answer cannot
// be used for another resource (RFC 7616 section 3.4.6). It may be in absolute form,
// which proxies see, and then the host has to be the request's.
func isTarget(req *weft.Request, uri string) bool {
	want := req.URL().Relative().WithFragment("")
	if uri == strings.TrimPrefix(want.String(), "/.") {
		return true
	}
	got, err := weft.ParseURL(uri)
	if err != nil || got.IsAbsolute() != (got.Host() != "") {
		return false
	}
	if got.Host() != "" && !strings.EqualFold(got.HostPort(), req.Host()) {
		return false
	}
	return got.Relative() == want
}
