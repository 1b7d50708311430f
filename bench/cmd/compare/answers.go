package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/weft-go/weft/bench/payload"
)

// A question is a request with the only right answer to it.
type question struct {
	request   string
	mediaType string
	body      string
}

func questions() []question {
	get := func(path string) string { return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" }
	post := func(body string) string {
		return fmt.Sprintf("POST /echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	}
	return []question{
		{get("/"), payload.Text, payload.Hello},
		{get("/json"), payload.ApplicationJSON, string(payload.JSON())},
		{post("12345"), payload.Text, "5"},
		{post(strings.Repeat("a", 1024)), payload.Text, "1024"},
		{get("/users/7/posts?limit=1&offset=2"), payload.Text, "user 7 limit 1 offset 2"},
		{get("/users/12345/posts?offset=20&limit=10"), payload.Text, "user 12345 limit 10 offset 20"},
	}
}

// checkAnswers asks a server every question, one after the other on one
// connection and then all at once, pipelined, on another. It fails on the first
// answer that is not the expected one to the byte.
func checkAnswers(address string) error {
	var pipelined strings.Builder
	for _, q := range questions() {
		pipelined.WriteString(q.request)
	}
	return ask(address, func(conn net.Conn, answers *bufio.Reader) error {
		for _, q := range questions() {
			if _, err := io.WriteString(conn, q.request); err != nil {
				return err
			}
			if err := q.check(answers); err != nil {
				return err
			}
		}
		return nil
	}, func(conn net.Conn, answers *bufio.Reader) error {
		if _, err := io.WriteString(conn, pipelined.String()); err != nil {
			return err
		}
		for _, q := range questions() {
			if err := q.check(answers); err != nil {
				return fmt.Errorf("pipelined: %w", err)
			}
		}
		return nil
	})
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

// check reads one response and compares it.
func (q question) check(answers *bufio.Reader) error {
	line, _, _ := strings.Cut(q.request, " HTTP/")
	resp, err := http.ReadResponse(answers, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	got, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	want, _, _ := mime.ParseMediaType(q.mediaType)
	switch {
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("%s: want status 200, got %d", line, resp.StatusCode)
	case resp.ContentLength != int64(len(q.body)):
		return fmt.Errorf("%s: want Content-Length %d, got %d", line, len(q.body), resp.ContentLength)
	case !bytes.Equal(body, []byte(q.body)):
		return fmt.Errorf("%s: want body %q, got %q", line, q.body, body)
	case got != want:
		return fmt.Errorf("%s: want Content-Type %s, got %s", line, want, got)
	case resp.Header.Get("Date") == "":
		return fmt.Errorf("%s: no Date", line)
	}
	return nil
}
