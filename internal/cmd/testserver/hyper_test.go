package main

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/corpora"
	"github.com/weft-go/weft/internal/golden"
	"github.com/weft-go/weft/wefttest"
)

// TestHyperCorpus sends the descriptions of events and compares the events.
func TestHyperCorpus(t *testing.T) {
	dir := corpora.Dir(t, "hyper")
	inputs, err := filepath.Glob(filepath.Join(dir, "*", "input.json"))
	if err != nil || len(inputs) == 0 {
		t.Fatalf("found %d inputs, %v", len(inputs), err)
	}
	client := wefttest.New(t, plainRoutes())
	for _, name := range inputs {
		t.Run(filepath.Base(filepath.Dir(name)), func(t *testing.T) {
			input, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(filepath.Join(filepath.Dir(name), "output.txt"))
			if err != nil {
				t.Fatal(err)
			}
			get := client.Get("/test?hyper="+url.QueryEscape(string(input))).Status(200).
				Header("Content-Type", "text/event-stream").Text()
			post := client.Post("/test", weft.BodyBytes(input, "application/json")).Status(200).Text()
			if get != post {
				t.Errorf("GET gives %q, POST %q", get, post)
			}
			if diff := golden.Diff(normalised(string(want)), normalised(get)); diff != "" {
				t.Errorf("differs:\n%s\nraw: %q", diff, get)
			}
		})
	}
}

// normalised returns events such that equal ones are equal text: the fields sorted but
// for the lines within one data key, the attributes of HTML sorted.
func normalised(stream string) []byte {
	var b bytes.Buffer
	for event := range strings.SplitSeq(strings.TrimSpace(stream), "\n\n") {
		fields := map[string][]string{}
		for line := range strings.SplitSeq(strings.TrimSpace(event), "\n") {
			key, value, _ := strings.Cut(line, ": ")
			if key == "data" {
				name, rest, _ := strings.Cut(value, " ")
				key, value = "data "+name, sortedAttributes(rest)
			}
			fields[key] = append(fields[key], value)
		}
		keys := make([]string, 0, len(fields))
		for k := range fields {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			fmt.Fprintf(&b, "%s: %s\n", k, strings.Join(fields[k], "\n\t"))
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

var tag = regexp.MustCompile(`<[a-z]+( [^<>]*)>`)

func sortedAttributes(html string) string {
	return tag.ReplaceAllStringFunc(html, func(t string) string {
		name, rest, _ := strings.Cut(strings.Trim(t, "<>"), " ")
		attributes := strings.Fields(rest)
		slices.Sort(attributes)
		return "<" + name + " " + strings.Join(attributes, " ") + ">"
	})
}

func TestHyperRefusesWhatItDoesNotKnow(t *testing.T) {
	client := wefttest.New(t, plainRoutes())
	for _, input := range []string{`{`, `{"events":[{"type":"dance"}]}`, `{"events":[{"type":"patchElements","mode":"sideways"}]}`, `{}`} {
		client.Get("/test?hyper=" + url.QueryEscape(input)).Status(400)
	}
	client.Get("/test").Status(400)
}
