package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/magiconair/properties"

	"github.com/weft-go/weft/compress"
	"github.com/weft-go/weft/config"
	"github.com/weft-go/weft/server"
)

const (
	asYAML = "weft:\n  http:\n    server:\n      binding-port: 9000\n      response-compression:\n        options:\n" +
		"          - type: gzip\n            level: 9\n          - type: deflate\n"
	asJSON = "{\"weft\": {\"http\": {\"server\": {\n  \"binding-port\": 9000,\n  \"response-compression\": {\"options\": [\n" +
		"    {\"type\": \"gzip\", \"level\": 9},\n    {\"type\": \"deflate\"}\n  ]}\n}}}}\n"
	asTOML = "[weft.http.server]\nbinding-port = 9000\n\n[[weft.http.server.response-compression.options]]\ntype = \"gzip\"\nlevel = 9\n\n" +
		"[[weft.http.server.response-compression.options]]\ntype = \"deflate\"\n"
	asInlineTOML = "[weft.http]\nserver.binding-port = 9000\nserver.response-compression = { options = [ { type = \"gzip\", level = 9 }, { type = \"deflate\" } ] }\n"
	asProperties = "# the server\nweft.http.server.binding-port=9000\nweft.http.server.response-compression.options[0].type: gzip\n" +
		"weft.http.server.response-compression.options[0].level 9\nweft.http.server.response-compression.options[1].type = \\\n  deflate\n"
)

// wantSample checks what all of the above say.
func wantSample(t *testing.T, c server.Config, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	o := c.ResponseCompression
	if c.Address != "0.0.0.0:9000" || o == nil || len(o.Options) != 2 || o.Options[0] != server.Gzip(9) || o.Options[1] != server.Deflate(0) {
		t.Errorf("got %+v with %+v", c, o)
	}
}

func TestDocuments(t *testing.T) {
	for name, text := range map[string]string{
		"weft.yaml": asYAML, "weft.yml": asYAML, "weft.json": asJSON, "weft.toml": asTOML, "inline.toml": asInlineTOML,
		"weft.properties": asProperties,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			c, err := server.ConfigFrom(config.File(path))
			wantSample(t, c, err)
			c, err = server.ConfigFrom(config.File("conf/" + name).In(fstest.MapFS{"conf/" + name: {Data: []byte(text)}}))
			wantSample(t, c, err)
			c, err = server.ConfigFrom(config.File(name).Holding(text))
			wantSample(t, c, err)
		})
	}
}

// TestLaterSourcesWin: a list as a whole replaces one, single elements change one.
func TestLaterSourcesWin(t *testing.T) {
	base := config.YAML("base.yaml").Holding(asYAML)
	for _, test := range []struct {
		name  string
		later server.Source
		want  string // types and levels
	}{
		{"a list", config.YAML("b.yaml").Holding("weft.http.server.response-compression.options: [{type: deflate}]"), "deflate0"},
		{"an empty list", config.YAML("b.yaml").Holding("weft.http.server.response-compression.options: []"), ""},
		{"a list in a variable", server.Variables(`WEFT_HTTP_SERVER_RESPONSE_COMPRESSION_OPTIONS=[{"type":"deflate","level":3}]`), "deflate3"},
		{"an element", server.Variables("WEFT_HTTP_SERVER_RESPONSE_COMPRESSION_OPTIONS_1_LEVEL=2"), "gzip9 deflate2"},
		{"both", server.Variables("WEFT_HTTP_SERVER_RESPONSE_COMPRESSION_OPTIONS_0_LEVEL=2",
			`WEFT_HTTP_SERVER_RESPONSE_COMPRESSION_OPTIONS=[{"type":"deflate"}]`), "deflate2"},
		{"off", server.Variables("WEFT_HTTP_SERVER_RESPONSE_COMPRESSION_ENABLED=false"), "off"},
		{"nothing", server.Variables("PATH=/bin", "WEFT_CLIENT_X=1"), "gzip9 deflate0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := server.ConfigFrom(base, test.later)
			if err != nil {
				t.Fatal(err)
			}
			got := "off"
			if c.ResponseCompression != nil {
				var options []string
				for _, o := range c.ResponseCompression.Options {
					options = append(options, o.Type+string(rune('0'+o.Level)))
				}
				got = strings.Join(options, " ")
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestUsingCodings(t *testing.T) {
	source := config.YAML("weft.yaml").Holding("weft.http.server.response-compression.options: [{type: br, level: 5}]")
	if _, err := server.Load(source); err == nil || !strings.Contains(err.Error(), "options[0] (weft.yaml:1): type: want one of gzip, deflate, got \"br\"") {
		t.Errorf("without the coding: %v", err)
	}
	if _, err := server.Load(source, server.Using(compress.Codings()...)); err != nil {
		t.Errorf("with it: %v", err)
	}
}

// TestFaults: each names the key, the place, and what was expected.
func TestFaults(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a.yaml", "weft:\n  http:\n    server:\n      binding-prot: 80\n", "weft.http.server.binding-prot (a.yaml:4): unknown key; did you mean binding-port?"},
		{"a.yaml", "weft.http.server:\n  binding-port: eighty\n", `weft.http.server.binding-port (a.yaml:2): want a port from 0 to 65535, got "eighty"`},
		{"a.yaml", "weft.http.server:\n  binding-port: [1, 2]\n", "binding-port (a.yaml:2): want a port from 0 to 65535, got a list"},
		{"a.yaml", "weft.http.server:\n  binding-port:\n", "binding-port (a.yaml:2): want a port from 0 to 65535, got nothing"},
		{"a.yaml", "weft.http.server:\n  binding-port: {tcp: 1}\n", "binding-port.tcp (a.yaml:2): unknown key; binding-port is a port from 0 to 65535 and has no keys below it"},
		{"a.yaml", "weft.http.server:\n  ssl: yes\n", `weft.http.server.ssl (a.yaml:2): want the keys below it, got "yes"`},
		{"a.yaml", "weft.http.server: on\n", `weft.http.server (a.yaml:1): want the keys below it, got "on"`},
		{"a.yaml", "weft.http.sever:\n  binding-port: 80\n", "weft.http.sever.binding-port (a.yaml:2): unknown key; did you mean weft.http.server?"},
		{"a.yaml", "weft.http.server:\n  idle-timeout: 90\n", "idle-timeout (a.yaml:2): want a duration such as 10s, 1m30s or PT10S, or none, got \"90\" (it has no unit: 90s are seconds, 90ms are milliseconds)"},
		{"a.yaml", "weft.http.server:\n  response-compression:\n    options:\n      - level: 6\n", `response-compression.options[0] (a.yaml:4): type: want one of gzip, deflate, got ""`},
		{"a.yaml", "weft.http.server:\n  response-compression:\n    options:\n      - type: gzip\n        level: 12\n", "response-compression.options[0] (a.yaml:5): level: want 1 to 9, got 12"},
		{"a.yaml", "a: 1\nb: [2\n", "a.yaml:2: "},
		{"a.yaml", "a: 1\na: 2\n", "a.yaml:2: "},
		{"a.yaml", "a: *x\n", "a.yaml:1: "},
		{"a.yaml", "a: 1\n---\nb: 1\n", "a.yaml: want one document"},
		{"a.json", "{\n\"weft.http.server\": {\n\"keep-alive\": \"on\"}}", `weft.http.server.keep-alive (a.json:3): want true or false, got "on"`},
		{"a.json", "{\n\"a\": }", "a.json:2: "},
		{"a.json", "{} {}", "a.json: want one value"},
		{"a.json", "", "a.json"},
		{"a.toml", "[weft.http.server]\nkeepalive = true\n", "weft.http.server.keepalive (a.toml:2): unknown key; did you mean keep-alive?"},
		{"a.toml", "[weft.http.server]\nport = 1\n", "weft.http.server.port (a.toml:2): unknown key; did you mean binding-port?"},
		{"a.toml", "a = 1\nb = \n", "a.toml:2: "},
		{"a.toml", "a = 1\na = 2\n", "a.toml:2: "},
		{"a.properties", "\n# c\nweft.http.server.max-header-size = 16 KX\n", `max-header-size (a.properties:3): want a size above 0, such as 4096 or 16KiB, got "16 KX"`},
		{"a.properties", "weft.http.server.response-compression.options[1].type=gzip\n", "options[0] (not set): want it to be set"},
		{"a.properties", "weft.http.server.response-compression.options[99].type=gzip\n", "want an index below 8"},
		{"a.properties", "weft.http.server.response-compression.options[9999999999].type=gzip\n", "unknown key"},
		{"a.properties", "weft.http.server.response-compression.options=gzip\n", "want a list"},
		{"a.properties", "a = \\u12\n", `a.properties:1: want four hexadecimal digits after \u`},
		{"a.ini", "", "want a file that ends in .yaml"},
		{"a.yaml", strings.Repeat("#", 1<<20+1), "larger than"},
		{"a.yaml", "a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d]\n",
			"more than 10000 values"},
		{"a.json", strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40), "more than 32 levels"},
	} {
		t.Run(test.want, func(t *testing.T) {
			_, err := server.Load(config.File(test.name).Holding(test.text))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// TestAllFaultsAtOnce: two sources, three faults, one error.
func TestAllFaultsAtOnce(t *testing.T) {
	_, err := server.Load(config.YAML("a.yaml").Holding("weft.http.server:\n  binding-port: x\n  nonsense-of-all-kinds: 1\n"),
		server.Variables("WEFT_HTTP_SERVER_KEEP_ALIV=true"))
	if err == nil {
		t.Fatal("no error")
	}
	want := "server: the configuration has 3 faults:\n" +
		"weft.http.server.binding-port (a.yaml:2): want a port from 0 to 65535, got \"x\"\n" +
		"weft.http.server.keep-aliv (variable WEFT_HTTP_SERVER_KEEP_ALIV): unknown key; did you mean keep-alive?\n" +
		"weft.http.server.nonsense-of-all-kinds (a.yaml:3): unknown key"
	if err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestOptionalDocument(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.yaml")
	if _, err := server.Load(config.File(missing).Optional()); err != nil {
		t.Error(err)
	}
	if _, err := server.Load(config.File(missing)); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("got %v", err)
	}
	if _, err := server.Load(config.File("a.yaml").Holding("[").Optional()); err == nil {
		t.Error("an optional document may be wrong")
	}
}

func TestYAMLMergeKeys(t *testing.T) {
	c, err := server.ConfigFrom(config.YAML("a.yaml").Holding("base: &base\n  binding-port: 1\n  keep-alive: false\n" +
		"weft.http.server:\n  binding-port: 2\n  <<: *base\n  idle-timeout: &t 5s\n  header-timeout: *t\n"))
	if err != nil || c.Address != "0.0.0.0:2" || !c.NoKeepAlive || c.HeaderTimeout != c.IdleTimeout || c.IdleTimeout == 0 {
		t.Errorf("got %+v, %v", c, err)
	}
}

// FuzzDocuments: no text makes a parser panic, and every setting has its place.
func FuzzDocuments(f *testing.F) {
	for _, text := range []string{asYAML, asJSON, asTOML, asInlineTOML, asProperties, "a: &a\n  - *a\n", "? a\n: b", "a = [[1], {b.c = 2}]", `a=\u00e4\`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"a.yaml", "a.json", "a.toml", "a.properties"} {
			settings, _ := config.File(name).Holding(text).Settings()
			for _, s := range settings {
				if !strings.HasPrefix(s.Place, name+":") {
					t.Errorf("%s: the place is %q", name, s.Place)
				}
			}
			// Whatever it holds, loading it must not panic.
			_, _ = server.Load(config.File(name).Holding(text))
		}
	})
}

// TestProperties has what the format's definition says of lines, escapes and separators.
func TestProperties(t *testing.T) {
	for text, want := range map[string]string{
		"a=b": "a:b@1", "a:b": "a:b@1", "a b": "a:b@1", "a\t=\tb": "a:b@1", " a = b ": "a:b @1", "a": "a:@1", "=b": ":b@1",
		"a==b": "a:=b@1", "a=:b": "a::b@1", "#a\n!b\n\nc=d": "c:d@4", "a\\ b=c": "a b:c@1", "a\\=b=c": "a=b:c@1",
		"a=\\t\\n\\x\\u00e4\\uD83D\\uDE00": "a:\t\nxä😀@1", "a=\\uD83D": "a:\ufffd@1", "a=b\\\\": "a:b\\@1", "a=b\\": "a:b@1",
		"a=b\\\n   c\nd=e": "a:bc@1 d:e@3", "a \\\n = b": "a:b@1", "\\\n": "", "a=1\r\nb=2\rc=3": "a:1@1 b:2@2 c:3@3", "\ufeffa=b": "a:b@1",
	} {
		settings, err := config.Properties("p").Holding(text).Settings()
		var got []string
		for _, s := range settings {
			got = append(got, s.Key+":"+s.Text+strings.Replace(s.Place, "p:", "@", 1))
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q: got %q, %v, want %q", text, got, err, want)
		}
	}
}

// FuzzProperties compares the parser with another one. The other one expands ${…} unless
// told not to, knows no \r alone as a line break, and joins lines within values only;
// TestProperties has those.
func FuzzProperties(f *testing.F) {
	for _, text := range []string{asProperties, "a", "a=", "a b c", " a\t:=b", "a=\\\n  b\n", "a\\ b=c\\tä", "=x", "a=b\\\\", "!x\n#y\na=1\na=2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\r\ufeff\x00") || strings.Contains(text, "\\\n") {
			return
		}
		want, err := (&properties.Loader{Encoding: properties.UTF8, DisableExpansion: true}).LoadBytes([]byte(text))
		settings, own := config.Properties("a.properties").Holding(text).Settings()
		if err != nil || own != nil {
			return
		}
		got := map[string]string{}
		for _, s := range settings {
			got[s.Key] = s.Text
		}
		for key, value := range got {
			if v, ok := want.Get(key); !ok || v != value {
				t.Errorf("%q: the key %q is %q, want %q (%v)", text, key, value, v, ok)
			}
		}
		if len(got) != want.Len() {
			t.Errorf("%q: %d keys, want %d", text, len(got), want.Len())
		}
	})
}
