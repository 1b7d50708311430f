package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/weft-go/weft/bench/payload"
)

// A request is what a workload sends over and over, and the only right answer.
type request struct {
	kind    string // the name that workloads and candidates know it by
	base    string // the load generator's kind, see load/request.h
	path    string // in place of the kind's own
	headers []string
	body    []byte // in place of the kind's own
	want    []byte
}

// fileName is the file that candidates are given to serve, and fileSize its size.
const (
	fileName = "one.bin"
	fileSize = 1 << 20
)

func requests() []request {
	posts := payload.AppendPosts(nil, "12345", "10", "20")
	order := payload.OrderBody()
	return []request{
		{kind: "get", base: "get", want: []byte(payload.Hello)},
		{kind: "json", base: "json", want: payload.JSON()},
		{kind: "post", base: "post", want: []byte("1024")},
		{kind: "users", base: "users", want: posts},
		{kind: "hdrs", base: "hdrs", want: posts},
		{kind: "wide", base: "get", headers: wideHeaders(), want: []byte(payload.Hello)},
		{kind: "api", base: "get", path: payload.APITarget, want: payload.AppendPart(nil, "12345", "wheel", "10")},
		{kind: "catalogue", base: "get", path: "/catalogue", want: marshal(payload.NewCatalogue())},
		{kind: "sum", base: "post", path: "/orders", body: order, want: marshal(parsedOrder().Total())},
		{kind: "order", base: "post", path: payload.OrderTarget, body: order, want: marshal(parsedOrder().Receipt(12345, 4, true))},
		{kind: "file", base: "get", path: "/files/" + fileName, want: fileBytes()},
	}
}

// requestOf returns the request of a kind.
func requestOf(kind string) (request, error) {
	for _, r := range requests() {
		if r.kind == kind {
			return r, nil
		}
	}
	return request{}, fmt.Errorf("unknown kind of request %q", kind)
}

// wideHeaders are 4 KiB of header fields: 32 of 128 bytes, the line ends included.
func wideHeaders() []string {
	var fields []string
	for i := range 32 {
		name := fmt.Sprintf("X-Field-%02d: ", i)
		fields = append(fields, name+strings.Repeat("v", 126-len(name)))
	}
	return fields
}

// fileBytes returns the content of the file. No two of its pages are the same,
// so that a server which mixes them up is found out.
func fileBytes() []byte {
	data := make([]byte, 0, fileSize)
	for i := 0; len(data) < fileSize; i++ {
		data = fmt.Appendf(data, "%015d\n", i)
	}
	return data
}

func parsedOrder() *payload.Order {
	var order payload.Order
	if err := json.Unmarshal(payload.OrderBody(), &order); err != nil {
		panic(err) // a constant of this module
	}
	return &order
}

func marshal(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // a constant of this module
	}
	return data
}

// The files of a request in the workshop.
func (w *workshop) bodyFile(kind string) string { return filepath.Join(w.tmp, "body-"+kind) }

// expectFile is the file with the expected body. JSON may end with a newline:
// encoders differ, and RFC 8259 permits white space around a text.
func (w *workshop) expectFile(kind string, newline bool) string {
	if newline {
		kind += "-newline"
	}
	return filepath.Join(w.tmp, "expect-"+kind)
}

// filesDir is the directory that candidates serve under /files/.
func (w *workshop) filesDir() string { return filepath.Join(w.tmp, "files") }

// writeRequests fills the workshop with bodies, expected bodies and the file.
func (w *workshop) writeRequests() error {
	if err := os.Mkdir(w.filesDir(), 0o755); err != nil {
		return err
	}
	files := map[string][]byte{filepath.Join(w.filesDir(), fileName): fileBytes()}
	all := requests()
	for _, n := range growthBodySizes() {
		all = append(all, growthBody(n))
	}
	for _, r := range all {
		files[w.expectFile(r.kind, false)] = r.want
		files[w.expectFile(r.kind, true)] = append(slices.Clip(r.want), '\n')
		if r.body != nil {
			files[w.bodyFile(r.kind)] = r.body
		}
	}
	for path, data := range files {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// loadArgs returns the load generator's arguments for a request.
func (r request) loadArgs(shop *workshop, newline bool) []string {
	args := []string{"-k", r.base, "-e", shop.expectFile(r.kind, newline)}
	if r.path != "" {
		args = append(args, "-u", r.path)
	}
	if r.body != nil {
		args = append(args, "-b", shop.bodyFile(r.kind))
	}
	for _, field := range r.headers {
		args = append(args, "-H", field)
	}
	return args
}
