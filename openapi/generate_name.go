package openapi

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"github.com/weft-go/weft/internal/pattern"
)

// A template is the path of an endpoint as OpenAPI writes it.
type template struct {
	path  string
	shape string // the path without the names of its parameters
	names []string
	last  string // the name of a parameter for the rest of the path, or ""
}

// templateOf returns the path of a pattern. Kinds of segments are left out; they are
// in the schemas of the parameters.
func templateOf(path string) template {
	parsed, err := pattern.Parse(path)
	if err != nil {
		panic("openapi: " + err.Error()) // the endpoint could not have been described
	}
	var t template
	for _, s := range parsed.Segments() {
		if !s.Joined {
			t.path += "/"
			t.shape += "/"
		}
		if s.Kind == pattern.Literal {
			t.path += url.PathEscape(s.Text)
			t.shape += url.PathEscape(s.Text)
			continue
		}
		t.path += "{" + s.Name + "}"
		t.shape += "{}"
		t.names = append(t.names, s.Name)
		if s.Kind == pattern.Trailing {
			t.last = s.Name
		}
	}
	if t.path == "" {
		t.path, t.shape = "/", "/"
	}
	return t
}

// rename returns the parameter names of another path of the same shape by those of
// this one.
func (t template) rename(path string) map[string]string {
	other := templateOf(path)
	names := map[string]string{}
	for i, name := range t.names {
		names[name] = other.names[i]
	}
	return names
}

// operationID returns a name for an operation that no other has: getBooksById, or
// getBooksByIdJson for /books/{id}.json.
func (n *generation) operationID(method, path string) string {
	id := strings.ToLower(method)
	for rest := path; rest != ""; {
		var text, name string
		text, rest, _ = strings.Cut(rest, "{")
		id += words(text)
		if name, rest, _ = strings.Cut(rest, "}"); name != "" {
			id += "By" + words(name)
		}
	}
	if path == "/" {
		id += "Root"
	}
	return unique(id, func(id string) bool { return n.ids[id] }, func(id string) { n.ids[id] = true })
}

// unique returns a name that is not taken, with a number if need be, and takes it.
func unique(name string, taken func(string) bool, take func(string)) string {
	free := name
	for i := 2; taken(free); i++ {
		free = name + strconv.Itoa(i)
	}
	take(free)
	return free
}

// words joins the words of a text, each beginning with an upper-case letter. Only the
// letters and digits of ASCII are kept.
func words(s string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return r > unicode.MaxASCII || !isLetter(r) && !isDigit(r) }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// summary returns the first sentence of a text.
func summary(doc string) string {
	for i := range len(doc) {
		end := i + 1
		switch {
		case doc[i] == '\n':
			return strings.TrimSpace(doc[:i])
		case strings.IndexByte(".!?", doc[i]) >= 0 && (end == len(doc) || doc[end] == ' ' || doc[end] == '\n'):
			return doc[:end]
		}
	}
	return doc
}
