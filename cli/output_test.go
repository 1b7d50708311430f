package cli_test

import (
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/weft-go/weft/cli"
)

// printed returns what a command prints of an answer.
func printed(t *testing.T, config cli.Config, media, answer string, args ...string) string {
	t.Helper()
	addr := answering(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", media)
		_, _ = io.WriteString(w, answer)
	})
	got := run(t, addr, true, "", config, args...)
	if got.code != 0 {
		t.Errorf("%d %s", got.code, got.err)
	}
	return got.out
}

// TestOutput_json wants both names of the default to be the default.
func TestOutput_json(t *testing.T) {
	for _, args := range []string{"tags list", "tags list --output json", "tags list --output pretty"} {
		if got := printed(t, cli.Config{}, "application/json", `[1]`, strings.Fields(args)...); got != "[\n  1\n]\n" {
			t.Errorf("%s: got %q", args, got)
		}
	}
}

// TestOutput_yaml prints YAML with the order, the numbers and the texts of the JSON.
func TestOutput_yaml(t *testing.T) {
	tests := []struct{ name, media, answer, want string }{
		{"order", "application/json", `{"z":1,"a":{"k":[1,"two"],"b":null},"e":[],"o":{}}`,
			"z: 1\na:\n  k:\n  - 1\n  - two\n  b: null\ne: []\no: {}\n"},
		{"numbers", "application/json", `[12345678901234567890123, 0.10, 1e400, -0]`, "- 12345678901234567890123\n- 0.10\n- 1e400\n- -0\n"},
		{"words", "application/json", `["yes","null","12","a: b","- a","","a\nb","\u001b[2J","x y"]`,
			"- \"yes\"\n- \"null\"\n- \"12\"\n- \"a: b\"\n- \"- a\"\n- \"\"\n- \"a\\nb\"\n- \"\\x1b[2J\"\n- x y\n"},
		{"scalar", "application/json", `"text"`, "text\n"},
		{"no JSON", "application/json", `{"a`, "{\"a\n"},
		{"text", "text/plain", "a: b", "a: b\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := printed(t, cli.Config{}, tt.media, tt.answer, "tags", "list", "-o", "yaml"); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
	stream := printed(t, cli.Config{}, "application/x-ndjson", "{\"id\":1}\n{\"id\":2}\n", "export", "get", "-o", "yaml")
	if want := "---\nid: 1\n---\nid: 2\n"; stream != want {
		t.Errorf("stream: got %q, want %q", stream, want)
	}
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	if got := printed(t, cli.Config{}, "application/json", deep, "tags", "list", "-o", "yaml"); len(got) > 4*len(deep) {
		t.Errorf("%d bytes of YAML for %d", len(got), len(deep))
	}
}

// TestOutput_yaml_nested reads what was printed.
func TestOutput_yaml_nested(t *testing.T) {
	for _, answer := range []string{
		`[[1,[2,[]]],{"a":[{"b":1,"c":[[3],{}]},{"d":{"e":{"f":[4]}}}]}]`,
		`{"a":[[{"b":[1,2],"c":"x: y"}]],"? q":{"- r":[null,true,"\t"]},"":{"":""}}`,
	} {
		var got, want any
		text := printed(t, cli.Config{}, "application/json", answer, "tags", "list", "-o", "yaml")
		if err := errors.Join(yaml.Unmarshal([]byte(text), &got), json.Unmarshal([]byte(answer), &want)); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s\nprints\n%s\nwhich is\n%v, %v", answer, text, got, err)
		}
	}
}

// FuzzYAML: every text comes back from the YAML it is written as, as name and as value.
func FuzzYAML(f *testing.F) {
	for _, seed := range []string{"", "a", "- a", "? b", "~", "0x1F", "1_000", "2020-01-01", "é: ü", "a #b", "\t", "\u2028", "\u0085", "'", `"\`, "---", "...", "<<", "a\r\n b ", "😀", "N", ".inf", "\ufeff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		data, err := cli.ObjectYAML(text)
		if err != nil {
			return // no UTF-8
		}
		var back yaml.MapSlice
		if err := yaml.Unmarshal(data, &back); err != nil || len(back) != 1 || back[0].Key != any("n"+text) || back[0].Value != any(text) {
			t.Errorf("%q is written as %q and comes back as %#v, %v", text, data, back, err)
		}
	})
}

// TestOutput_table prints lists of objects with columns, and all else as lines.
func TestOutput_table(t *testing.T) {
	tests := []struct{ name, media, answer, want string }{
		{"list", "application/json", `[{"id":1,"title":"Emma","by":["J","A"]},{"id":22,"note":null,"title":"Ä\n","x":{"a": 1}}]`,
			"id  title  by         note  x\n1   Emma   [\"J\",\"A\"]\n22  Ä\\n                     {\"a\":1}\n"},
		{"object", "application/json", `{"id":1,"title":"Emma","tags":[ ],"old":true}`, "id     1\ntitle  Emma\ntags   []\nold    true\n"},
		{"scalars", "application/json", `["a",1,null,{"b":2,"c":"d"},[3]]`, "a\n1\n\nb=2  c=d\n[3]\n"},
		{"empty", "application/json", `[]`, ""},
		{"scalar", "application/json", `"a b"`, "a b\n"},
		{"number", "application/json", ` 1.50 `, "1.50\n"},
		{"no JSON", "application/json", `{"a`, "{\"a\n"},
		{"control characters", "application/json", `{"a":"\u001b[2J"}`, "a  ?[2J\n"},
		{"text", "text/plain", "a  b", "a  b\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := printed(t, cli.Config{}, tt.media, tt.answer, "tags", "list", "-o", "table"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
	stream := printed(t, cli.Config{}, "application/x-ndjson", "{\"id\":1,\"t\":[1, 2]}\n\"a\\nb\"\n", "export", "get", "-o", "table")
	if want := "id=1  t=[1,2]\na\\nb\n"; stream != want {
		t.Errorf("stream: got %q, want %q", stream, want)
	}
}

// TestOutput_table_formats prints tables of what comes in binary formats.
func TestOutput_table_formats(t *testing.T) {
	addr := serve(t)
	for _, format := range []string{"json", "protobuf", "avro", "thrift", "msgpack"} {
		stream := run(t, addr, true, "", cli.Config{}, "export", "get", "--format", format, "-o", "table")
		if stream.code != 0 || strings.Count(stream.out, "\n") != 3 || !strings.HasPrefix(stream.out, "id=1  ") {
			t.Errorf("%s: %d %s %s", format, stream.code, stream.out, stream.err)
		}
		one := run(t, addr, true, "", cli.Config{}, "books", "get", "--id", "42", "--format", format, "-o", "table")
		if one.code != 0 || !strings.HasPrefix(one.out, "id         42\n") && !strings.HasPrefix(one.out, "id       42\n") {
			t.Errorf("%s: %d %s %s", format, one.code, one.out, one.err)
		}
	}
}

// TestOutput_bounded wants tables that are not much longer than the answer.
func TestOutput_bounded(t *testing.T) {
	var names, wide strings.Builder
	for i := range 2000 {
		if i > 0 {
			names.WriteByte(',')
			wide.WriteByte(',')
		}
		names.WriteString(`{"` + strings.Repeat("n", i%1000+1) + `":1}`)
		wide.WriteString(`{"a":1,"b":2}`)
	}
	for _, answer := range []string{"[" + names.String() + "]", `[{"a":"` + strings.Repeat("x", 100000) + `"},` + wide.String() + "]"} {
		if got := printed(t, cli.Config{}, "application/json", answer, "tags", "list", "-o", "table"); len(got) > 10*len(answer) {
			t.Errorf("%d bytes of table for %d", len(got), len(answer))
		}
	}
}
