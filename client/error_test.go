package client_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
)

func TestErrorText(t *testing.T) {
	tests := []struct {
		err     client.Error
		want    string
		timeout bool
	}{
		{client.Error{Method: weft.GET, URL: "http://a.example/x", Cause: io.ErrUnexpectedEOF}, "GET http://a.example/x: unexpected EOF", false},
		{client.Error{Method: weft.GET, URL: "http://a.example/x", Attempt: 1, Cause: io.ErrUnexpectedEOF}, "GET http://a.example/x: unexpected EOF", false},
		{client.Error{Method: weft.PUT, URL: "http://a.example/x", Attempt: 3, Cause: &client.TimedOut{After: time.Second}}, "PUT http://a.example/x: attempt 3: no answer, or no more of it, within 1s", true},
		{client.Error{Method: weft.GET, URL: "http://a.example/", Attempt: 1, Cause: &client.TooManyRedirects{Limit: 10}}, "GET http://a.example/: more than 10 redirects", false},
		{client.Error{Method: weft.GET, URL: "http://a.example/", Attempt: 1, Cause: context.DeadlineExceeded}, "GET http://a.example/: context deadline exceeded", true},
	}
	for _, test := range tests {
		if got := test.err.Error(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
		if got := test.err.Timeout(); got != test.timeout {
			t.Errorf("%v: timeout %v", &test.err, got)
		}
		if timedOut, ok := errors.AsType[*client.TimedOut](&test.err); ok && (!timedOut.Timeout() || !errors.Is(&test.err, context.DeadlineExceeded)) {
			t.Errorf("%v is no timeout", timedOut)
		}
		if !errors.Is(&test.err, test.err.Cause) {
			t.Errorf("%v does not unwrap", &test.err)
		}
	}
}
