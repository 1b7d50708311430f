package server_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft/config"
	"github.com/weft-go/weft/internal/golden"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// TestConfigured: without a source the environment counts, and the server runs by it.
func TestConfigured(t *testing.T) {
	t.Setenv("WEFT_HTTP_SERVER_BINDING_HOST", "127.0.0.1")
	t.Setenv("WEFT_HTTP_SERVER_BINDING_PORT", "0")
	t.Setenv("WEFT_HTTP_SERVER_KEEP_ALIVE", "false")
	t.Setenv("WEFT_HTTP_SERVER_SO_BACKLOG", "16")
	t.Setenv("WEFT_HTTP_SERVER_TCP_NODELAY", "false")
	srv, err := server.Configured()
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	if _, err := srv.Install(says("hello")); err != nil {
		t.Fatal(err)
	}
	c := wefttest.Dial(t, srv.Addr().String())
	c.Send(plainRequest)
	if r := c.Read("GET"); r.Body != "hello" {
		t.Errorf("got %q", r.Body)
	}
	c.ReadEnd() // keep-alive is off
}

func TestConfiguredFails(t *testing.T) {
	t.Setenv("WEFT_HTTP_SERVER_BINDING_PORT", "many")
	_, err := server.Configured()
	e, ok := errors.AsType[*server.InvalidSetting](err)
	if !ok || e.Key != "weft.http.server.binding-port" || e.Place != "variable WEFT_HTTP_SERVER_BINDING_PORT" {
		t.Errorf("got %v", err)
	}
}

// loadText loads one setting.
func loadText(key, text string) (server.Configuration, error) {
	return server.Load(server.JSON("test.json", fmt.Appendf(nil, `{"weft.http.server": {%q: %q}}`, key, text)))
}

func TestDurations(t *testing.T) {
	for _, test := range []struct {
		text string
		want time.Duration // -1 for an error
	}{
		{"10s", 10 * time.Second}, {"1m30s", 90 * time.Second}, {"1.5h", 90 * time.Minute}, {"5ms", 5 * time.Millisecond},
		{"PT10S", 10 * time.Second}, {"pt10s", 10 * time.Second}, {"PT1M30.5S", 90500 * time.Millisecond}, {"PT2H", 2 * time.Hour},
		{"P1D", 24 * time.Hour}, {"P1DT1H", 25 * time.Hour}, {"P2W", 14 * 24 * time.Hour}, {"PT0.000000001S", 1},
		{"", -1}, {"10", -1}, {"0", -1}, {"1.5", -1}, {"-10s", -1}, {"10 s", -1}, {"ten", -1}, {"10x", -1}, {"0s", -1},
		{"P", -1}, {"PT", -1}, {"P1DT", -1}, {"P1Y", -1}, {"P1M", -1}, {"PT1S1M", -1}, {"PT1M1M", -1}, {"PT1.5M", -1}, {"PT-1S", -1},
		{"PTS", -1}, {"PT1", -1}, {"P99999999999999D", -1}, {"P106751DT99999H", -1}, {"PT1.2.3S", -1}, {"P1H", -1},
	} {
		c, err := loadText("header-timeout", test.text)
		if (err != nil) != (test.want < 0) || err == nil && c.Config.HeaderTimeout != test.want {
			t.Errorf("%q: %v, %v; want %v", test.text, c.Config.HeaderTimeout, err, test.want)
		}
	}
}

func TestDurationsOfNothing(t *testing.T) {
	for _, test := range []struct {
		key, text string
		want      string // in the dump
	}{
		{"idle-timeout", "none", "none"}, {"idle-timeout", "0s", "none"}, {"websocket.force-close-timeout", "None", "none"},
		{"graceful-shutdown-timeout", "0s", "0s"}, {"transport.shutdown-timeout", "PT0S", "0s"},
		{"transport.heap-reserve", "0", "0"}, {"transport.heap-reserve", "8MiB", "8388608"},
	} {
		c, err := loadText(test.key, test.text)
		if err != nil || !strings.Contains(c.Dump(), "  "+test.key+": "+test.want+" # test.json:1\n") {
			t.Errorf("%s %s: %v\n%s", test.key, test.text, err, c.Dump())
		}
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "4096": 4096, "16KiB": 16 << 10, "16 KiB": 16 << 10, "16kib": 16 << 10, "4MiB": 4 << 20, "2GiB": 2 << 30,
		"16KB": 16000, "3MB": 3e6, "10B": 10,
		"": -1, "0": -1, "-1": -1, "KiB": -1, "1.5KiB": -1, "1TiB": -1, "1K": -1, "99999999999GiB": -1, "1 2": -1, "1Ki": -1,
	} {
		c, err := loadText("request-streaming.maximum-content-length", text)
		if (err != nil) != (want < 0) || err == nil && c.Config.RequestStreaming.MaximumContentLength != want {
			t.Errorf("%q: %d, %v; want %d", text, c.Config.RequestStreaming.MaximumContentLength, err, want)
		}
	}
}

func TestHosts(t *testing.T) {
	for text, want := range map[string]string{
		"127.0.0.1": "127.0.0.1:8080", "::1": "[::1]:8080", "[::1]": "[::1]:8080", "localhost": "localhost:8080",
		"unix:/run/weft.sock": "unix:/run/weft.sock", "systemd:": "systemd:", "systemd:web": "systemd:web",
		"": "-", "unix:": "-", "a b": "-", "host:80": "-", "http://host": "-",
	} {
		c, err := loadText("binding-host", text)
		if (err != nil) != (want == "-") || err == nil && c.Config.Address != want {
			t.Errorf("%q: %q, %v; want %q", text, c.Config.Address, err, want)
		}
	}
}

// FuzzValues: no text makes a key panic, and what a key accepts it accepts again as the
// dump writes it, with the same result.
func FuzzValues(f *testing.F) {
	keys := server.Keys()
	for i, text := range []string{"10s", "PT1H", "16KiB", "true", "PARANOID", "gzip", "10.0.0.0/8", "unix:/a", "0660", "field:x", "a\"b\\ #"} {
		f.Add(i, text)
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		k := keys[uint(i)%uint(len(keys))]
		if k.Secret || strings.HasPrefix(k.Name, "ssl.") || strings.ContainsAny(text, "\x00\n\r") {
			return // secrets are not dumped, and ssl reads files
		}
		c, err := server.Load(server.Variables(strings.ReplaceAll(k.Variable(), "_N", "_0") + "=" + text))
		if err != nil {
			return
		}
		again, err := server.Load(config.YAML("dump.yaml").Holding(c.Dump()))
		if err != nil {
			t.Fatalf("%s = %q: %v\n%s", k.Name, text, err, c.Dump())
		}
		if got, want := plain(again.Dump()), plain(c.Dump()); got != want {
			t.Errorf("%s = %q: got\n%s\nwant\n%s", k.Name, text, got, want)
		}
	})
}

// plain returns a dump without the places.
func plain(dump string) string {
	var lines []string
	for line := range strings.Lines(dump) {
		lines = append(lines, line[:strings.LastIndex("# "+line, "# ")])
	}
	return strings.Join(lines, "\n")
}

func TestDump(t *testing.T) {
	c, err := server.Load(
		config.YAML("weft.yaml").Holding("weft.http.server:\n  binding-port: 9000\n  keep-alive: true\n"+
			"  response-compression:\n    options:\n      - type: gzip\n  cookie-keys: [0123456789abcdef0123456789abcdef]\n"),
		server.Variables("WEFT_HTTP_SERVER_IDLE_TIMEOUT=90s"))
	if err != nil {
		t.Fatal(err)
	}
	c.Config.MaxHeaderSize = 1 << 10
	golden.Check(t, "dump.yaml", []byte(c.Dump()))
	if strings.Contains(c.Dump(), "0123456789abcdef") {
		t.Error("the secret is shown")
	}
}

// TestDumpOfServer: a server that was made in code tells so.
func TestDumpOfServer(t *testing.T) {
	dump := server.Customized(server.Config{}.WithPort(9000).WithResponseCompression(server.DefaultResponseCompression()),
		server.TransportConfig{NThreads: 2}).Dump()
	for _, line := range []string{"  binding-port: 9000 # code\n", "  transport.threads: 2 # code\n", "  keep-alive: true # default\n",
		"  response-compression.options[1].type: deflate # code\n"} {
		if !strings.Contains(dump, line) {
			t.Errorf("%q is missing in\n%s", line, dump)
		}
	}
	loaded, err := server.Configured(server.Variables("WEFT_HTTP_SERVER_BINDING_PORT=9000"))
	if err != nil || !strings.Contains(loaded.Dump(), "  binding-port: 9000 # variable WEFT_HTTP_SERVER_BINDING_PORT\n") {
		t.Errorf("%v\n%s", err, loaded.Dump())
	}
}

// TestDumpLoads: the dump of the defaults is the defaults.
func TestDumpLoads(t *testing.T) {
	dump := server.Default().Dump()
	c, err := server.Load(config.YAML("dump.yaml").Holding(dump))
	if err != nil {
		t.Fatal(err)
	}
	if plain(c.Dump()) != plain(dump) {
		t.Errorf("got\n%s\nwant\n%s", c.Dump(), dump)
	}
}

// TestKeysAreDistinct: each has a documentation, and no two share a variable.
func TestKeysAreDistinct(t *testing.T) {
	seen := map[string]string{}
	for _, k := range server.Keys() {
		if other := seen[k.Variable()]; other != "" {
			t.Errorf("%s and %s are both %s", k.Name, other, k.Variable())
		}
		seen[k.Variable()] = k.Name
		if k.Type == "" || !strings.HasSuffix(k.Doc, ".") {
			t.Errorf("%s: type %q, documentation %q", k.Name, k.Type, k.Doc)
		}
		if k.Name != strings.ToLower(k.Name) || strings.Contains(k.Name, "_") {
			t.Errorf("%s is not in kebab case", k.Name)
		}
	}
}

// TestReference: docs/configuration.md is what the list of keys says. Run the test with
// -update to write it.
func TestReference(t *testing.T) {
	const path = "../docs/configuration.md"
	var b bytes.Buffer
	b.WriteString("# Configuration\n\n" +
		"Every setting that a server takes from its environment or from files. This page is made from the code:\n" +
		"`go test ./server -run TestReference -update`. How sources are chosen is in the documentation of package `config`.\n\n" +
		"All keys begin with `weft.http.server`. In a list, `[]` stands for the index of an element, which counts from 0.\n" +
		"The environment variable of a key is `WEFT_HTTP_SERVER_` and the key in upper case, with underscores for everything else:\n" +
		"`response-compression.options[].type` is `WEFT_HTTP_SERVER_RESPONSE_COMPRESSION_OPTIONS_0_TYPE` for the first element.\n\n" +
		"| Key | Value | Default | Meaning |\n|---|---|---|---|\n")
	for _, k := range server.Keys() {
		def := ""
		if k.Default != "" {
			def = "`" + k.Default + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Name, k.Type, def, k.Doc)
	}
	if golden.Updating() {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(have, b.Bytes()) {
		t.Errorf("%s is out of date (%v); run this test with -update\n%s", path, err, golden.Diff(have, b.Bytes()))
	}
}
