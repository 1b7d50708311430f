package weft

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/text"
)

// A HeaderKey is a header field whose value has a Go type. It is read with
// [Request.Header] and written with [Response.WithTypedHeader]:
//
//	since, ok := req.Header(weft.HeaderIfModifiedSince) // a time.Time
//
// Keys are immutable and safe for concurrent use.
type HeaderKey[T any] struct {
	name   string
	parse  func(string) (T, error)
	format func(T) string
}

// NewHeaderKey returns a key with its own way to read and write values.
func NewHeaderKey[T any](name string, parse func(string) (T, error), format func(T) string) HeaderKey[T] {
	return HeaderKey[T]{name, parse, format}
}

// HeaderOf returns a key for values that have a text form: strings, numbers,
// booleans, times, UUIDs and types with MarshalText and UnmarshalText. It panics
// for other types.
func HeaderOf[T any](name string) HeaderKey[T] {
	c, err := text.For[T]()
	if err != nil {
		panic(fmt.Sprintf("weft.HeaderOf: header %q: %v", name, err))
	}
	return HeaderKey[T]{name, c.Decode, func(v T) string {
		s, _ := c.Encode(v) // a value without text form is written as nothing
		return s
	}}
}

// Name returns the field's name.
func (k HeaderKey[T]) Name() string { return k.name }

// Parse reads a value. Its error says what was wanted.
func (k HeaderKey[T]) Parse(s string) (T, error) {
	v, err := k.parse(s)
	if err != nil {
		err = &MalformedHeader{Name: k.name, Value: s, Cause: err}
	}
	return v, err
}

// Format writes a value.
func (k HeaderKey[T]) Format(v T) string { return k.format(v) }

// MissingHeader is the error of a required header field that is not there.
type MissingHeader struct {
	// Name is the field's name.
	Name string
}

// Error names the field.
func (e *MissingHeader) Error() string { return fmt.Sprintf("header %q: missing", e.Name) }

// MalformedHeader is the error of a header field whose value cannot be read.
type MalformedHeader struct {
	// Name is the field's name, Value its value as received.
	Name, Value string

	// Cause says what was wanted.
	Cause error
}

// Error names the field and what was wanted.
func (e *MalformedHeader) Error() string { return fmt.Sprintf("header %q: %v", e.Name, e.Cause) }

// Unwrap returns the cause.
func (e *MalformedHeader) Unwrap() error { return e.Cause }

// The header fields whose values are worth a type.
var (
	HeaderAccept            = HeaderOf[string]("Accept")
	HeaderAge               = HeaderKey[time.Duration]{"Age", parseSeconds, formatSeconds}
	HeaderAuthorization     = HeaderKey[Credentials]{"Authorization", ParseCredentials, Credentials.String}
	HeaderContentLength     = HeaderOf[int64]("Content-Length")
	HeaderContentType       = HeaderKey[MediaType]{"Content-Type", ParseMediaType, MediaType.String}
	HeaderDate              = HeaderKey[time.Time]{"Date", parseTime, formatTime}
	HeaderExpires           = HeaderKey[time.Time]{"Expires", parseTime, formatTime}
	HeaderHost              = HeaderOf[string]("Host")
	HeaderIfModifiedSince   = HeaderKey[time.Time]{"If-Modified-Since", parseTime, formatTime}
	HeaderIfUnmodifiedSince = HeaderKey[time.Time]{"If-Unmodified-Since", parseTime, formatTime}
	HeaderLastModified      = HeaderKey[time.Time]{"Last-Modified", parseTime, formatTime}
	HeaderLocation          = HeaderKey[URL]{"Location", ParseURL, URL.String}
	HeaderOrigin            = HeaderOf[string]("Origin")
	HeaderReferer           = HeaderKey[URL]{"Referer", ParseURL, URL.String}
	HeaderRetryAfter        = HeaderKey[time.Duration]{"Retry-After", parseSeconds, formatSeconds}
	HeaderUserAgent         = HeaderOf[string]("User-Agent")
)

// parseTime reads the three forms of dates that RFC 9110, section 5.6.7, names.
func parseTime(s string) (time.Time, error) {
	t, err := http.ParseTime(s)
	return t.UTC(), err
}

func formatTime(t time.Time) string { return t.UTC().Format(http.TimeFormat) }

func parseSeconds(s string) (time.Duration, error) {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil {
		return 0, fmt.Errorf("want a number of seconds, got %q", s)
	}
	return time.Duration(n) * time.Second, nil
}

func formatSeconds(d time.Duration) string {
	return strconv.FormatInt(int64(d/time.Second), 10)
}

// Credentials are the contents of an Authorization field (RFC 9110, section
// 11.4): a scheme and what follows it. They are secret, so they print as the
// scheme alone; use [Credentials.String] where the wire form is wanted.
type Credentials struct {
	scheme string
	value  string
}

// ParseCredentials reads the value of an Authorization field.
func ParseCredentials(s string) (Credentials, error) {
	scheme, value, _ := strings.Cut(s, " ")
	if !ascii.IsToken(scheme) {
		return Credentials{}, errors.New("want a scheme and credentials")
	}
	return Credentials{scheme, strings.TrimLeft(value, " ")}, nil
}

// BasicCredentials returns credentials of the Basic scheme (RFC 7617).
func BasicCredentials(user, password string) Credentials {
	return Credentials{"Basic", base64.StdEncoding.EncodeToString([]byte(user + ":" + password))}
}

// BearerCredentials returns credentials of the Bearer scheme (RFC 6750).
func BearerCredentials(token string) Credentials { return Credentials{"Bearer", token} }

// Scheme returns the name of the scheme as it was written.
func (c Credentials) Scheme() string { return c.scheme }

// Value returns what follows the scheme.
func (c Credentials) Value() string { return c.value }

// Basic returns user name and password if the scheme is Basic.
func (c Credentials) Basic() (user, password string, ok bool) {
	if !ascii.EqualFold(c.scheme, "Basic") {
		return "", "", false
	}
	b, err := base64.StdEncoding.DecodeString(c.value)
	if err != nil {
		return "", "", false
	}
	return strings.Cut(string(b), ":")
}

// Bearer returns the token if the scheme is Bearer.
func (c Credentials) Bearer() (token string, ok bool) {
	if !ascii.EqualFold(c.scheme, "Bearer") || c.value == "" {
		return "", false
	}
	return c.value, true
}

// String returns the credentials as they are sent.
func (c Credentials) String() string {
	if c.value == "" {
		return c.scheme
	}
	return c.scheme + " " + c.value
}

// Format prints the scheme alone, whatever the verb.
func (c Credentials) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "%s ***", c.scheme) }
