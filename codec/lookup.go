package codec

import (
	"errors"
	"strconv"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/text"
)

// found is the result of looking for a parameter.
type found uint8

const (
	absent found = iota
	there
	faulty // a fault was reported
)

// lookup returns the only value of a parameter, as text. Expected says that it is
// most likely there, which saves looking twice.
func (s *Source) lookup(in Place, name string, expected bool) (string, found) {
	switch in {
	case InPath:
		return s.path(name)
	case InQuery:
		return s.query(name, expected)
	case InHeader:
		if v, ok := s.Header(name); ok {
			return v, there
		}
	case InCookie:
		if v, ok := s.cookie(name); ok {
			return v, there
		}
	}
	return "", absent
}

// has says whether a parameter is there, well-formed or not.
func (s *Source) has(in Place, name string) bool {
	if in != InQuery {
		_, f := s.lookup(in, name, true)
		return f != absent
	}
	if s.request == nil {
		return false
	}
	if _, ok := s.request.QueryParam(name); ok {
		return true
	}
	// A parameter with a malformed escape is there, and at fault.
	_, err := s.request.Query[*string](name)
	return err != nil
}

func (s *Source) path(name string) (string, found) {
	if s.request == nil {
		return "", absent
	}
	if v := s.request.Param(name); v != "" {
		return v, there
	}
	// An empty value is one of a trailing parameter, or of none at all.
	if _, err := s.request.ParamAs[string](name); err != nil {
		return "", absent
	}
	return "", there
}

// query looks a parameter up in the raw query, without decoding the others. It asks
// first whether there is one if it may well be missing, because the error of a
// missing one costs memory.
func (s *Source) query(name string, expected bool) (string, found) {
	if s.request == nil || !expected && !s.has(InQuery, name) {
		return "", absent
	}
	v, err := s.request.Query[string](name)
	if err == nil {
		return v, there
	}
	if _, ok := errors.AsType[*weft.MissingQueryParams](err); ok {
		return "", absent
	}
	s.Fault(InQuery, name, queryMessage(err))
	return "", faulty
}

// queryMessage returns what an error says about a query parameter, without the
// name, which stands beside it.
func queryMessage(err error) string {
	if e, ok := errors.AsType[*weft.InvalidQueryParamCount](err); ok {
		return "want 1 value, got " + strconv.Itoa(e.Got)
	}
	if e, ok := errors.AsType[*weft.MalformedQueryParam](err); ok {
		return "want " + e.Want + ", got " + text.Quote(e.Value)
	}
	return err.Error()
}

// values returns all values of a repeated parameter; none means that it is missing.
func (s *Source) values(in Place, name string) ([]string, found) {
	var list []string
	switch {
	case in == InQuery && s.has(in, name):
		v, err := s.request.Query[[]string](name)
		if err != nil {
			s.Fault(in, name, queryMessage(err))
			return nil, faulty
		}
		list = v
	case in == InHeader:
		for _, line := range s.headers(name) {
			list = appendList(list, line)
		}
	}
	if len(list) == 0 {
		return nil, absent
	}
	return list, there
}

func (s *Source) headers(name string) []string {
	if s.request != nil {
		return s.request.RawHeaders(name)
	}
	return s.response.Headers().Values(name)
}

// appendList splits the value of a list field at its commas (RFC 9110 section
// 5.6.1). Empty elements do not count.
func appendList(list []string, line string) []string {
	for element := range strings.SplitSeq(line, ",") {
		if element = ascii.TrimOWS(element); element != "" {
			list = append(list, element)
		}
	}
	return list
}

// cookie returns the value of a cookie: one that a client sent with a request, or
// one that a server sets with a response.
func (s *Source) cookie(name string) (string, bool) {
	if s.request == nil {
		c, ok := s.setCookie(name)
		return c.Value, ok
	}
	line, ok := s.request.RawHeader("Cookie")
	if !ok {
		return "", false
	}
	if v, ok := cookieIn(line, name); ok {
		return v, true
	}
	// Over HTTP/2 the field may come in pieces (RFC 9113 section 8.2.3).
	for _, line := range s.request.RawHeaders("Cookie")[1:] {
		if v, ok := cookieIn(line, name); ok {
			return v, true
		}
	}
	return "", false
}

func cookieIn(line, name string) (string, bool) {
	for n, v := range weft.EachCookie(line) {
		if n == name {
			return v, true
		}
	}
	return "", false
}

// setCookie returns the cookie that a response sets under the name.
func (s *Source) setCookie(name string) (weft.Cookie, bool) {
	for _, line := range s.response.Headers().Values("Set-Cookie") {
		if c, err := weft.ParseSetCookie(line); err == nil && c.Name == name {
			return c, true
		}
	}
	return weft.Cookie{}, false
}
