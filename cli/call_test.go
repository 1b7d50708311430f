package cli_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/weft-go/weft/cli"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/internal/leakcheck"
	"github.com/weft-go/weft/route"
)

func TestMain(m *testing.M) { leakcheck.Main(m) }

// refuse returns an Open for tests in which nothing may be sent.
func refuse(t *testing.T) func(cli.Server) (endpoint.Doer, error) {
	return func(cli.Server) (endpoint.Doer, error) {
		t.Error("a request would be sent")
		return nil, errors.New("nothing may be sent")
	}
}

// answering starts a server of net/http that answers everything.
func answering(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://")
}

// TestExitCodes runs into each of them.
func TestExitCodes(t *testing.T) {
	addr := serve(t)
	redirect := answering(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://192.0.2.1/", http.StatusFound)
	})
	garbage := answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/avro")
		_, _ = w.Write([]byte{0xff})
	})
	tests := []struct {
		name, addr string
		args       []string
		want       cli.Code
		message    string
	}{
		{"ok", addr, []string{"tags", "list"}, cli.OK, ""},
		{"no answer", "127.0.0.1:1", []string{"tags", "list"}, cli.NoAnswer, "refused"},
		{"usage", addr, []string{"books", "get"}, cli.Usage, "--id: missing"},
		{"declared", addr, []string{"books", "get", "--id", "7"}, cli.Refused, "404 Not Found\n{\n  \"id\": 7\n}\n"},
		{"unauthorized", addr, []string{"staff", "get-basic"}, cli.Refused, "401 Unauthorized"},
		{"server", addr, []string{"oracle", "get"}, cli.ServerFailed, "500 Internal Server Error"},
		{"broken off", addr, []string{"interrupted", "get"}, cli.NoAnswer, ""},
		{"redirect elsewhere", redirect, []string{"tags", "list"}, cli.Unexpected, "302 Found"},
		{"malformed", garbage, []string{"tags", "list"}, cli.Unexpected, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, tt.addr, true, "", cli.Config{}, tt.args...)
			if got.code != int(tt.want) || !strings.Contains(got.err, tt.message) {
				t.Errorf("exit code %d, want %d; %s", got.code, tt.want, got.err)
			}
			if strings.Contains(got.err, "hunter2") {
				t.Error("a secret of the server is shown")
			}
		})
	}
}

// TestStreamFault finds a fault in the middle of a stream that is being sent.
func TestStreamFault(t *testing.T) {
	good := `{"title":"Emma","authors":["J"],"price":1}` + "\n"
	got := run(t, serve(t), true, good+`{"title":"","authors":["J"],"price":1}`+"\n", cli.Config{}, "import", "create", "--body", "-")
	if got.code != int(cli.Usage) || !strings.Contains(got.err, "--body: ") {
		t.Errorf("%d %s", got.code, got.err)
	}
}

// TestCredentials logs in by options, by the environment and by Digest, and shows no
// secret.
func TestCredentials(t *testing.T) {
	addr := serve(t)
	env := func(pairs ...string) func(string) (string, bool) {
		return func(name string) (string, bool) {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1], true
				}
			}
			return "", false
		}
	}
	ada := env("SHOP_USER", "ada", "SHOP_PASSWORD", "engine")
	tests := []struct {
		name, args string
		env        func(string) (string, bool)
		want       string
	}{
		{"basic", "staff get-basic --user ada:engine", nil, "ada\n"},
		{"basic, password elsewhere", "staff get-basic --user ada", ada, "ada\n"},
		{"basic from the environment", "staff get-basic", ada, "ada\n"},
		{"digest", "staff get-digest --user ada:engine", nil, "ada\n"},
		{"digest from the environment", "staff get-digest", ada, "ada\n"},
		{"bearer", "staff get-bearer --token t0ken", nil, "a program\n"},
		{"bearer from the environment", "staff get-bearer", env("SHOP_TOKEN", "t0ken"), "a program\n"},
		{"either", "staff get-either --token t0ken", nil, "a program\n"},
		{"custom", "staff create-key --id 1 --number 1 --key k3y", nil, "a key\n"},
		{"custom from the environment", "staff create-key --id 1 --number 1", env("SHOP_KEY", "k3y"), "a key\n"},
		{"an input", "token get --token t0ken", nil, "token t0ken\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, addr, true, "", cli.Config{LookupEnv: tt.env}, append(strings.Fields(tt.args), "--verbose")...)
			if got.code != 0 || got.out != tt.want {
				t.Errorf("%d %q %s", got.code, got.out, got.err)
			}
			for _, secret := range []string{"engine", "t0ken", "k3y", "YWRh"} {
				if strings.Contains(got.err, secret) {
					t.Errorf("%q is shown: %s", secret, got.err)
				}
			}
		})
	}
}

// TestEnvironmentStaysHome wants credentials of the environment to go only to
// endpoints that ask for them, and a password never to go where Digest is asked for.
func TestEnvironmentStaysHome(t *testing.T) {
	var seen atomic.Value
	addr := answering(t, func(w http.ResponseWriter, r *http.Request) {
		seen.Store(r.Header.Get("Authorization"))
		w.WriteHeader(http.StatusNoContent)
	})
	config := cli.Config{LookupEnv: func(name string) (string, bool) {
		return "s3cret", name == "SHOP_TOKEN"
	}}
	run(t, addr, true, "", config, "tags", "list")
	if got := seen.Load(); got != "" {
		t.Errorf("sent %q", got)
	}
	run(t, addr, true, "", cli.Config{}, "staff", "get-digest", "--user", "ada:engine")
	if got := seen.Load(); got != "" {
		t.Errorf("sent %q", got)
	}
}

// TestVerbose shows heads.
func TestVerbose(t *testing.T) {
	got := run(t, serve(t), true, "", cli.Config{}, "books", "list", "--page", "2", "--header", "X-Trace: t1", "--header", "Accept: application/json", "-v")
	for _, want := range []string{"> GET /books?page=2&limit=2\n", "> X-Trace: t1\n", "> Accept: application/json\n", "< 200 OK\n", "< Content-Type: application/json\n"} {
		if !strings.Contains(got.err, want) {
			t.Errorf("got %q, want %q", got.err, want)
		}
	}
}

// TestOutputFile writes an answer to a file, and nothing if it breaks off.
func TestOutputFile(t *testing.T) {
	addr := serve(t)
	dir := t.TempDir()
	name := filepath.Join(dir, "book.txt")
	if got := run(t, addr, true, "", cli.Config{}, "books", "get-text", "--id", "42", "--output", name); got.code != 0 || got.out != "" {
		t.Fatalf("%d %s %s", got.code, got.out, got.err)
	}
	if data, err := os.ReadFile(name); err != nil || string(data) != "book 42: chapter 1chapter 2" {
		t.Errorf("%q, %v", data, err)
	}
	if got := run(t, addr, true, "", cli.Config{}, "interrupted", "get", "--output", filepath.Join(dir, "none")); got.code != int(cli.NoAnswer) {
		t.Errorf("%d %s", got.code, got.err)
	}
	if got := run(t, addr, true, "", cli.Config{}, "tags", "list", "-o", filepath.Join(dir, "no", "where")); got.code != int(cli.Usage) {
		t.Errorf("%d %s", got.code, got.err)
	}
	if err := os.Mkdir(filepath.Join(dir, "directory"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := run(t, addr, true, "", cli.Config{}, "tags", "list", "-o", filepath.Join(dir, "directory")); got.code != int(cli.Usage) {
		t.Errorf("%d %s", got.code, got.err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("got %v, want the file and the directory", entries)
	}
}

// TestTerminal keeps bytes and control characters from a terminal.
func TestTerminal(t *testing.T) {
	addr := serve(t)
	config := cli.OnTerminal(cli.Config{}, func(any) bool { return true })
	if got := run(t, addr, true, "", config, "books", "get-cover", "--id", "42"); got.code != int(cli.Unexpected) || got.out != "" ||
		!strings.Contains(got.err, "use --output") {
		t.Errorf("%d %q %s", got.code, got.out, got.err)
	}
	if got := run(t, addr, true, "", config, "books", "replace-note", "--id", "1", "--body", "a\x1b[2Jb"); got.code != 0 || strings.Contains(got.out, "\x1b") {
		t.Errorf("%d %q %s", got.code, got.out, got.err)
	}
}

// TestRetry tries again, but only what can do no harm.
func TestRetry(t *testing.T) {
	var count atomic.Int32
	addr := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if count.Add(1) < 3 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, "{}")
	})
	if got := run(t, addr, true, "", cli.Config{}, "tags", "list", "--retry", "2"); got.code != 0 || count.Load() != 3 {
		t.Errorf("%d after %d attempts; %s", got.code, count.Load(), got.err)
	}
	count.Store(0)
	if got := run(t, addr, true, "", cli.Config{}, "basket", "create", "--retry", "2"); got.code != int(cli.ServerFailed) || count.Load() != 1 {
		t.Errorf("%d after %d attempts; %s", got.code, count.Load(), got.err)
	}
}

// TestTimeout ends a command whose server is silent.
func TestTimeout(t *testing.T) {
	release := make(chan struct{})
	addr := answering(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	defer close(release)
	got := run(t, addr, true, "", cli.Config{}, "tags", "list", "--timeout", "20ms")
	if got.code != int(cli.NoAnswer) || !strings.Contains(got.err, "no answer within 20ms") {
		t.Errorf("%d %s", got.code, got.err)
	}
}

// TestTLS speaks https.
func TestTLS(t *testing.T) {
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, "[1]")
	}))
	defer s.Close()
	pool := x509.NewCertPool()
	pool.AddCert(s.Certificate())
	addr := strings.TrimPrefix(s.URL, "https://")
	got := run(t, addr, true, "", cli.Config{TLS: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}}, "tags", "list", "--tls")
	if got.code != 0 || got.out != "[\n  1\n]\n" {
		t.Errorf("%d %q %s", got.code, got.out, got.err)
	}
	if got := run(t, addr, true, "", cli.Config{}, "tags", "list", "--tls"); got.code != int(cli.NoAnswer) {
		t.Errorf("an unknown authority: %d %s", got.code, got.err)
	}
}

// TestThroughClient sends with package client.
func TestThroughClient(t *testing.T) {
	open := func(s cli.Server) (endpoint.Doer, error) {
		return client.New(s.URL, client.Config{Timeout: s.Timeout, Credentials: s.Credentials}), nil
	}
	got := run(t, serve(t), true, "", cli.Config{Open: open}, "staff", "get-digest", "--user", "ada:engine")
	if got.code != 0 || got.out != "ada\n" {
		t.Errorf("%d %q %s", got.code, got.out, got.err)
	}
}

// pipeWriter hands each write to a test.
type pipeWriter chan string

func (p pipeWriter) Write(b []byte) (int, error) {
	p <- string(b)
	return len(b), nil
}

// TestStreamArrives prints values when they are there, and not when the stream ends.
func TestStreamArrives(t *testing.T) {
	next := make(chan string)
	h := func(media string) string {
		return answering(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", media)
			for piece := range next {
				_, _ = io.WriteString(w, piece)
				_ = http.NewResponseController(w).Flush()
			}
		})
	}
	tests := []struct {
		name, media   string
		e             endpoint.Described
		pieces, lines []string
	}{
		{"lines", "application/x-ndjson", route.GET("/x").OutStream[[]int](), []string{"[1, 2]\n", "[3]\n"}, []string{"[1,2]\n", "[3]\n"}},
		{"events", "text/event-stream", route.GET("/x").OutStream[map[string]int](endpoint.MediaType("text/event-stream")),
			[]string{"data: {\"a\":\ndata: 1}\n\n", "event: e\nid: 7\ndata: {}\n\n", "data: [\n\n"},
			[]string{"{\"a\":1}\n", "{\"event\":\"e\",\"id\":\"7\",\"data\":{}}\n", "\"[\"\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			host, port, _ := strings.Cut(h(tt.media), ":")
			number, _ := strconv.Atoi(port)
			out, done := make(pipeWriter), make(chan int)
			var errs bytes.Buffer
			app := cli.FromEndpoints("x", "", "", "", host, number, []endpoint.Described{tt.e}, false, cli.Config{Stdout: out, Stderr: &errs})
			go func() { done <- app.Run(context.Background(), []string{"get-x"}) }()
			for i, piece := range tt.pieces {
				next <- piece
				if got := <-out; got != tt.lines[i] {
					t.Errorf("got %q, want %q", got, tt.lines[i])
				}
			}
			close(next)
			if code := <-done; code != 0 {
				t.Errorf("exit code %d; %s", code, errs.String())
			}
			next = make(chan string)
		})
	}
}

// TestArrays prints the elements of an array if that is how streams are configured.
func TestArrays(t *testing.T) {
	addr := answering(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `[{"id": 1}, {"id": 2}]`)
	})
	config := cli.Config{}
	config.Codec.TreatStreamsAsArrays = true
	if got := run(t, addr, true, "", config, "export", "get"); got.code != 0 || got.out != "{\"id\":1}\n{\"id\":2}\n" {
		t.Errorf("%d %q %s", got.code, got.out, got.err)
	}
}

// TestCollidingOptions wants a place before names that are taken.
func TestCollidingOptions(t *testing.T) {
	type body struct {
		ID   int    `json:"id"`
		Host string `json:"host"`
	}
	e := route.POST("/x/{id}").Path(codec.Int("id")).Query(codec.Query[string]("format")).Header(codec.Header[string]("Id")).In[body]().OutEmpty()
	c, _, err := cli.FromEndpoints("x", "", "", "", "h", 1, []endpoint.Described{e}, false).Command().Find([]string{"post-x-id"})
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range []string{"id", "query-format", "header-id", "body.id", "body.host", "field-id", "field-host"} {
		if c.Flags().Lookup(flag) == nil {
			t.Errorf("there is no --%s", flag)
		}
	}
}

// TestMeter shows progress of what takes long.
func TestMeter(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(1000, 0)
	m := cli.NewMeter(&out, func() time.Time { return now })
	m.Begin("received", 4096)
	m.Add(1024)
	if out.Len() != 0 {
		t.Errorf("too early: %q", out.String())
	}
	now = now.Add(2 * time.Second)
	m.Add(1024)
	m.Add(1024) // too soon after the last
	m.End()
	if want := "\r\x1b[Kreceived 2.0 KiB of 4.0 KiB, 50 %\r\x1b[K"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
