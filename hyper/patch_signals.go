package hyper

import (
	"context"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/internal/eventstream"
)

// PatchSignals returns a patch that changes signals, as a JSON Merge Patch (RFC 7396):
// members replace signals of their name, objects are merged, and null removes.
//
// The signals are a value that JSON makes an object of, such as a struct or a map, or
// the text of such an object in a string. The text may also be in the relaxed form that
// the client reads, with bare names and single quotes; it is then sent as it is.
func PatchSignals[T any](v T, options ...PatchSignalOptions) Patch {
	o := first(options)
	text, err := signalText(v)
	return newPatch(signals{text, o.OnlyIfMissing}, o.EventID, o.RetryDuration, err)
}

// RemoveSignals returns a patch that removes signals. A name may have dots: "user.name"
// is the signal name in the group user.
func RemoveSignals(names ...string) Patch {
	if err := checkNames(names); err != nil {
		return newPatch(nil, "", 0, err)
	}
	return newPatch(signals{json: string(removal(names))}, "", 0, nil)
}

// signals is a patch of signals. The text is compact JSON, or the relaxed form.
type signals struct {
	json          string
	onlyIfMissing bool
}

func (s signals) appendEvent(_ context.Context, dst []byte) ([]byte, error) {
	dst = append(dst, "event: "+eventSignals+"\n"...)
	if s.onlyIfMissing {
		dst = appendOption(dst, "onlyIfMissing ", "true")
	}
	return eventstream.AppendLines(dst, "data: signals ", s.json), nil
}

func (s signals) response(context.Context) (weft.Response, error) {
	resp := weft.Bytes([]byte(s.json), weft.MediaJSON)
	if s.onlyIfMissing {
		resp = resp.WithHeader("hyper-only-if-missing", "true")
	}
	return resp, nil
}

// signalText returns signals as text.
func signalText[T any](v T) (string, error) {
	switch v := any(v).(type) {
	case string:
		return objectText(v)
	case []byte:
		return objectText(string(v))
	case jsontext.Value:
		return objectText(string(v))
	}
	c, err := json.CodecFor[T](format.Config{})
	if err != nil {
		return "", fmt.Errorf("signals: %w", err)
	}
	b, err := c.Encode(v)
	if err != nil {
		return "", fmt.Errorf("signals: %w", err)
	}
	if len(b) == 0 || b[0] != '{' {
		return "", fmt.Errorf("signals: want an object, got %T", v)
	}
	return string(b), nil
}

// objectText returns the text of an object, made compact if it is JSON.
func objectText(s string) (string, error) {
	trimmed := strings.TrimSpace(s)
	if !strings.HasPrefix(trimmed, "{") || !strings.HasSuffix(trimmed, "}") {
		return "", errors.New("signals: the text is not an object")
	}
	v := jsontext.Value(trimmed)
	if v.Compact() != nil {
		return trimmed, nil //nolint:nilerr // it is the relaxed form
	}
	return string(v), nil
}

// checkNames makes sure that there are names, and that they name something.
func checkNames(names []string) error {
	if len(names) == 0 {
		return errors.New("remove signals: there are no names")
	}
	for _, n := range names {
		if !utf8.ValidString(n) {
			return fmt.Errorf("remove signals: the name %q is not UTF-8", n)
		}
		for part := range strings.SplitSeq(n, ".") {
			if part == "" {
				return fmt.Errorf("remove signals: the name %q has an empty part", n)
			}
		}
	}
	return nil
}

// A group is a tree of names, in the order in which they were given.
type group struct {
	whole    bool // the group itself is meant, with all that is in it
	names    []string
	children map[string]*group
}

// removal returns an object in which each of the names is null.
func removal(names []string) []byte {
	root := &group{}
	for _, n := range names {
		at := root
		for part := range strings.SplitSeq(n, ".") {
			at = at.child(part)
		}
		at.whole = true
	}
	return root.append(nil)
}

func (g *group) child(name string) *group {
	c, ok := g.children[name]
	if !ok {
		if g.children == nil {
			g.children = map[string]*group{}
		}
		c = &group{}
		g.names, g.children[name] = append(g.names, name), c
	}
	return c
}

func (g *group) append(dst []byte) []byte {
	if g.whole {
		return append(dst, "null"...)
	}
	for i, n := range g.names {
		if i == 0 {
			dst = append(dst, '{')
		} else {
			dst = append(dst, ',')
		}
		dst, _ = jsontext.AppendQuote(dst, n) // it is UTF-8
		dst = g.children[n].append(append(dst, ':'))
	}
	return append(dst, '}')
}
