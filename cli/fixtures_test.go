package cli_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json/jsontext"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/cli"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/internal/pattern"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// result is what a command left behind.
type result struct {
	code     int
	out, err string
}

// shop returns the endpoints of all fixtures.
func shop() []endpoint.Described {
	var list []endpoint.Described
	for _, f := range fixtures.All() {
		list = append(list, f.Endpoint)
	}
	return list
}

// run runs a command of the shop.
func run(t *testing.T, addr string, grouped bool, stdin string, config cli.Config, args ...string) result {
	t.Helper()
	host, port, _ := strings.Cut(addr, ":")
	number, _ := strconv.Atoi(port)
	var out, errs bytes.Buffer
	config.Stdin, config.Stdout, config.Stderr = strings.NewReader(stdin), &out, &errs
	if config.LookupEnv == nil {
		config.LookupEnv = func(string) (string, bool) { return "", false }
	}
	app := cli.FromEndpoints("shop", "1.2.3", "A book shop.", "Closed on Sundays.", host, number, shop(), grouped, config)
	code := app.Run(t.Context(), args)
	return result{code, out.String(), errs.String()}
}

// serve starts the shop.
func serve(t *testing.T) string {
	t.Helper()
	return wefttest.Start(t, fixtures.Routes(), server.Config.EnableRequestStreaming).Addr
}

// commandOf returns the words that name the command of an endpoint.
func commandOf(t *testing.T, root *cobra.Command, d *endpoint.Description) []string {
	t.Helper()
	title := string(d.Method) + " " + d.Path
	var found []string
	var walk func(c *cobra.Command, words []string)
	walk = func(c *cobra.Command, words []string) {
		for line := range strings.Lines(c.Long) {
			if strings.TrimSpace(line) == title {
				found = words
			}
		}
		for _, sub := range c.Commands() {
			walk(sub, append(slices.Clip(words), sub.Name()))
		}
	}
	walk(root, nil)
	if found == nil {
		t.Fatalf("there is no command for %s", title)
	}
	return found
}

// flagOf returns the option of a parameter, which the tests know by its name.
func flagOf(name string) string {
	switch name {
	case "maxPrice":
		return "--max-price"
	case "token": // which is taken by the credentials
		return "--cookie-token"
	}
	return "--" + strings.ToLower(name)
}

// arguments translates a call to a command line.
func arguments(t *testing.T, d *endpoint.Description, c fixtures.Call) (args []string, stdin string) {
	t.Helper()
	target, rawQuery, _ := strings.Cut(c.Target, "?")
	args = pathArguments(t, d.Path, target)
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range partsOf(d) {
		if p.In == codec.InQuery {
			for _, v := range query[p.Name] {
				args = append(args, flagOf(p.Name)+"="+v)
			}
		}
	}
	media := ""
	for i := 0; i < len(c.Headers); i += 2 {
		switch name, value := c.Headers[i], c.Headers[i+1]; strings.ToLower(name) {
		case "content-type":
			media = value
		case "cookie":
			for _, cookie := range weft.ParseCookies(value) {
				if cookie.Name != "other" {
					args = append(args, flagOf(cookie.Name)+"="+cookie.Value)
				}
			}
		case "authorization":
			args = append(args, credentials(t, value)...)
		case "x-version": // expected, and so sent by itself
		default:
			args = append(args, flagOf(name)+"="+value)
		}
	}
	args = append(args, login(c.Credentials)...)
	if strings.HasPrefix(media, "multipart/") {
		return append(args, parts(t, media, c.Body)...), ""
	}
	if c.Body == "" {
		return args, ""
	}
	if media != "" && !strings.Contains(media, "json") {
		args = append(args, "--content-type", media)
	}
	return append(args, "--body", "-"), c.Body
}

func partsOf(d *endpoint.Description) []*codec.PartInfo {
	var parts []*codec.PartInfo
	for _, t := range d.Inputs {
		parts = append(parts, t.Parts()...)
	}
	return parts
}

func pathArguments(t *testing.T, template, path string) []string {
	t.Helper()
	p, err := pattern.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	var tree pattern.Tree
	if err := tree.Add(pattern.Any, p, 0); err != nil {
		t.Fatal(err)
	}
	var m pattern.Match
	if result := tree.Match("GET", path, &m); result != pattern.Found {
		t.Fatalf("%s is no path of %s: %v", path, template, result)
	}
	var args []string
	for i, s := range p.Params() {
		value, _ := pattern.Unescape(m.Param(i).Of(path))
		args = append(args, flagOf(s.Name)+"="+value)
	}
	return args
}

func credentials(t *testing.T, field string) []string {
	scheme, value, _ := strings.Cut(field, " ")
	if scheme == "Bearer" {
		return []string{"--token", value}
	}
	pair, err := base64.StdEncoding.DecodeString(value)
	if err != nil {
		t.Fatal(err)
	}
	return []string{"--user", string(pair)}
}

func login(c auth.Credentials) []string {
	switch c := c.(type) {
	case auth.BasicCredentials:
		return []string{"--user", c.User + ":" + c.Password.Reveal()}
	case auth.BearerCredentials:
		return []string{"--token", c.Token.Reveal()}
	case auth.CustomCredentials:
		return []string{"--" + c.Name, c.Value.(string)}
	}
	return nil
}

// parts gives the parts of a multipart body as options, files as files.
func parts(t *testing.T, media, body string) []string {
	t.Helper()
	_, params, err := mime.ParseMediaType(media)
	if err != nil {
		t.Fatal(err)
	}
	var args []string
	r := multipart.NewReader(strings.NewReader(body), params["boundary"])
	for {
		p, err := r.NextPart()
		if err == io.EOF {
			return args
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(p)
		if err != nil {
			t.Fatal(err)
		}
		value := string(data)
		if p.FileName() != "" {
			value = filepath.Join(t.TempDir(), p.FileName())
			if err := os.WriteFile(value, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		args = append(args, "--"+p.FormName(), value)
	}
}

// TestFixtures makes every call of every fixture from the command line, in both
// styles and in every format that the endpoint speaks.
func TestFixtures(t *testing.T) {
	addr := serve(t)
	for _, grouped := range []bool{false, true} {
		root := cli.FromEndpoints("shop", "", "", "", "h", 1, shop(), grouped).Command()
		for _, f := range fixtures.All() {
			for _, c := range f.Calls {
				t.Run(f.Name+"/"+c.Name+"/"+strconv.FormatBool(grouped), func(t *testing.T) {
					d := f.Endpoint.Describe()
					args, stdin := arguments(t, d, c)
					args = append(commandOf(t, root, d), args...)
					checkCall(t, c, run(t, addr, grouped, stdin, cli.Config{}, append(args, "--output", "raw")...))
					checkPretty(t, c, run(t, addr, grouped, stdin, cli.Config{}, args...))
				})
			}
		}
	}
}

func checkCall(t *testing.T, c fixtures.Call, got result) {
	t.Helper()
	want := 0
	if c.Status >= 400 {
		want = 3
	}
	if got.code != want {
		t.Fatalf("exit code %d, want %d; %s", got.code, want, got.err)
	}
	if c.Status < 400 && got.out != c.Answer {
		t.Errorf("got  %q\nwant %q", got.out, c.Answer)
	}
	if c.Status >= 400 {
		checkFailure(t, c, got)
	}
}

func checkFailure(t *testing.T, c fixtures.Call, got result) {
	t.Helper()
	if got.out != "" {
		t.Errorf("a failure prints %q on standard output", got.out)
	}
	head, body, _ := strings.Cut(got.err, "\n")
	if strings.HasSuffix(head, " is deprecated") {
		head, body, _ = strings.Cut(body, "\n")
	}
	if !strings.HasSuffix(head, c.Status.String()) {
		t.Errorf("got %q, want the status %s", head, c.Status)
	}
	if compact(body) != c.Answer {
		t.Errorf("got %q, want %q", body, c.Answer)
	}
}

func checkPretty(t *testing.T, c fixtures.Call, got result) {
	t.Helper()
	if c.Status >= 400 {
		return
	}
	want := c.Answer
	if strings.HasPrefix(want, "data: ") {
		want = strings.ReplaceAll(strings.ReplaceAll(want, "data: ", ""), "\n\n", "\n")
		if !strings.HasPrefix(want, "{") { // words are strings
			want = `"` + strings.ReplaceAll(strings.TrimSpace(want), "\n", "\"\n\"") + `"`
		}
	}
	if compact(got.out) != strings.TrimSuffix(want, "\n") {
		t.Errorf("got  %q\nwant %q", compact(got.out), want)
	}
}

// compact returns JSON without its white space, and text without the last line end.
func compact(s string) string {
	v := jsontext.Value(s)
	if v.Compact() != nil {
		return strings.TrimSuffix(s, "\n")
	}
	return string(v)
}

// TestFormats sends and asks for each format. Whatever comes is printed as JSON.
func TestFormats(t *testing.T) {
	addr := serve(t)
	for _, format := range []string{"json", "protobuf", "avro", "thrift", "msgpack"} {
		t.Run(format, func(t *testing.T) {
			got := run(t, addr, true, "", cli.Config{}, "books", "create", "--title", "Emma", "--authors", "Jane Austen",
				"--price", "799", "--binding", "audio", "--format", format, "--verbose")
			want := `{"id":43,"title":"Emma","authors":["Jane Austen"],"price":799,"binding":"audio"}`
			// The binary formats have no way to leave a field out.
			if out := strings.Replace(compact(got.out), `,"published":null`, "", 1); got.code != 0 || out != want {
				t.Errorf("%d %s %s", got.code, got.out, got.err)
			}
			for _, mark := range []string{"> Content-Type: ", "< Content-Type: ", "> Accept: "} {
				if !strings.Contains(got.err, mark+"application/") || format != "json" && strings.Contains(got.err, mark+"application/json") {
					t.Errorf("%s\nwant %s with %s", got.err, mark, format)
				}
			}
			stream := run(t, addr, true, "", cli.Config{}, "export", "get", "--format", format)
			if lines := strings.Count(stream.out, "\n"); stream.code != 0 || lines != 3 || !strings.HasPrefix(stream.out, `{"id":1,`) {
				t.Errorf("stream: %d %s %s", stream.code, stream.out, stream.err)
			}
			failed := run(t, addr, true, "", cli.Config{}, "books", "get", "--id", "7", "--format", format)
			if failed.code != 3 || !strings.Contains(failed.err, "{\n  \"id\": 7\n}") {
				t.Errorf("failure: %d %s", failed.code, failed.err)
			}
		})
	}
}
