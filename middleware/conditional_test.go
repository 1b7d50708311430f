package middleware_test

import (
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/wefttest"
)

const (
	dayBefore = "Sat, 28 Feb 2026 12:00:00 GMT"
	sameTime  = "Sun, 01 Mar 2026 12:00:00 GMT" // of the files of the tests
	dayAfter  = "Mon, 02 Mar 2026 12:00:00 GMT"
)

// The fields and their precedence, RFC 9110, section 13.2.2. TAG stands for the current
// tag.
func conditionTests() []struct {
	name   string
	fields []string
	read   int // the answer to GET and HEAD
	write  int // the answer to PUT
} {
	return []struct {
		name   string
		fields []string
		read   int
		write  int
	}{
		{"no condition", nil, 200, 200},
		{"if-match, the same", []string{"If-Match", "TAG"}, 200, 200},
		{"if-match, one of several", []string{"If-Match", `"x", TAG`}, 200, 200},
		{"if-match, in a second field", []string{"If-Match", `"x"`, "If-Match", "TAG"}, 200, 200},
		{"if-match, another", []string{"If-Match", `"x"`}, 412, 412},
		{"if-match, weak", []string{"If-Match", `W/TAG`}, 412, 412},
		{"if-match, anything", []string{"If-Match", "*"}, 200, 200},
		{"if-match, malformed", []string{"If-Match", "x"}, 412, 412},
		{"if-none-match, the same", []string{"If-None-Match", "TAG"}, 304, 412},
		{"if-none-match, weak", []string{"If-None-Match", "W/TAG"}, 304, 412},
		{"if-none-match, one of several", []string{"If-None-Match", `"a,b", "c" ,TAG`}, 304, 412},
		{"if-none-match, another", []string{"If-None-Match", `"x"`}, 200, 200},
		{"if-none-match, anything", []string{"If-None-Match", "*"}, 304, 412},
		{"if-none-match, malformed", []string{"If-None-Match", `x, TAG`}, 200, 200},
		{"if-modified-since, the same time", []string{"If-Modified-Since", sameTime}, 304, 200},
		{"if-modified-since, later", []string{"If-Modified-Since", dayAfter}, 304, 200},
		{"if-modified-since, earlier", []string{"If-Modified-Since", dayBefore}, 200, 200},
		{"if-modified-since, malformed", []string{"If-Modified-Since", "yesterday"}, 200, 200},
		{"if-unmodified-since, the same time", []string{"If-Unmodified-Since", sameTime}, 200, 200},
		{"if-unmodified-since, earlier", []string{"If-Unmodified-Since", dayBefore}, 412, 412},
		{"if-unmodified-since, malformed", []string{"If-Unmodified-Since", "x"}, 200, 200},
		{"if-match goes before if-unmodified-since", []string{"If-Match", "TAG", "If-Unmodified-Since", dayBefore}, 200, 200},
		{"if-none-match goes before if-modified-since", []string{"If-None-Match", `"x"`, "If-Modified-Since", sameTime}, 200, 200},
		{"if-match goes before if-none-match", []string{"If-Match", `"x"`, "If-None-Match", "TAG"}, 412, 412},
		{"if-match and if-none-match", []string{"If-Match", "TAG", "If-None-Match", "TAG"}, 304, 412},
		{"if-unmodified-since and if-modified-since", []string{"If-Unmodified-Since", sameTime, "If-Modified-Since", sameTime}, 304, 200},
	}
}

// withTag puts the tag in its place.
func withTag(fields []string, tag string) []string {
	var filled []string
	for _, f := range fields {
		filled = append(filled, replaceTag(f, tag))
	}
	return filled
}

func TestStaticConditions(t *testing.T) {
	for _, name := range []string{"/f/small.txt", "/f/large.txt"} {
		bothKinds(t, middleware.StaticConfig{}, []string{"small.txt", "small", "large.txt", large}, func(t *testing.T, srv *wefttest.Server) {
			tag := field(ask(t, srv, "GET", name), "ETag")
			for _, test := range conditionTests() {
				for _, method := range []string{"GET", "HEAD"} {
					got := ask(t, srv, method, name, withTag(test.fields, tag)...)
					if got.Status != test.read {
						t.Errorf("%s %s, %s: got %d, want %d", method, name, test.name, got.Status, test.read)
					}
					if got.Status == 304 && (field(got, "ETag") != tag || field(got, "Last-Modified") != sameTime || field(got, "Cache-Control") != "no-cache" ||
						field(got, "Vary") != "Accept-Encoding" || field(got, "Content-Type") != "" || got.Body != "") {
						t.Errorf("%s %s, %s: fields of 304: %v", method, name, test.name, got.Headers)
					}
				}
			}
		})
	}
}

func TestPreconditions(t *testing.T) {
	const tag = `"current"`
	modified, _ := time.Parse(time.RFC1123, sameTime)
	v := middleware.Validators{ETag: tag, LastModified: modified.Add(300 * time.Millisecond)}
	for _, test := range conditionTests() {
		for method, code := range map[weft.Method]int{weft.GET: test.read, weft.PUT: test.write} {
			req := weft.NewRequest(method, weft.URL{}.WithPath("/"))
			for i, fields := 0, withTag(test.fields, tag); i < len(fields); i += 2 {
				req = req.AddHeader(fields[i], fields[i+1])
			}
			resp, done := middleware.Preconditions(req, v)
			if got := int(resp.Status()); done != (code != 200) || got != code {
				t.Errorf("%s, %s: got %d %v, want %d", method, test.name, got, done, code)
			}
		}
	}
}

func TestPreconditionsAbsent(t *testing.T) {
	absent := middleware.Validators{Absent: true}
	create := weft.Put("/", weft.Body{}).AddHeader("If-None-Match", "*")
	if _, done := middleware.Preconditions(create, absent); done {
		t.Error("If-None-Match: * refuses to create")
	}
	if resp, done := middleware.Preconditions(create, middleware.Validators{}); !done || resp.Status() != status.PreconditionFailed {
		t.Error("If-None-Match: * overwrites")
	}
	update := weft.Put("/", weft.Body{}).AddHeader("If-Match", "*")
	if resp, done := middleware.Preconditions(update, absent); !done || resp.Status() != status.PreconditionFailed {
		t.Error("If-Match: * updates what is not there")
	}
}
