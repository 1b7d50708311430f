package pattern_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/pattern"
)

func lit(text string) pattern.Segment { return pattern.Segment{Text: text} }

func par(kind pattern.Kind, name string) pattern.Segment {
	return pattern.Segment{Kind: kind, Name: name}
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, in, canonical, shape string
		segments                   []pattern.Segment
	}{
		{"root", "/", "/", "/", nil},
		{"literal", "/a", "/a", "/a", []pattern.Segment{lit("a")}},
		{"trailing slash", "/a/", "/a/", "/a/", []pattern.Segment{lit("a"), lit("")}},
		{"every kind", "/{a}/{b:string}/{c:int}/{d:long}/{e:uuid}/{f:bool}/{g...}",
			"/{a}/{b}/{c:int}/{d:long}/{e:uuid}/{f:bool}/{g...}", "/{}/{}/{:int}/{:long}/{:uuid}/{:bool}/{...}",
			[]pattern.Segment{par(pattern.String, "a"), par(pattern.String, "b"), par(pattern.Int, "c"), par(pattern.Long, "d"),
				par(pattern.UUID, "e"), par(pattern.Bool, "f"), par(pattern.Trailing, "g")}},
		{"slash after parameter", "/{a}/", "/{a}/", "/{}/", []pattern.Segment{par(pattern.String, "a"), lit("")}},
		{"names", "/{_}/{user-id}/{a.b_C9}", "/{_}/{user-id}/{a.b_C9}", "/{}/{}/{}",
			[]pattern.Segment{par(pattern.String, "_"), par(pattern.String, "user-id"), par(pattern.String, "a.b_C9")}},
		{"decoded literal", "/café", "/café", "/café", []pattern.Segment{lit("café")}},
		{"encoded literal", "/caf%c3%A9", "/café", "/café", []pattern.Segment{lit("café")}},
		{"reserved characters", "/%2F%25%7b%7D%3F%23", "/%2F%25%7B%7D%3F%23", "/%2F%25%7B%7D%3F%23", []pattern.Segment{lit("/%{}?#")}},
		{"space", "/a b", "/a%20b", "/a%20b", []pattern.Segment{lit("a b")}},
		{"not UTF-8", "/%FF%C3", "/%FF%C3", "/%FF%C3", []pattern.Segment{lit("\xff\xc3")}},
		{"replacement character", "/\uFFFD", "/\uFFFD", "/\uFFFD", []pattern.Segment{lit("\uFFFD")}},
		{"not printable", "/\u200B\u00A0", "/%E2%80%8B%C2%A0", "/%E2%80%8B%C2%A0", []pattern.Segment{lit("\u200B\u00A0")}},
		{"dots in literals", "/.a/a./.../..a", "/.a/a./.../..a", "/.a/a./.../..a", []pattern.Segment{lit(".a"), lit("a."), lit("..."), lit("..a")}},
		{"literals of other grammars", "/:id/*/a:b", "/:id/*/a:b", "/:id/*/a:b", []pattern.Segment{lit(":id"), lit("*"), lit("a:b")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := pattern.Parse(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Segments(); !slices.Equal(got, tt.segments) {
				t.Errorf("Segments() = %v, want %v", got, tt.segments)
			}
			if got := p.String(); got != tt.canonical {
				t.Errorf("String() = %q, want %q", got, tt.canonical)
			}
			if got := p.Shape(); got != tt.shape {
				t.Errorf("Shape() = %q, want %q", got, tt.shape)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct {
		name, in string
		offset   int
		msg      string // a part of the message
	}{
		{"empty", "", 0, "want '/' at the beginning"},
		{"no slash", "users", 0, "want '/' at the beginning"},
		{"method in front", "GET /users", 0, "want '/' at the beginning"},
		{"double slash", "/a//b", 3, "empty segment"},
		{"double slash first", "//a", 1, "empty segment"},
		{"double slash last", "/a//", 3, "empty segment"},
		{"dot", "/a/./b", 3, `"." never reaches`},
		{"dot dot", "/..", 1, `".." never reaches`},
		{"encoded dots", "/a/%2e%2E", 3, `".." never reaches`},
		{"two parameters side by side", "/{a}{b}", 4, "want a literal between them"},
		{"two parameters behind a literal", "/x{a}{b}.y", 5, "want a literal between them"},
		{"trailing behind a literal", "/a/x{b...}", 3, "{b...} takes whole segments"},
		{"trailing before a literal", "/{b...}.json", 1, "{b...} takes whole segments"},
		{"trailing behind a parameter", "/{a}-{b...}", 1, "{b...} takes whole segments"},
		{"unclosed in a mixed segment", "/{a}-{b", 5, "want '}'"},
		{"unopened in a mixed segment", "/{a}-b}", 6, "want %7D"},
		{"unknown kind in a mixed segment", "/v{a:text}", 5, "unknown kind"},
		{"same name in a segment", "/{id}-{id}", 7, `"id" is used twice`},
		{"query in a mixed segment", "/{id}?x", 5, "want %3F"},
		{"control character in a mixed segment", "/{id}%0D", 5, "control character"},
		{"unclosed", "/a/{b", 3, "want '}'"},
		{"unclosed before slash", "/{a/b}", 1, "want '}'"},
		{"brace in braces", "/{{a}}", 2, "no parameter name"},
		{"brace in name", "/{{a}", 2, "no parameter name"},
		{"unopened", "/a/b}", 4, "want %7D"},
		{"no name", "/{}", 2, "no parameter name"},
		{"no name with kind", "/{:int}", 2, "no parameter name"},
		{"no name trailing", "/{...}", 2, "no parameter name"},
		{"digit first", "/{1a}", 2, "no parameter name"},
		{"space in name", "/{a b}", 3, "no parameter name"},
		{"dot last in name", "/{a.}", 3, "no parameter name"},
		{"too many dots", "/{a....}", 3, "no parameter name"},
		{"letter outside of ASCII", "/{é}", 2, "no parameter name"},
		{"unknown kind", "/{id:number}", 5, `unknown kind "number"; want string, int, long, uuid or bool`},
		{"kind in capitals", "/{id:Int}", 5, "unknown kind"},
		{"empty kind", "/{id:}", 5, "unknown kind"},
		{"literal is no kind", "/{id:literal}", 5, "unknown kind"},
		{"trailing is no kind", "/{id:trailing}", 5, "unknown kind"},
		{"trailing with kind", "/{id:int...}", 4, "no parameter name"},
		{"trailing not last", "/{rest...}/a", 10, "want the end after {rest...}"},
		{"trailing with slash", "/{rest...}/", 10, "want the end after {rest...}"},
		{"same name twice", "/{id}/x/{id:int}", 9, `"id" is used twice`},
		{"same name in trailing", "/{id}/{id...}", 7, `"id" is used twice`},
		{"control character", "/a\x00b", 2, "control character U+0000"},
		{"delete", "/a\x7f", 2, "control character U+007F"},
		{"C1 control character", "/a\u0085", 2, "control character U+0085"},
		{"encoded control character", "/x/a%0D", 3, "control character"},
		{"short escape", "/a%2", 2, "malformed escape"},
		{"bad escape", "/a%zz", 2, "malformed escape"},
		{"query", "/a?b=c", 2, "want %3F"},
		{"fragment", "/a#b", 2, "want %23"},
		{"not UTF-8", "/a\xff", 2, "byte 0xFF is not UTF-8; want %FF"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := pattern.Parse(tt.in)
			syntax, ok := errors.AsType[*pattern.SyntaxError](err)
			if !ok {
				t.Fatalf("Parse = %q, %v; want a SyntaxError", p, err)
			}
			if syntax.Pattern != tt.in || syntax.Offset != tt.offset || !strings.Contains(syntax.Msg, tt.msg) {
				t.Errorf("got %v; want offset %d and %q", err, tt.offset, tt.msg)
			}
		})
	}
}

func TestZeroPatternIsRoot(t *testing.T) {
	var zero pattern.Pattern
	if zero.String() != "/" || zero.Shape() != "/" || len(zero.Segments()) != 0 || len(zero.Params()) != 0 {
		t.Errorf("zero pattern is %q, %v", zero, zero.Segments())
	}
	if path, err := zero.Format(); path != "/" || err != nil {
		t.Errorf("Format() = %q, %v", path, err)
	}
}

func TestSegmentsBelongToTheCaller(t *testing.T) {
	p := mustParse("/a/{b}")
	p.Segments()[0].Text = "changed"
	p.Params()[0].Name = "changed"
	if got := p.Segments(); got[0].Text != "a" || got[1].Name != "b" {
		t.Errorf("the pattern was changed: %v", got)
	}
}

func TestConcat(t *testing.T) {
	tests := []struct{ prefix, p, want string }{
		{"/api", "/users", "/api/users"},
		{"/api/", "/users", "/api/users"},
		{"/api", "/users/", "/api/users/"},
		{"/api", "/", "/api"},
		{"/api/", "/", "/api/"},
		{"/", "/users", "/users"},
		{"/", "/", "/"},
		{"/{a}", "/{b:int}/{c...}", "/{a}/{b:int}/{c...}"},
		{"/{c...}", "/", "/{c...}"},
		{"/a%2F", "/b", "/a%2F/b"},
	}
	for _, tt := range tests {
		got, err := pattern.Concat(mustParse(tt.prefix), mustParse(tt.p))
		if err != nil || got.String() != tt.want {
			t.Errorf("Concat(%s, %s) = %v, %v; want %s", tt.prefix, tt.p, got, err, tt.want)
		}
	}
}

func TestConcatRefuses(t *testing.T) {
	tests := []struct{ prefix, p, msg string }{
		{"/{id}", "/a/{id:int}", `"id" is used twice`},
		{"/{rest...}", "/a", "want the end after {rest...}"},
	}
	for _, tt := range tests {
		_, err := pattern.Concat(mustParse(tt.prefix), mustParse(tt.p))
		if syntax, ok := errors.AsType[*pattern.SyntaxError](err); !ok || !strings.Contains(syntax.Msg, tt.msg) {
			t.Errorf("Concat(%s, %s): %v; want %q", tt.prefix, tt.p, err, tt.msg)
		}
	}
}
