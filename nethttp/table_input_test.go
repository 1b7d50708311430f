package nethttp_test

import (
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
)

func queries() group {
	show := func(v any, err error) (weft.Response, error) {
		if err != nil {
			return weft.Response{}, err
		}
		return weft.Text(fmt.Sprintf("%v", v)), nil
	}
	return group{
		name: "queries",
		routes: func() weft.Routes {
			return weft.NewRoutes(
				route.GET("/int").Handle(func(r *weft.Request) (weft.Response, error) { return show(r.Query[int]("n")) }),
				route.GET("/ints").Handle(func(r *weft.Request) (weft.Response, error) { return show(r.Query[[]int]("n")) }),
				route.GET("/bool").Handle(func(r *weft.Request) (weft.Response, error) { return show(r.Query[bool]("b")) }),
				route.GET("/time").Handle(func(r *weft.Request) (weft.Response, error) {
					t, err := r.Query[time.Time]("t")
					return show(t.Unix(), err)
				}),
				route.GET("/default").Handle(tell(func(r *weft.Request) string { return strconv.Itoa(r.QueryOrElse("n", 20)) })),
				route.GET("/with").Handle(func(r *weft.Request) (weft.Response, error) {
					return show(r.QueryWith("n", func(n int) (string, error) { return strings.Repeat("ab", n), nil }))
				}),
				route.GET("/raw").Handle(tell(func(r *weft.Request) string {
					v, ok := r.QueryParam("q")
					return fmt.Sprintf("%q %v %q", v, ok, r.QueryParams("q"))
				})),
				route.GET("/orelse").Handle(tell(func(r *weft.Request) string {
					return r.QueryParamOrElse("q", "none") + fmt.Sprint(r.QueryParamsOrElse("p", []string{"x", "y"}))
				})),
				route.GET("/all").Handle(tell(func(r *weft.Request) string { return r.QueryParameters().Encode() })),
			)
		},
		cases: []tableCase{
			{name: "an int", path: "/int?n=7", wantBody: "7"},
			{name: "a missing one", path: "/int", status: 400, want: []string{"Content-Type", "application/problem+json"},
				wantBody: `{"type":"about:blank","title":"Bad Request","status":400,"detail":"the request has a fault","instance":"/int",` +
					`"errors":[{"in":"query","name":"n","message":"missing"}]}`},
			{name: "a malformed one", path: "/int?n=ten", status: 400, contains: `"errors":[{"in":"query","name":"n","message":"query \"n\": want int, got \"ten\""}]`},
			{name: "too many", path: "/int?n=1&n=2", status: 400, contains: `query \"n\": want 1 value, got 2`},
			{name: "a list", path: "/ints?n=3&x=9&n=1&n=2", wantBody: "[3 1 2]"},
			{name: "a list with a malformed element", path: "/ints?n=3&n=x", status: 400, contains: `want int, got \"x\"`},
			{name: "a bool", path: "/bool?b=true", wantBody: "true"},
			{name: "a time", path: "/time?t=2026-11-15T04:00:00Z", wantBody: "1794715200"},
			{name: "a default for a missing one", path: "/default", wantBody: "20"},
			{name: "a default for a malformed one", path: "/default?n=x", wantBody: "20"},
			{name: "no default where there is a value", path: "/default?n=3", wantBody: "3"},
			{name: "a function of it", path: "/with?n=2", wantBody: "abab"},
			{name: "a function of a malformed one", path: "/with?n=-", status: 400, contains: "want int"},
			{name: "text", path: "/raw?q=a", wantBody: `"a" true ["a"]`},
			{name: "a plus is a space", path: "/raw?q=a+b", wantBody: `"a b" true ["a b"]`},
			{name: "percent-encoding", path: "/raw?q=%26%3D%C3%A9", wantBody: `"&=é" true ["&=é"]`},
			{name: "an empty value is there", path: "/raw?q=", wantBody: `"" true [""]`},
			{name: "a name without a value is there", path: "/raw?q", wantBody: `"" true [""]`},
			{name: "nothing", path: "/raw", wantBody: `"" false []`},
			{name: "several values", path: "/raw?q=1&q=2", wantBody: `"1" true ["1" "2"]`},
			{name: "text or else", path: "/orelse", wantBody: "none[x y]"},
			{name: "all of them in order", path: "/all?b=1&a=2&b=3", wantBody: "b=1&a=2&b=3"},
		},
	}
}

func fields() group {
	return group{
		name: "header fields",
		routes: func() weft.Routes {
			return weft.NewRoutes(
				route.GET("/raw").Handle(tell(func(r *weft.Request) string {
					v, ok := r.RawHeader("x-thing")
					return fmt.Sprintf("%q %v %q", v, ok, r.RawHeaders("X-THING"))
				})),
				route.GET("/since").Handle(func(r *weft.Request) (weft.Response, error) {
					t, err := r.HeaderOrFail(weft.HeaderIfModifiedSince)
					if err != nil {
						return weft.Response{}, err
					}
					return weft.Text(t.UTC().Format(time.RFC3339)), nil
				}),
				route.GET("/auth").Handle(tell(func(r *weft.Request) string {
					c, _ := r.Header(weft.HeaderAuthorization)
					user, password, ok := c.Basic()
					return fmt.Sprint(user, " ", password, " ", ok)
				})),
				route.GET("/host").Handle(tell(func(r *weft.Request) string {
					h, _ := r.RawHeader("Host")
					return strconv.FormatBool(h != "" && h == r.Host())
				})),
				route.GET("/set").Handle(give(func() weft.Response {
					return weft.Text("x").WithHeader("X-A", "1").WithHeader("x-a", "2").AddHeader("X-B", "1").AddHeader("X-B", "2").
						AddHeader("X-Gone", "1").RemoveHeader("x-gone")
				})),
				route.GET("/type").Handle(give(func() weft.Response { return weft.Text("a,b").WithHeader("Content-Type", "text/csv") })),
				route.GET("/injection").Handle(give(func() weft.Response {
					return weft.Text("x").WithHeader("X-A", "1\r\nSet-Cookie: evil=1")
				})),
			)
		},
		cases: []tableCase{
			{name: "one", path: "/raw", header: []string{"X-Thing", "a"}, wantBody: `"a" true ["a"]`},
			{name: "several of one name", path: "/raw", header: []string{"X-Thing", "a", "X-Thing", "b"}, wantBody: `"a" true ["a" "b"]`},
			{name: "none", path: "/raw", wantBody: `"" false []`},
			{name: "an empty one", path: "/raw", header: []string{"X-Thing", ""}, wantBody: `"" true [""]`},
			{name: "a typed one", path: "/since", header: []string{"If-Modified-Since", "Sun, 15 Nov 2026 04:00:00 GMT"}, wantBody: "2026-11-15T04:00:00Z"},
			{name: "a typed one that is missing", path: "/since", status: 400, contains: `"errors":[{"in":"header","name":"If-Modified-Since","message":"missing"}]`},
			{name: "a typed one that is malformed", path: "/since", header: []string{"If-Modified-Since", "yesterday"}, status: 400,
				contains: `"in":"header","name":"If-Modified-Since"`},
			{name: "credentials", path: "/auth", header: []string{"Authorization", "Basic YWRhOnB3OjE="}, wantBody: "ada pw:1 true"},
			{name: "credentials that are missing", path: "/auth", wantBody: "  false"},
			{name: "the host", path: "/host", wantBody: "true"},
			{name: "of a response", path: "/set", wantBody: "x", want: []string{"X-A", "2", "X-B", "1 | 2", "X-Gone", ""}},
			{name: "a media type of one's own", path: "/type", wantBody: "a,b", want: []string{"Content-Type", "text/csv"}},
			{name: "a line break is never sent", path: "/injection", status: 500, want: []string{"X-A", "", "Set-Cookie", ""},
				wantBody: `{"type":"about:blank","title":"Internal Server Error","status":500,"instance":"/injection"}`},
		},
	}
}

func cookies() group {
	return group{
		name: "cookies",
		routes: func() weft.Routes {
			return weft.NewRoutes(
				route.GET("/one").Handle(tell(func(r *weft.Request) string {
					c, ok := r.Cookie("b")
					return fmt.Sprint(c.Value, " ", ok)
				})),
				route.GET("/all").Handle(tell(func(r *weft.Request) string {
					var all []string
					for _, c := range r.Cookies() {
						all = append(all, c.Name+"="+c.Value)
					}
					return strings.Join(all, ",")
				})),
				route.GET("/needed").Handle(func(r *weft.Request) (weft.Response, error) {
					n, err := r.CookieWith("n", func(c weft.Cookie) (int, error) { return strconv.Atoi(c.Value) })
					return weft.Text(strconv.Itoa(n)), err
				}),
				route.GET("/missing").Handle(func(r *weft.Request) (weft.Response, error) {
					problem := &weft.Problem{Status: 401, Detail: "log in first"}
					v, err := r.CookieWithOrFail("session", problem, func(c weft.Cookie) string { return c.Value })
					return weft.Text(v), err
				}),
				route.GET("/set").Handle(give(func() weft.Response {
					return weft.Text("x").WithCookie(weft.Cookie{Name: "a", Value: "1", Path: "/", HTTPOnly: true}).
						WithCookie(weft.Cookie{Name: "b", Value: "2"})
				})),
			)
		},
		cases: []tableCase{
			{name: "one by its name", path: "/one", header: []string{"Cookie", "a=1; b=2"}, wantBody: "2 true"},
			{name: "one that is not there", path: "/one", wantBody: " false"},
			{name: "all of them", path: "/all", header: []string{"Cookie", "a=1; b=2; a=3"}, wantBody: "a=1,b=2,a=3"},
			{name: "one that is needed", path: "/needed", header: []string{"Cookie", "n=5"}, wantBody: "5"},
			{name: "one that is needed and missing", path: "/needed", status: 400,
				contains: `"errors":[{"in":"cookie","name":"n","message":"missing"}]`},
			{name: "an error of one's own", path: "/missing", status: 401, contains: "log in first"},
			{name: "no error", path: "/missing", header: []string{"Cookie", "session=x"}, wantBody: "x"},
			{name: "to keep", path: "/set", wantBody: "x", want: []string{"Set-Cookie", "a=1; Path=/; HttpOnly | b=2"}},
		},
	}
}

type book struct {
	Title string `json:"title"`
	Pages int    `json:"pages"`
}

func bodies() group {
	return group{
		name: "request bodies",
		routes: func() weft.Routes {
			return weft.NewRoutes(
				route.POST("/echo").Handle(func(r *weft.Request) (weft.Response, error) {
					b, err := r.Body().Bytes()
					return weft.Bytes(b, r.Body().MediaType()), err
				}),
				route.POST("/size").Handle(func(r *weft.Request) (weft.Response, error) {
					n, err := r.Body().WriteTo(io.Discard)
					return weft.Text(strconv.FormatInt(n, 10)), err
				}),
				route.POST("/string").Handle(func(r *weft.Request) (weft.Response, error) {
					a, err := r.Body().AsString()
					b, again := r.Body().AsString()
					return weft.Text(a + "|" + b), errors.Join(err, again)
				}),
				route.POST("/stream").Handle(func(r *weft.Request) (weft.Response, error) {
					b, err := io.ReadAll(r.Body().AsStream())
					return weft.Text(strings.ToUpper(string(b))), err
				}),
				route.POST("/chunks").Handle(func(r *weft.Request) (weft.Response, error) {
					n := 0
					for piece, err := range r.Body().Chunks() {
						if err != nil {
							return weft.Response{}, err
						}
						n += len(piece)
					}
					return weft.Text(strconv.Itoa(n)), nil
				}),
				route.POST("/collect").Handle(func(r *weft.Request) (weft.Response, error) {
					r, err := r.Collect()
					if err != nil {
						return weft.Response{}, err
					}
					s, err := r.Body().AsString()
					return weft.Text(s + " " + strconv.FormatBool(r.Body().IsStream())), err
				}),
				route.POST("/ignore").Handle(func(r *weft.Request) (weft.Response, error) {
					r, err := r.IgnoreBody()
					if err != nil {
						return weft.Response{}, err
					}
					return weft.Text(strconv.FormatBool(r.Body().IsEmpty())), nil
				}),
				route.POST("/json").Handle(func(r *weft.Request) (weft.Response, error) {
					b, err := r.Body().To[book]()
					if err != nil {
						return weft.Response{}, err
					}
					b.Pages++
					return weft.JSON(b), nil
				}),
				route.POST("/lines").Handle(func(r *weft.Request) (weft.Response, error) {
					var titles []string
					for b, err := range r.Body().StreamTo[book]() {
						if err != nil {
							return weft.Response{}, err
						}
						titles = append(titles, b.Title)
					}
					return weft.JSON(titles), nil
				}),
				route.POST("/nothing").Handle(say("I did not look")),
			)
		},
		cases: []tableCase{
			{name: "bytes and their media type", method: "POST", path: "/echo", body: "\x00\x01", header: []string{"Content-Type", "image/x"},
				wantBody: "\x00\x01", want: []string{"Content-Type", "image/x"}},
			{name: "none", method: "POST", path: "/size", wantBody: "0"},
			{name: "chunked", method: "POST", path: "/echo", body: "in pieces", chunked: true, wantBody: "in pieces"},
			{name: "as a string, twice", method: "POST", path: "/string", body: "é", wantBody: "é|é"},
			{name: "as a stream", method: "POST", path: "/stream", body: "abc", wantBody: "ABC"},
			{name: "as an iterator", method: "POST", path: "/chunks", body: strings.Repeat("x", 100_000), wantBody: "100000"},
			{name: "collected", method: "POST", path: "/collect", body: "abc", chunked: true, wantBody: "abc false"},
			{name: "ignored", method: "POST", path: "/ignore", body: "abc", chunked: true, wantBody: "true"},
			{name: "not looked at", method: "POST", path: "/nothing", body: strings.Repeat("x", 50_000), wantBody: "I did not look"},
			{name: "a megabyte", method: "POST", path: "/echo", body: strings.Repeat("0123456789abcdef", 1<<16), wantBody: strings.Repeat("0123456789abcdef", 1<<16)},
			{name: "a megabyte in chunks", method: "POST", path: "/size", body: strings.Repeat("x", 1<<20), chunked: true, wantBody: "1048576"},
			{name: "JSON", method: "POST", path: "/json", body: `{"title":"Dune","pages":411}`, wantBody: `{"title":"Dune","pages":412}`,
				want: []string{"Content-Type", "application/json"}},
			{name: "JSON that is malformed", method: "POST", path: "/json", body: `{"title":`, status: 400, contains: `"errors":[{"in":"body"`},
			{name: "JSON of another type", method: "POST", path: "/json", body: `{"title":"x","pages":"many"}`, status: 400, contains: `"errors":[{"in":"body","name":"pages"`},
			{name: "a stream of values", method: "POST", path: "/lines", body: "{\"title\":\"a\",\"pages\":1}\n{\"title\":\"b\",\"pages\":2}\n",
				chunked: true, wantBody: `["a","b"]`},
		},
	}
}

func forms() group {
	const multipart = "--XX\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nDune\r\n" +
		"--XX\r\nContent-Disposition: form-data; name=\"cover\"; filename=\"c.png\"\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n--XX--\r\n"
	return group{
		name: "forms",
		routes: func() weft.Routes {
			return weft.NewRoutes(
				route.POST("/form").Handle(func(r *weft.Request) (weft.Response, error) {
					f, err := r.Body().AsForm()
					if err != nil {
						return weft.Response{}, err
					}
					var all []string
					for field := range f.Fields() {
						if field.IsBinary() {
							all = append(all, fmt.Sprintf("%s=%s(%s)%q", field.Name(), field.FileName(), field.MediaType(), field.Bytes()))
						} else {
							all = append(all, field.Name()+"="+field.Text())
						}
					}
					sort.Strings(all)
					return weft.Text(strings.Join(all, ",")), nil
				}),
				route.POST("/upload").Handle(func(r *weft.Request) (weft.Response, error) {
					fs, err := r.Body().AsMultipartFormStream()
					if err != nil {
						return weft.Response{}, err
					}
					var names []string
					for field, err := range fs.Fields() {
						if err != nil {
							return weft.Response{}, err
						}
						names = append(names, field.Name())
					}
					return weft.Text(strings.Join(names, ",")), nil
				}),
				route.GET("/form").Handle(give(func() weft.Response {
					return weft.OK().WithBody(weft.BodyForm(weft.FormOf("a", "1 2", "b", "&")))
				})),
				route.GET("/multipart").Handle(give(func() weft.Response {
					return weft.OK().WithBody(weft.BodyMultipart(weft.FormOf("a", "1"), "XX"))
				})),
			)
		},
		cases: []tableCase{
			{name: "urlencoded", method: "POST", path: "/form", body: "title=Dune+II&year=1969&title=%26", header: []string{"Content-Type", "application/x-www-form-urlencoded"},
				wantBody: "title=&,title=Dune II,year=1969"},
			{name: "multipart", method: "POST", path: "/form", body: multipart, header: []string{"Content-Type", "multipart/form-data; boundary=XX"},
				wantBody: `cover=c.png(image/png)"\x89PNG",title=Dune`},
			{name: "multipart in chunks", method: "POST", path: "/form", body: multipart, chunked: true, header: []string{"Content-Type", "multipart/form-data; boundary=XX"},
				wantBody: `cover=c.png(image/png)"\x89PNG",title=Dune`},
			{name: "multipart, field by field", method: "POST", path: "/upload", body: multipart, header: []string{"Content-Type", "multipart/form-data; boundary=XX"},
				wantBody: "title,cover"},
			{name: "no form", method: "POST", path: "/form", body: "{}", header: []string{"Content-Type", "application/json"}, status: 400,
				contains: `"errors":[{"in":"body"`},
			{name: "multipart without its end", method: "POST", path: "/form", body: multipart[:80], header: []string{"Content-Type", "multipart/form-data; boundary=XX"},
				status: 400, contains: `"errors":[{"in":"body"`},
			{name: "not multipart", method: "POST", path: "/upload", body: "a=1", header: []string{"Content-Type", "application/x-www-form-urlencoded"},
				status: 400, contains: "multipart/form-data"},
			{name: "as an answer", path: "/form", wantBody: "a=1+2&b=%26", want: []string{"Content-Type", "application/x-www-form-urlencoded"}},
			{name: "multipart as an answer", path: "/multipart", contains: "name=\"a\"\r\n\r\n1\r\n--XX--", want: []string{"Content-Type", "multipart/form-data; boundary=XX"}},
		},
	}
}

func limits() group {
	unbounded := map[string]string{
		engineMemory:    "routes without a server take the body as it is",
		engineStreaming: "a streamed body has no limit unless one is set",
	}
	return group{
		name: "limits",
		routes: func() weft.Routes {
			return weft.NewRoutes(route.POST("/size").Handle(func(r *weft.Request) (weft.Response, error) {
				n, err := r.Body().WriteTo(io.Discard)
				return weft.Text(strconv.FormatInt(n, 10)), err
			}))
		},
		cases: []tableCase{
			{name: "exactly", method: "POST", path: "/size", body: strings.Repeat("x", weft.DefaultMaxBody), wantBody: "4194304"},
			{name: "exactly, in chunks", method: "POST", path: "/size", body: strings.Repeat("x", weft.DefaultMaxBody), chunked: true, wantBody: "4194304"},
			{name: "above", method: "POST", path: "/size", body: strings.Repeat("x", weft.DefaultMaxBody+1), status: 413, unlike: unbounded,
				contains: "request-streaming.maximum-content-length", want: []string{"Content-Type", "application/problem+json"}},
			{name: "above, in chunks", method: "POST", path: "/size", body: strings.Repeat("x", weft.DefaultMaxBody+1), chunked: true, status: 413, unlike: unbounded,
				contains: "larger than 4194304 bytes"},
		},
	}
}
