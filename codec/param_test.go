package codec_test

import (
	"math/rand/v2"
	"net/http/httptest"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"
	"uuid"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
)

type Shelf string

type Level int8

func TestParamsRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		everywhere(t, int64(random.Uint64()))
		everywhere(t, int8(random.Int()))
		everywhere(t, random.Uint64())
		everywhere(t, random.Float64()*1e10)
		everywhere(t, float32(random.NormFloat64()))
		everywhere(t, random.IntN(2) == 0)
		everywhere(t, randomUUID(random))
		everywhere(t, time.Unix(random.Int64N(1e9), random.Int64N(1e9)).UTC())
		everywhere(t, time.Duration(random.Int64N(1e15)))
		everywhere(t, netip.AddrFrom4([4]byte{byte(random.Int()), 2, 3, 4}))
		everywhere(t, Level(random.Int()))
		everywhere(t, Shelf("A-"+string(rune('a'+random.IntN(26)))))
	}
	for _, s := range []string{"a b", "ä/ö?&=#", "100%", "+", "..x"} {
		inPathAndQuery(t, s)
	}
}

func randomUUID(r *rand.Rand) (u uuid.UUID) {
	for i := range u {
		u[i] = byte(r.Int())
	}
	return u
}

// everywhere sends a value in every place of both messages.
func everywhere[T any](t *testing.T, v T) {
	t.Helper()
	inPathAndQuery(t, v)
	same(t, "/", codec.Header[T]("X-Value"), v)
	same(t, "/", codec.Cookie[T]("value"), v)
	sameAnswer(t, codec.Header[T]("X-Value"), v)
	sameAnswer(t, codec.Cookie[T]("value"), v)
}

func inPathAndQuery[T any](t *testing.T, v T) {
	t.Helper()
	same(t, "/x/{v}/y", codec.Path[T]("v"), v)
	same(t, "/", codec.Query[T]("v"), v)
	same(t, "/", codec.Query[*T]("v"), &v)
	same(t, "/", codec.Optional(codec.Query[T]("v")), &v)
	same(t, "/", codec.Query[[]T]("v"), []T{v, v})
}

func same[T any](t *testing.T, pattern string, c codec.Codec[T], v T) {
	t.Helper()
	got, err := sent(t, pattern, c, v)
	if err != nil || !reflect.DeepEqual(got, v) {
		t.Errorf("sent %v, received %v, %v", v, got, err)
	}
}

func sameAnswer[T any](t *testing.T, c codec.Codec[T], v T) {
	t.Helper()
	got, err := answered(t, c, v)
	if err != nil || !reflect.DeepEqual(got, v) {
		t.Errorf("answered %v, received %v, %v", v, got, err)
	}
}

func TestShortPathCodecs(t *testing.T) {
	same(t, "/{v}", codec.String("v"), "x")
	same(t, "/{v}", codec.Int("v"), -5)
	same(t, "/{v}", codec.Long("v"), 1<<40)
	same(t, "/{v}", codec.Bool("v"), true)
	same(t, "/{v}", codec.UUID("v"), uuid.UUID{1, 2, 3})
	same(t, "/files/{v...}", codec.Trailing("v"), "a/b/c.txt")
	same(t, "/files/{v...}", codec.Trailing("v"), "")
}

func TestSegments(t *testing.T) {
	for want, tree := range map[string]codec.Tree{
		"int":  codec.Path[int16]("v").Tree(),
		"long": codec.Long("v").Tree(),
		"uuid": codec.UUID("v").Tree(),
		"bool": codec.Bool("v").Tree(),
		"":     codec.Path[Shelf]("v").Tree(),
	} {
		if got := tree.Part.Segment; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := codec.Query[int]("v").Tree().Part.Segment; got != "" {
		t.Errorf("a query parameter has the segment %q", got)
	}
}

func TestParamFaults(t *testing.T) {
	tests := []struct {
		name, url, header, cookie, want string
		decode                          func(*codec.Source)
	}{
		{"missing query", "/", "", "", "query limit: missing", in(codec.Query[int]("limit"))},
		{"not a number", "/?limit=ten", "", "", `query limit: want int, got "ten"`, in(codec.Query[int]("limit"))},
		{"out of range", "/?limit=300", "", "", `query limit: want int8 (-128 to 127), got "300"`, in(codec.Query[int8]("limit"))},
		{"two values", "/?limit=1&limit=2", "", "", "query limit: want 1 value, got 2", in(codec.Query[int]("limit"))},
		{"empty value", "/?limit=", "", "", `query limit: want int, got ""`, in(codec.Query[int]("limit"))},
		{"pointer that does not decode", "/?limit=x", "", "", `query limit: want int, got "x"`, in(codec.Query[*int]("limit"))},
		{"missing list", "/", "", "", "query id: missing", in(codec.Query[[]int]("id"))},
		{"bad element", "/?id=1&id=x", "", "", `query id: want int, got "x"`, in(codec.Query[[]int]("id"))},
		{"missing header", "/", "", "", "header X-Trace: missing", in(codec.Header[string]("X-Trace"))},
		{"bad header", "/", "x", "", `header X-Trace: want bool, got "x"`, in(codec.Header[bool]("X-Trace"))},
		{"missing cookie", "/", "", "a=b", "cookie session: missing", in(codec.Cookie[string]("session"))},
		{"bad cookie", "/", "", "session=x", `cookie session: want uuid, got "x"`, in(codec.Cookie[uuid.UUID]("session"))},
		{"minimum", "/?limit=0", "", "", "query limit: want at least 1, got 0", in(codec.Query[int]("limit").Minimum(1))},
		{"pattern", "/?q=a1", "", "", "query q: ", in(codec.Query[string]("q").Pattern("^[a-z]+$"))},
		{"enum", "/?q=c", "", "", "query q: ", in(codec.Query[string]("q").Enum("a", "b"))},
		{"enum of elements", "/?q=a&q=c", "", "", "query q[1]: ", in(codec.Query[[]string]("q").Enum([]string{"a", "b"}))},
		{"max items", "/?q=a&q=c", "", "", "query q: want at most 1 item, got 2", in(codec.Query[[]string]("q").MaxItems(1))},
		{"expected", "/", "1", "", `header X-Trace: want "2", got "1"`, in(codec.HeaderValue("X-Trace", "2"))},
		{"no scheme", "/", "", "", "header Authorization: missing", in(codec.BearerAuth())},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := weft.Get(tt.url)
			if tt.header != "" {
				req = req.AddHeader("X-Trace", tt.header)
			}
			if tt.cookie != "" {
				req = req.AddHeader("Cookie", tt.cookie)
			}
			s := codec.FromRequest(req)
			tt.decode(&s)
			err := s.Err()
			if !strings.HasPrefix(faults(err), tt.want) {
				t.Errorf("got %q, want %q", faults(err), tt.want)
			}
			if p, ok := err.(*weft.Problem); !ok || p.Status != 400 {
				t.Errorf("got %v, want 400", err)
			}
		})
	}
}

// in forgets the type of a codec.
func in[T any](c codec.Codec[T]) func(*codec.Source) { return func(s *codec.Source) { c.Decode(s) } }

func TestMalformedEscape(t *testing.T) {
	c := codec.Both(codec.Query[*string]("q"), codec.Query[[]string]("q"))
	routes := weft.NewRoutes(weft.NewPattern(weft.GET, "/").Handle(func(req *weft.Request) (weft.Response, error) {
		s := codec.FromRequest(req)
		c.Decode(&s)
		return weft.Text(faults(s.Err())), nil
	}))
	w := httptest.NewRecorder()
	routes.ServeHTTP(w, httptest.NewRequest("GET", "/?q=%zz", nil))
	line := `query q: want well-formed escapes, got "%zz"`
	if got := w.Body.String(); got != line+"\n"+line {
		t.Errorf("got %q", got)
	}
}

func TestAllFaultsAtOnce(t *testing.T) {
	c := codec.Both(codec.Query[int]("a"), codec.Both(codec.Header[string]("X-B"), codec.Body[Book]()))
	_, err := received(t, "/", c, weft.Post("/?a=x", weft.BodyString(`{"title":5}`, "application/json")))
	got := faults(err)
	if !strings.HasPrefix(got, "query a: want int, got \"x\"\nheader X-B: missing\nbody title: ") || !strings.Contains(got, "\nbody pages: ") {
		t.Errorf("got %q", got)
	}
}

func TestDefault(t *testing.T) {
	c := codec.Query[string]("lang").Default("en")
	if v, err := received(t, "/", c, weft.Get("/")); v != "en" || err != nil {
		t.Errorf("got %q, %v", v, err)
	}
	if v, err := received(t, "/", c, weft.Get("/?lang=de")); v != "de" || err != nil {
		t.Errorf("got %q, %v", v, err)
	}
	if p := c.Tree().Part; p.Required || !p.HasDefault || p.Default != "en" {
		t.Errorf("described as %+v", p)
	}
	list := codec.Query[[]int]("id").Default([]int{1, 2})
	if v, err := received(t, "/", list, weft.Get("/")); len(v) != 2 || err != nil || list.Tree().Part.Default != "1,2" {
		t.Errorf("got %v, %v, %q", v, err, list.Tree().Part.Default)
	}
	upper := codec.Transform(codec.Query[string]("x"), strings.ToUpper, strings.ToLower).Default("NONE")
	if v, err := received(t, "/", upper, weft.Get("/")); v != "NONE" || err != nil || upper.Tree().Part.Default != "none" {
		t.Errorf("got %q, %v, %q", v, err, upper.Tree().Part.Default)
	}
	if codec.Query[string]("lang").Tree().Part.HasDefault {
		t.Error("the original was changed")
	}
}

func TestOptional(t *testing.T) {
	for _, c := range []codec.Codec[*int]{codec.Query[*int]("n"), codec.Optional(codec.Query[int]("n"))} {
		if v, err := received(t, "/", c, weft.Get("/")); v != nil || err != nil {
			t.Errorf("got %v, %v", v, err)
		}
		if c.Tree().Part.Required {
			t.Error("it is required")
		}
		target := codec.ToRequest(weft.CodecConfig{})
		c.Encode(&target, nil)
		if target.Query().Len() != 0 || target.Err() != nil {
			t.Errorf("wrote %v, %v", target.Query(), target.Err())
		}
	}
}

func TestHeaderLists(t *testing.T) {
	c := codec.Header[[]int]("X-Ids")
	same(t, "/", c, []int{1, 2, 3})
	v, err := received(t, "/", c, weft.Get("/").AddHeader("X-Ids", "1, 2,,").AddHeader("x-ids", "3"))
	if !reflect.DeepEqual(v, []int{1, 2, 3}) || err != nil {
		t.Errorf("got %v, %v", v, err)
	}
	target := codec.ToRequest(weft.CodecConfig{})
	codec.Header[[]string]("X-Names").Encode(&target, []string{"a,b"})
	if target.Err() == nil {
		t.Error("an element with a comma was written")
	}
}

func TestHeaderInjection(t *testing.T) {
	target := codec.ToRequest(weft.CodecConfig{})
	codec.Header[string]("X-A").Encode(&target, "a\r\nX-B: c")
	codec.Cookie[string]("c").Encode(&target, "a;b")
	if err := target.Err(); err == nil || target.Headers().Len() != 0 {
		t.Errorf("wrote %v, %v", target.Headers(), err)
	}
}
