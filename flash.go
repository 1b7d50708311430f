package weft

import (
	"cmp"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A flash message is a value that a response leaves for the next request: "saved",
// shown on the page that the browser is redirected to, once. All messages of a
// response travel in one signed cookie; its value is a JSON object with a member for
// each message. Whoever reads the messages also clears the cookie:
//
//	response: flash, err := NewFlash(FlashSet("notice", "saved"))
//	          cookie, err := flash.Cookie(signer)        → Set-Cookie
//	request:  flash, err := OpenFlash(signer, cookie)    ← Cookie
//	          notice, ok := FlashGet[string]("notice").From(flash)
//	response: ClearFlash()                               → Set-Cookie

// FlashCookie is the name of the cookie that holds the flash messages.
const FlashCookie = "weft-flash"

// A Flash holds flash messages: values under keys. The zero Flash is empty. A Flash is
// immutable and safe for concurrent use.
type Flash struct {
	messages []FlashMessage
}

// A FlashMessage is a flash message that is to be sent. [FlashSet] makes one.
type FlashMessage struct {
	key  string
	json jsontext.Value
	err  error
}

// FlashSet returns a message with a key and a value, which is encoded as JSON. A value
// that cannot be encoded is reported by [NewFlash].
func FlashSet[T any](key string, value T) FlashMessage {
	b, err := json.Marshal(value, json.Deterministic(true))
	return FlashMessage{key: key, json: b, err: err}
}

// A FlashReader reads the message of one key as a T. [FlashGet] makes one.
type FlashReader[T any] struct {
	key string
}

// FlashGet returns the reader of the message with a key, for [Request.Flash]:
//
//	notice, ok := req.Flash(weft.FlashGet[string]("notice"))
func FlashGet[T any](key string) FlashReader[T] { return FlashReader[T]{key} }

// Key returns the key of the message.
func (r FlashReader[T]) Key() string { return r.key }

// From returns the message in f; ok is false if there is none, or if it does not
// decode as a T.
func (r FlashReader[T]) From(f Flash) (value T, ok bool) {
	i := f.index(r.key)
	if i < 0 {
		return value, false
	}
	if err := json.Unmarshal(f.messages[i].json, &value); err != nil {
		var zero T
		return zero, false
	}
	return value, true
}

// NewFlash returns a Flash with these messages. Of two messages with the same key the
// later one counts. It fails if the value of a message cannot be encoded as JSON.
func NewFlash(messages ...FlashMessage) (Flash, error) {
	return Flash{}.With(messages...)
}

// With returns a copy with more messages. It fails as [NewFlash] does.
func (f Flash) With(messages ...FlashMessage) (Flash, error) {
	f.messages = slices.Clone(f.messages)
	for _, m := range messages {
		if m.err != nil {
			return Flash{}, fmt.Errorf("flash %s: %w", quoted(m.key), m.err)
		}
		if i := f.index(m.key); i >= 0 {
			f.messages[i] = m
		} else {
			f.messages = append(f.messages, m)
		}
	}
	return f, nil
}

// Len returns how many messages there are.
func (f Flash) Len() int { return len(f.messages) }

// Keys returns the keys of the messages in their order.
func (f Flash) Keys() []string {
	keys := make([]string, len(f.messages))
	for i, m := range f.messages {
		keys[i] = m.key
	}
	return keys
}

func (f Flash) index(key string) int {
	return slices.IndexFunc(f.messages, func(m FlashMessage) bool { return m.key == key })
}

// Cookie returns the messages as a signed cookie: for every path, hidden from scripts,
// not sent with other sites' requests except when a link is followed, and forgotten
// when the browser is closed. An empty Flash gives the cookie of [ClearFlash]. It fails
// with a [*MalformedCookie] if the messages are too long for a cookie.
func (f Flash) Cookie(signer *CookieSigner) (Cookie, error) {
	if len(f.messages) == 0 {
		return ClearFlash(), nil
	}
	b := []byte{'{'}
	for i, m := range f.messages {
		if i > 0 {
			b = append(b, ',')
		}
		key, err := json.Marshal(m.key)
		if err != nil {
			return Cookie{}, fmt.Errorf("flash %s: %w", quoted(m.key), err)
		}
		b = append(append(append(b, key...), ':'), m.json...)
	}
	c := signer.Sign(flashCookie(string(append(b, '}'))))
	return c, c.check()
}

// OpenFlash returns the messages of the cookie that [Flash.Cookie] made and a client
// sent back. It fails as [CookieSigner.Verify] does, and with a [*ForgedCookie] if the
// cookie holds something else. Clients that send a bad cookie should get a response
// that clears it.
func OpenFlash(signer *CookieSigner, c Cookie) (Flash, error) {
	if c.Name != FlashCookie {
		return Flash{}, &ForgedCookie{Name: c.Name}
	}
	plain, err := signer.Verify(c)
	if err != nil {
		return Flash{}, err
	}
	f, err := parseFlash(plain.Value)
	if err != nil {
		return Flash{}, &ForgedCookie{Name: c.Name}
	}
	return f, nil
}

// parseFlash reads the members of a JSON object without decoding their values. A map
// would lose their order.
func parseFlash(s string) (Flash, error) {
	d := jsontext.NewDecoder(strings.NewReader(s))
	if t, err := d.ReadToken(); err != nil || t.Kind() != jsontext.KindBeginObject {
		return Flash{}, cmp.Or(err, errNoObject)
	}
	var f Flash
	for d.PeekKind() != jsontext.KindEndObject {
		key, err := d.ReadToken()
		if err != nil {
			return Flash{}, err
		}
		m := FlashMessage{key: key.String()}
		value, err := d.ReadValue()
		if err != nil {
			return Flash{}, err
		}
		m.json = value.Clone()
		f.messages = append(f.messages, m)
	}
	return f, nil
}

var errNoObject = errors.New("not a JSON object")

// ClearFlash returns the cookie that makes a client forget its flash messages. A
// response carries it when the request's messages have been read.
func ClearFlash() Cookie { return flashCookie("").Expire() }

func flashCookie(value string) Cookie {
	return NewCookie(FlashCookie, value).WithPath("/").WithHTTPOnly(true).WithSameSite(SameSiteLax)
}
