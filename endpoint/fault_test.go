package endpoint_test

import (
	"strconv"
	"strings"
	"testing"
)

// TestFaults shows what a client is told that sends something wrong: each class of
// fault with the exact document.
func TestFaults(t *testing.T) {
	s := shop(t)
	jsonType := []string{"Content-Type", "application/json"}
	for _, c := range []struct {
		name, method, target string
		headers              []string
		body                 string
		status               int
		fields               []string // of the answer
		want                 string
	}{
		{"query missing", "GET", "/search", nil, "", 400, nil,
			problem(400, "/search", "the request has a fault", "query", "q", "missing")},
		{"query too short", "GET", "/search?q=a", nil, "", 400, nil,
			problem(400, "/search", "the request has a fault", "query", "q", "want at least 2 characters, got 1")},
		{"query twice", "GET", "/search?q=aa&q=bb", nil, "", 400, nil,
			problem(400, "/search", "the request has a fault", "query", "q", "want 1 value, got 2")},
		{"query with a bad escape", "GET", "/search?q=%zz", nil, "", 400, nil,
			problem(400, "/search", "the request has a fault", "query", "q", `want well-formed escapes, got "%zz"`)},
		{"query malformed", "GET", "/books?page=two", nil, "", 400, nil,
			problem(400, "/books", "the request has a fault", "query", "page", `want int, got "two"`)},
		{"query below its minimum", "GET", "/books?page=0", nil, "", 400, nil,
			problem(400, "/books", "the request has a fault", "query", "page", "want at least 1, got 0")},
		{"several faults at once", "GET", "/books?page=0&limit=x", nil, "", 400, nil,
			problem(400, "/books", "the request has faults", "query", "page", "want at least 1, got 0", "query", "limit", `want int, got "x"`)},
		{"too many values", "GET", "/search/authors?author=a&author=b&author=c&author=d", nil, "", 400, nil,
			problem(400, "/search/authors", "the request has a fault", "query", "author", "want at most 3 items, got 4")},
		{"equal values", "GET", "/search/authors?author=a&author=a", nil, "", 400, nil,
			problem(400, "/search/authors", "the request has a fault", "query", "author", "want no item twice, items 0 and 1 are equal")},
		{"enum in a struct", "GET", "/search/filter?sort=size&maxPrice=0", nil, "", 400, nil,
			problem(400, "/search/filter", "the request has faults", "query", "maxPrice", "want at least 1, got 0", "query", "sort", "want one of title, price")},
		{"both of a pair", "GET", "/search/price?from=x", nil, "", 400, nil,
			problem(400, "/search/price", "the request has faults", "query", "from", `want int64, got "x"`, "query", "to", "missing")},

		{"path below its minimum", "GET", "/shelves/0", nil, "", 400, nil,
			problem(400, "/shelves/0", "the request has a fault", "path", "number", "want at least 1, got 0")},
		{"path of a type of one's own", "GET", "/shops/Rome/shelves/1/isbn/12", nil, "", 400, nil,
			problem(400, "/shops/Rome/shelves/1/isbn/12", "the request has a fault", "path", "isbn", `want ISBN, got "12"`)},
		{"path that does not fit", "GET", "/books/many", nil, "", 404, nil,
			problem(404, "/books/many", "there is nothing at this path")},
		{"path of an unknown UUID", "GET", "/orders/1/status", nil, "", 404, nil,
			problem(404, "/orders/1/status", "there is nothing at this path")},

		{"header missing", "POST", "/visits", nil, "", 400, nil,
			problem(400, "/visits", "the request has a fault", "header", "X-Visit", "missing")},
		{"header malformed", "POST", "/visits", []string{"X-Visit", "7"}, "", 400, nil,
			problem(400, "/visits", "the request has a fault", "header", "X-Visit", `want uuid, got "7"`)},
		{"header not as expected", "GET", "/catalogue", []string{"X-Version", "3"}, "", 400, nil,
			problem(400, "/catalogue", "the request has a fault", "header", "X-Version", `want "2", got "3"`)},
		{"bearer token with another scheme", "GET", "/token", []string{"Authorization", "Basic YTpi"}, "", 400, nil,
			problem(400, "/token", "the request has a fault", "header", "Authorization", "want the scheme Bearer and a token")},
		{"cookie missing", "GET", "/basket", nil, "", 400, nil,
			problem(400, "/basket", "the request has a fault", "cookie", "basket", "missing")},
		{"cookie malformed", "GET", "/basket", []string{"Cookie", "basket=x"}, "", 400, nil,
			problem(400, "/basket", "the request has a fault", "cookie", "basket", `want int, got "x"`)},

		{"body missing", "POST", "/books", nil, "", 400, nil,
			problem(400, "/books", "the request has a fault", "body", "", "missing")},
		{"body malformed", "POST", "/books", jsonType, "{", 400, nil,
			problem(400, "/books", "the request has a fault", "body", "", "unexpected end of input, want a value or '}' (byte 1)")},
		{"body with wrong types, all of them", "POST", "/books", jsonType, `{"title":1,"authors":["a"],"price":"x"}`, 400, nil,
			problem(400, "/books", "the request has faults", "body", "title", "want string, got number", "body", "price", "want int64, got string")},
		{"body without required members", "POST", "/books", jsonType, `{"title":"a"}`, 400, nil,
			problem(400, "/books", "the request has faults", "body", "authors", "missing", "body", "price", "missing")},
		{"body that breaks its constraints", "POST", "/books", jsonType, `{"title":"","authors":[],"price":-1,"binding":"stone"}`, 422, nil,
			problem(422, "/books", "the request has faults",
				"body", "title", "want at least 1 character, got 0", "body", "authors", "want at least 1 item, got 0",
				"body", "price", "want at least 0, got -1", "body", "binding", "want one of paperback, hardcover, audio")},
		{"parameter and body at once", "POST", "/shops/Rome/books/1/move?copies=x", jsonType, `{}`, 400, nil,
			problem(400, "/shops/Rome/books/1/move", "the request has faults", "query", "to", "missing", "query", "copies", `want int, got "x"`,
				"header", "X-Clerk", "missing", "body", "number", "missing")},
		{"struct of all places", "POST", "/shops/Rome/inquiries?limit=101", append([]string{"Cookie", "token=ab"}, jsonType...), `{"number":"x"}`, 400, nil,
			problem(400, "/shops/Rome/inquiries", "the request has faults", "query", "limit", "want at most 100, got 101",
				"cookie", "token", "want at least 3 characters, got 2", "body", "number", "want int, got string")},

		{"another media type", "POST", "/books", []string{"Content-Type", "text/csv"}, "a,b", 415,
			[]string{"Accept", "application/json, application/x-protobuf, application/avro, application/vnd.apache.thrift.binary, application/msgpack"},
			problem(415, "/books", `body: want application/json, application/x-protobuf, application/avro, application/vnd.apache.thrift.binary or application/msgpack, got "text/csv"`)},
		{"a media type that is not narrow enough", "PUT", "/books/42", jsonType, "{}", 415, []string{"Accept", "application/vnd.books+json"},
			problem(415, "/books/42", `body: want application/vnd.books+json, got "application/json"`)},
		{"an expected media type", "PUT", "/catalogue", jsonType, "{}", 415, []string{"Accept", "text/csv"},
			problem(415, "/catalogue", `body: want text/csv, got "application/json"`)},
		{"a form of another type", "POST", "/publish", jsonType, "{}", 415, []string{"Accept", "multipart/form-data"},
			problem(415, "/publish", `body: want multipart/form-data, got "application/json"`)},
		{"parts missing", "POST", "/books/42/audio", []string{"Content-Type", "multipart/form-data; boundary=x"}, "--x--\r\n", 400, nil,
			problem(400, "/books/42/audio", "the request has faults", "body", "narrator", "missing", "body", "recording", "missing")},
		{"a part that breaks its constraints", "POST", "/publish", []string{"Content-Type", "application/x-www-form-urlencoded"},
			`blurb=x&cover=y&sample=z&book=%7B%22title%22%3A%22%22%2C%22authors%22%3A%5B%22a%22%5D%2C%22price%22%3A1%7D`, 422, nil,
			problem(422, "/publish", "the request has a fault", "body", "book.title", "want at least 1 character, got 0")},
		{"not acceptable", "GET", "/books/42", []string{"Accept", "text/csv"}, "", 406, nil,
			problem(406, "/books/42", "the answer is available as application/json, application/x-protobuf, application/avro, application/vnd.apache.thrift.binary or application/msgpack")},
		{"not acceptable by quality", "GET", "/shelves/3", []string{"Accept", "text/plain;q=0, application/problem+json"}, "", 406, nil,
			problem(406, "/shelves/3", "the answer is available as text/plain")},
		{"transformed input", "PUT", "/books/42/price?price=much", nil, "", 400, nil,
			problem(400, "/books/42/price", "the request has a fault", "query", "price", "want an amount such as 12.50EUR")},
		{"a sum of another case", "POST", "/purchases", jsonType, `{"books":[1],"payments":[{"cash":{}}]}`, 400, nil,
			problem(400, "/purchases", "the request has a fault", "body", "payments[0]", `want one of card, invoice, voucher, got "cash"`)},
		{"a sum that breaks its constraints", "POST", "/purchases", jsonType, `{"books":[1],"payments":[{"invoice":{"days":90}}]}`, 422, nil,
			problem(422, "/purchases", "the request has a fault", "body", "payments[0].days", "want at most 60, got 90")},
		{"deep in a tree", "PUT", "/categories", jsonType, `{"name":"a","children":[{"name":"b","children":[{"name":""}]}]}`, 422, nil,
			problem(422, "/categories", "the request has a fault", "body", "children[0].children[0].name", "want at least 1 character, got 0")},
		{"method not allowed", "PATCH", "/books", nil, "", 405, []string{"Allow", "GET, HEAD, OPTIONS, POST"},
			problem(405, "/books", "this path does not answer to PATCH")},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := s.send(t, c.method, c.target, c.headers, c.body)
			if got.status != c.status {
				t.Errorf("status %d, want %d", got.status, c.status)
			}
			if got.body != c.want {
				t.Errorf("body %s\nwant %s", got.body, c.want)
			}
			for i := 0; i < len(c.fields); i += 2 {
				if v := got.headers.Get(c.fields[i]); v != c.fields[i+1] {
					t.Errorf("header %s: %q, want %q", c.fields[i], v, c.fields[i+1])
				}
			}
			if v := got.headers.Get("Content-Type"); v != "application/problem+json" {
				t.Errorf("media type %q", v)
			}
		})
	}
}

// problem writes a problem document. Faults are places, names and messages.
func problem(status int, instance, detail string, faults ...string) string {
	titles := map[int]string{400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
		406: "Not Acceptable", 415: "Unsupported Media Type", 422: "Unprocessable Content", 500: "Internal Server Error"}
	var b strings.Builder
	b.WriteString(`{"type":"about:blank","title":"` + titles[status] + `","status":` + strconv.Itoa(status))
	if detail != "" {
		b.WriteString(`,"detail":"` + strings.ReplaceAll(detail, `"`, `\"`) + `"`)
	}
	b.WriteString(`,"instance":"` + instance + `"`)
	for i := 0; i < len(faults); i += 3 {
		b.WriteString(map[bool]string{true: `,"errors":[`, false: `,`}[i == 0])
		message := strings.ReplaceAll(faults[i+2], `"`, `\"`)
		b.WriteString(`{"in":"` + faults[i] + `","name":"` + faults[i+1] + `","message":"` + message + `"}`)
	}
	if len(faults) > 0 {
		b.WriteString("]")
	}
	return b.String() + "}"
}
