package client

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/coding"
)

// inMemory is the length up to which a body is read before the answer is returned, if
// it is known beforehand. Such answers hold no connection.
const inMemory = 64 << 10

// receive returns an answer in our form. If it is a stream, the call goes on until that
// ends.
func (k *call) receive(answer *http.Response) (weft.Response, error) {
	if answer.StatusCode == http.StatusSwitchingProtocols {
		_ = answer.Body.Close()
		return weft.Response{}, errors.New("the server changes to another protocol, which nobody asked for")
	}
	resp := weft.NewResponse(weft.Status(answer.StatusCode))
	if isBodiless(k.request.Method(), answer) {
		_ = answer.Body.Close()
		k.end()
		return resp.SetHeaders(fieldsOf(answer)), nil
	}
	codings, err := k.codings(answer)
	if err != nil {
		_ = answer.Body.Close()
		return weft.Response{}, err
	}
	length := answer.ContentLength
	fields := fieldsOf(answer).Remove("Content-Length")
	if len(codings) > 0 {
		fields = fields.Remove("Content-Encoding")
		length = -1
	}
	media, _ := fields.Get("Content-Type")
	limit := k.limit(answer)
	if 0 <= length && length <= inMemory && (limit < 0 || length <= limit) {
		data, err := readAll(answer)
		if err != nil {
			return weft.Response{}, err
		}
		k.end()
		return resp.SetHeaders(fields).WithBody(weft.BodyBytes(data, media)), nil
	}
	r := newReceiving(k, answer, codings, limit)
	return resp.SetHeaders(fields).WithBody(weft.BodyReader(r, length, media)), nil
}

// isBodiless says whether an answer has no body (RFC 9110 section 6.4.1). Its
// Content-Length, if it has one, tells about another answer.
func isBodiless(m weft.Method, answer *http.Response) bool {
	switch answer.StatusCode {
	case http.StatusNoContent, http.StatusNotModified:
		return true
	}
	return m == weft.HEAD
}

// codings returns the codings of the body that have to be undone. There are none if
// the request has asked for codings itself: then its sender wants them.
func (k *call) codings(answer *http.Response) ([]coding.Scheme, error) {
	if !k.decodes {
		return nil, nil
	}
	codings, err := coding.ParseCodings(answer.Header.Values("Content-Encoding"), true)
	if err != nil {
		return nil, &weft.MalformedBody{Want: "a body in gzip or deflate", Cause: err}
	}
	return codings, nil
}

// limit returns the largest size of a body, or -1.
func (k *call) limit(answer *http.Response) int64 {
	if k.isStream(answer) {
		return -1
	}
	return max(k.client.config.MaxResponse, -1)
}

// fieldsOf returns the header fields of an answer, without those that are about the
// connection and without malformed ones. They are sorted by name, since net/http does
// not keep their order.
func fieldsOf(answer *http.Response) weft.Headers {
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(answer.Header)) {
		for _, value := range answer.Header[name] {
			if ascii.IsToken(name) && ascii.IsFieldValue(value) {
				pairs = append(pairs, name, value)
			}
		}
	}
	return weft.NewHeaders(pairs...).Remove(connectionFields(answer.Header.Values("Connection"))...)
}

// readAll reads a body of known length.
func readAll(answer *http.Response) ([]byte, error) {
	defer func() { _ = answer.Body.Close() }()
	var buf bytes.Buffer
	buf.Grow(int(answer.ContentLength) + bytes.MinRead)
	// One byte more, so that the end is seen and the connection is free at once.
	n, err := buf.ReadFrom(io.LimitReader(answer.Body, answer.ContentLength+1))
	if err == nil && n != answer.ContentLength {
		err = io.ErrUnexpectedEOF
	}
	return buf.Bytes(), err
}
