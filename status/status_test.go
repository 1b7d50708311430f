package status_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/weft-go/weft/status"
)

// renamed are the codes whose phrase in net/http is older than RFC 9110.
var renamed = map[status.Code]string{
	status.NonAuthoritativeInformation: "Non-Authoritative Information",
	status.ContentTooLarge:             "Content Too Large",
	status.URITooLong:                  "URI Too Long",
	status.RangeNotSatisfiable:         "Range Not Satisfiable",
	status.UnprocessableContent:        "Unprocessable Content",
}

func TestTextAgreesWithNetHTTP(t *testing.T) {
	for code := range status.Code(1000) {
		want := http.StatusText(int(code))
		if newer, ok := renamed[code]; ok {
			want = newer
		}
		if got := code.Text(); got != want {
			t.Errorf("Code(%d).Text() = %q, want %q", int(code), got, want)
		}
	}
}

func TestString(t *testing.T) {
	for code, want := range map[status.Code]string{
		status.OK:       "200 OK",
		status.NotFound: "404 Not Found",
		306:             "306",
		499:             "499",
		999:             "999",
		0:               "0",
		-5:              "-5",
	} {
		if got := code.String(); got != want {
			t.Errorf("Code(%d).String() = %q, want %q", int(code), got, want)
		}
	}
}

func TestClasses(t *testing.T) {
	classes := func(c status.Code) string {
		var in []string
		for name, is := range map[string]bool{
			"informational": c.IsInformational(),
			"success":       c.IsSuccess(),
			"redirection":   c.IsRedirection(),
			"client":        c.IsClientError(),
			"server":        c.IsServerError(),
		} {
			if is {
				in = append(in, name)
			}
		}
		return strings.Join(in, " ")
	}
	for _, tt := range []struct {
		first, last status.Code
		want        string
	}{
		{-1000, 99, ""},
		{100, 199, "informational"},
		{200, 299, "success"},
		{300, 399, "redirection"},
		{400, 499, "client"},
		{500, 599, "server"},
		{600, 1100, ""},
	} {
		for c := tt.first; c <= tt.last; c++ {
			if got := classes(c); got != tt.want {
				t.Errorf("the class of %d is %q, want %q", int(c), got, tt.want)
			}
			if got, want := c.IsError(), tt.want == "client" || tt.want == "server"; got != want {
				t.Errorf("Code(%d).IsError() = %v, want %v", int(c), got, want)
			}
			if got, want := c.Valid(), c >= 100 && c <= 999; got != want {
				t.Errorf("Code(%d).Valid() = %v, want %v", int(c), got, want)
			}
		}
	}
}

func TestAllowsBody(t *testing.T) {
	for c := status.Code(100); c < 600; c++ {
		want := c >= 200 && c != 204 && c != 304
		if got := c.AllowsBody(); got != want {
			t.Errorf("Code(%d).AllowsBody() = %v, want %v", int(c), got, want)
		}
	}
}
