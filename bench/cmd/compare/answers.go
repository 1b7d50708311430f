package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/weft-go/weft/bench/payload"
)

// A question is a request with the only right answer to it.
type question struct {
	kind      string
	request   string
	mediaType string // empty when servers may differ: some sniff the bytes of a file
	body      string
	refused   bool // the right answer is a status of 4xx, with any body
}

func questions() []question {
	get := func(path string) string { return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" }
	post := func(path, body string) string {
		return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, len(body), body)
	}
	bad := string(payload.BadOrderBody())
	good := string(payload.OrderBody())
	json := func(v any) string { return string(marshal(v)) }
	return []question{
		{kind: "get", request: get("/"), mediaType: payload.Text, body: payload.Hello},
		{kind: "json", request: get("/json"), mediaType: payload.ApplicationJSON, body: string(payload.JSON())},
		{kind: "post", request: post("/echo", "12345"), mediaType: payload.Text, body: "5"},
		{kind: "post", request: post("/echo", strings.Repeat("a", 1024)), mediaType: payload.Text, body: "1024"},
		{kind: "users", request: get("/users/7/posts?limit=1&offset=2"), mediaType: payload.Text, body: "user 7 limit 1 offset 2"},
		{kind: "users", request: get("/users/12345/posts?offset=20&limit=10"), mediaType: payload.Text, body: "user 12345 limit 10 offset 20"},
		{kind: "api", request: get("/api/resource000/a/parts/b?limit=c"), mediaType: payload.Text, body: "a b c"},
		{kind: "api", request: get("/api/resource299/1/parts/2?limit=3"), mediaType: payload.Text, body: "1 2 3"},
		{kind: "catalogue", request: get("/catalogue"), mediaType: payload.ApplicationJSON, body: json(payload.NewCatalogue())},
		{kind: "sum", request: post("/orders", good), mediaType: payload.ApplicationJSON, body: json(parsedOrder().Total())},
		{kind: "sum", request: post("/orders", bad), refused: true},
		{kind: "order", request: post("/shops/7/orders?limit=100&express=false", good), mediaType: payload.ApplicationJSON,
			body: json(parsedOrder().Receipt(7, 100, false))},
		{kind: "order", request: post("/shops/7/orders?limit=100&express=false", bad), refused: true},
		{kind: "order", request: post("/shops/7/orders?limit=101&express=false", good), refused: true},
		{kind: "order", request: post("/shops/seven/orders?limit=10&express=false", good), refused: true},
		{kind: "file", request: get("/files/" + fileName), body: string(fileBytes())},
	}
}

// checkAnswers asks a server the questions of some kinds, one after the other on
// one connection and then, without those it has to refuse, all at once,
// pipelined, on another. It fails on the first answer that is not the expected
// one to the byte. JSON may end with a newline; the kinds where it does are
// returned.
func checkAnswers(address string, kinds []string) (newlines map[string]bool, err error) {
	asked := slices.DeleteFunc(questions(), func(q question) bool { return !slices.Contains(kinds, q.kind) })
	newlines = map[string]bool{}
	err = ask(address, func(conn net.Conn, answers *bufio.Reader) error {
		for _, q := range asked {
			if _, err := io.WriteString(conn, q.request); err != nil {
				return err
			}
			newline, err := q.check(answers)
			if err != nil {
				return err
			}
			newlines[q.kind] = newlines[q.kind] || newline
		}
		return nil
	}, func(conn net.Conn, answers *bufio.Reader) error {
		// Some servers close a connection on which they refused something.
		return checkPipelined(conn, answers, slices.DeleteFunc(asked, func(q question) bool { return q.refused }))
	})
	return newlines, err
}

func checkPipelined(conn net.Conn, answers *bufio.Reader, asked []question) error {
	var pipelined strings.Builder
	for _, q := range asked {
		pipelined.WriteString(q.request)
	}
	if _, err := io.WriteString(conn, pipelined.String()); err != nil {
		return err
	}
	for _, q := range asked {
		if _, err := q.check(answers); err != nil {
			return fmt.Errorf("pipelined: %w", err)
		}
	}
	return nil
}

// ask holds each conversation on a connection of its own.
func ask(address string, conversations ...func(net.Conn, *bufio.Reader) error) error {
	for _, converse := range conversations {
		conn, err := net.DialTimeout("tcp", address, 2*time.Second)
		if err != nil {
			return err
		}
		conn.SetDeadline(time.Now().Add(5 * time.Second))
		err = converse(conn, bufio.NewReader(conn))
		conn.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// check reads one response and compares it. It reports whether a newline follows the JSON.
func (q question) check(answers *bufio.Reader) (newline bool, err error) {
	line, _, _ := strings.Cut(q.request, " HTTP/")
	resp, err := http.ReadResponse(answers, nil)
	if err != nil {
		return false, fmt.Errorf("%s: %w", line, err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return false, fmt.Errorf("%s: %w", line, err)
	}
	if q.refused {
		if resp.StatusCode/100 != 4 {
			return false, fmt.Errorf("%s: want a refusal, got status %d", line, resp.StatusCode)
		}
		return false, nil
	}
	if q.mediaType == payload.ApplicationJSON {
		body, newline = bytes.CutSuffix(body, []byte("\n"))
	}
	return newline, q.compare(line, resp, body, newline)
}

func (q question) compare(line string, resp *http.Response, body []byte, newline bool) error {
	got, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	want, _, _ := mime.ParseMediaType(q.mediaType)
	length := int64(len(q.body))
	if newline {
		length++
	}
	switch {
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("%s: want status 200, got %d", line, resp.StatusCode)
	case resp.ContentLength != length:
		return fmt.Errorf("%s: want Content-Length %d, got %d", line, length, resp.ContentLength)
	case !bytes.Equal(body, []byte(q.body)):
		return fmt.Errorf("%s: want body %.100q, got %.100q", line, q.body, body)
	case q.mediaType != "" && got != want:
		return fmt.Errorf("%s: want Content-Type %s, got %s", line, want, got)
	case resp.Header.Get("Date") == "":
		return fmt.Errorf("%s: no Date", line)
	}
	return nil
}
