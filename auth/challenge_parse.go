package auth

import (
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// The grammar (RFC 9110 sections 5.6.1, 11.2 and 11.6.1):
//
//	field      = #challenge
//	challenge  = token [ 1*SP ( token68 / #auth-param ) ]
//	auth-param = token BWS "=" BWS ( token / quoted-string )
//
// Commas separate challenges and also the parameters of one challenge, so a token
// behind a comma is a parameter's name if an equals sign follows, and otherwise the
// scheme of the next challenge:
//
//	Basic realm="a", charset="UTF-8", Digest realm="b", Negotiate
//
// A token behind the scheme is a token68 if nothing but equals signs follows up to the
// next comma or the end; "a=b" is a parameter.

// The bounds keep a hostile field from costing more than its length.
const (
	maxChallenges = 32
	maxParams     = 32
)

// ParseChallenges reads the value of a WWW-Authenticate field, which may have several
// challenges (RFC 9110 section 11.6.1). It fails with a [*MalformedChallenge] if it is
// not well-formed, if a challenge has two parameters of a name, and if there are more
// than 32 challenges, or parameters in one of them.
func ParseChallenges(value string) ([]Challenge, error) {
	p := &challengeParser{text: value}
	var challenges []Challenge
	for {
		p.skipCommas()
		if p.atEnd() {
			return challenges, nil
		}
		if len(challenges) == maxChallenges {
			return nil, p.fault("too many challenges")
		}
		c, err := p.challenge()
		if err != nil {
			return nil, err
		}
		challenges = append(challenges, c)
	}
}

// parseCredentials reads the value of an Authorization field, which has the form of
// one challenge.
func parseCredentials(value string) (Challenge, error) {
	p := &challengeParser{text: value}
	c, err := p.challenge()
	if err != nil {
		return Challenge{}, err
	}
	if p.skipCommas(); !p.atEnd() {
		return Challenge{}, p.fault("want no more than one scheme")
	}
	return c, nil
}

// A challengeParser is a place in a text.
type challengeParser struct {
	text string
	at   int
}

func (p *challengeParser) fault(problem string) error { return &MalformedChallenge{p.at, problem} }

func (p *challengeParser) atEnd() bool { return p.at == len(p.text) }

// next reports whether c is the next byte.
func (p *challengeParser) next(c byte) bool { return p.at < len(p.text) && p.text[p.at] == c }

func (p *challengeParser) skipSpace() {
	for p.at < len(p.text) && ascii.IsOWS(p.text[p.at]) {
		p.at++
	}
}

// skipCommas skips what may stand between the elements of a list: empty elements are
// allowed (RFC 9110 section 5.6.1.2).
func (p *challengeParser) skipCommas() {
	for p.at < len(p.text) && (p.text[p.at] == ',' || ascii.IsOWS(p.text[p.at])) {
		p.at++
	}
}

// token returns the longest token here, possibly none.
func (p *challengeParser) token() string {
	start := p.at
	for p.at < len(p.text) && ascii.IsTokenByte(p.text[p.at]) {
		p.at++
	}
	return p.text[start:p.at]
}

// challenge parses one challenge and stands before a comma or at the end after it.
func (p *challengeParser) challenge() (Challenge, error) {
	c := Challenge{Scheme: p.token()}
	if c.Scheme == "" {
		return c, p.fault("want a scheme")
	}
	if p.next(' ') {
		for p.next(' ') {
			p.at++
		}
		if c.Token = p.token68(); c.Token == "" {
			var err error
			if c.Params, err = p.params(); err != nil {
				return c, err
			}
		}
	}
	p.skipSpace()
	if !p.atEnd() && !p.next(',') {
		return c, p.fault("want a comma or the end")
	}
	return c, nil
}

// token68 returns the token68 here, or nothing if there is none that ends where a
// challenge does.
func (p *challengeParser) token68() string {
	end := p.at
	for end < len(p.text) && token68Bytes.Has(p.text[end]) {
		end++
	}
	if end == p.at {
		return ""
	}
	for end < len(p.text) && p.text[end] == '=' {
		end++
	}
	rest := strings.TrimLeft(p.text[end:], " \t")
	if rest != "" && rest[0] != ',' {
		return ""
	}
	token := p.text[p.at:end]
	p.at = end
	return token
}

// params parses parameters up to the next challenge or the end.
func (p *challengeParser) params() ([]Param, error) {
	var params []Param
	for {
		before := p.at
		p.skipCommas()
		name := p.token()
		p.skipSpace()
		if name == "" || !p.next('=') {
			p.at = before // a scheme, or nothing that belongs here
			return params, nil
		}
		p.at++
		value, err := p.param(name)
		if err != nil {
			return nil, err
		}
		if (Challenge{Params: params}).has(name) {
			return nil, p.fault("want parameters with different names")
		}
		if len(params) == maxParams {
			return nil, p.fault("too many parameters")
		}
		params = append(params, value)
		p.skipSpace()
		if !p.next(',') {
			return params, nil
		}
	}
}

func (c Challenge) has(name string) bool {
	_, ok := c.Param(name)
	return ok
}

// param parses the value of a parameter.
func (p *challengeParser) param(name string) (Param, error) {
	p.skipSpace()
	if p.next('"') {
		value, err := p.quoted()
		return Param{Name: name, Value: value}, err
	}
	value := p.token()
	if value == "" {
		return Param{}, p.fault("want a value")
	}
	return Param{Name: name, Value: value, Bare: true}, nil
}

// quoted parses a quoted-string.
func (p *challengeParser) quoted() (string, error) {
	var b strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		c := p.text[p.at]
		switch {
		case c == '"':
			p.at++
			return b.String(), nil
		case c == '\\' && p.at+1 < len(p.text):
			p.at++
			c = p.text[p.at]
		}
		if !ascii.IsFieldByte(c) {
			return "", p.fault("want no control characters")
		}
		b.WriteByte(c)
	}
	return "", p.fault("want a closing quote")
}
