package codec_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/status"
)

type Animal interface{ animal() }

type Cat struct {
	Lives int `json:"lives"`
}

type Dog struct {
	Bark string `json:"bark"`
}

type Fish struct{}

func (Cat) animal()  {}
func (*Dog) animal() {}
func (Fish) animal() {}

func animals() codec.Codec[Animal] {
	return codec.Union(
		codec.CaseOf[Animal](codec.Body[Cat](), status.OK),
		codec.CaseOf[Animal](codec.Body[*Dog](), status.Created))
}

func TestUnion(t *testing.T) {
	c := animals()
	sameAnswer[Animal](t, c, Cat{9})
	sameAnswer[Animal](t, c, &Dog{"wuff"})
	same[Animal](t, "/", c, Cat{9})
	same[Animal](t, "/", c, &Dog{"wuff"})
	if resp := responseOf(t, c, Animal(&Dog{"wuff"}), ""); resp.Status() != 201 {
		t.Errorf("a dog has the status %d", resp.Status())
	}
	target := codec.ToResponse(accepting(""))
	if c.Encode(&target, Fish{}); target.Err() == nil || !strings.Contains(target.Err().Error(), "codec_test.Fish is none of the cases") {
		t.Errorf("got %v", target.Err())
	}
	resp := weft.NewResponse(404)
	s := codec.FromResponse(&resp, format.Config{})
	if c.Decode(&s); s.Err() == nil || s.Err().Error() != "response 404: status: want 200 or 201, got 404" {
		t.Errorf("got %v", s.Err())
	}
}

func TestEither(t *testing.T) {
	c := codec.Either(codec.Body[Cat](), codec.Body[Dog]())
	for _, v := range []codec.EitherOf[Cat, Dog]{codec.Left[Cat, Dog](Cat{9}), codec.Right[Cat](Dog{"wuff"})} {
		same(t, "/", c, v)
		sameAnswer(t, c, v)
	}
	_, err := received(t, "/", c, weft.Post("/", weft.BodyString(`{}`, "application/json")))
	if got := faults(err); !strings.Contains(got, "body lives: ") || !strings.Contains(got, "body bark: ") {
		t.Errorf("got %q", got)
	}
	_, err = received(t, "/", c, weft.Post("/", weft.BodyString(`{}`, "text/csv")))
	if statusOf(err) != 415 {
		t.Errorf("got %v", err)
	}
	right := codec.Right[Cat](Dog{"wuff"})
	if _, ok := right.Left(); ok || !right.IsRight() || fmt.Sprint(right.Value()) != "{wuff}" {
		t.Error("a right one is a left one")
	}
}

// TestEitherByStatus checks that the status decides, not the order, however deep the
// statuses are.
func TestEitherByStatus(t *testing.T) {
	c := codec.Either(
		codec.Either(codec.Output[Cat](200), codec.Output[Cat](202)),
		codec.Either(codec.Output[Cat](201), codec.Output[Cat](203)))
	type inner = codec.EitherOf[Cat, Cat]
	for _, v := range []codec.EitherOf[inner, inner]{
		codec.Left[inner, inner](codec.Left[Cat, Cat](Cat{1})), codec.Left[inner, inner](codec.Right[Cat](Cat{1})),
		codec.Right[inner](codec.Left[Cat, Cat](Cat{1})), codec.Right[inner](codec.Right[Cat](Cat{1})),
	} {
		sameAnswer(t, c, v)
	}
}

func TestEitherByMediaType(t *testing.T) {
	c := codec.Either(codec.Body[Cat]("application/json"), codec.Body[string]("text/plain"))
	same(t, "/", c, codec.Right[Cat]("a cat"))
	if !c.Acceptable("text/plain") || c.Acceptable("image/png") {
		t.Error("what is acceptable is wrong")
	}
}

func TestBothAndStatus(t *testing.T) {
	c := codec.WithStatus(codec.Both(codec.Body[Cat](), codec.Header[string]("X-Owner")), status.Created)
	v := codec.Pair[Cat, string]{First: Cat{9}, Second: "Ada"}
	sameAnswer(t, c, v)
	if got := codec.StatusOf(c.Tree()); got != 201 {
		t.Errorf("got %d", got)
	}
	resp := responseOf(t, c, v, "").WithStatus(200)
	s := codec.FromResponse(&resp, format.Config{})
	if c.Decode(&s); s.Err() == nil || !strings.Contains(s.Err().Error(), "want 201, got 200") {
		t.Errorf("got %v", s.Err())
	}
	sameAnswer(t, codec.Before(codec.HeaderValue("X-V", "2"), codec.Body[Cat]()), Cat{1})
	sameAnswer(t, codec.Empty(204), codec.None{})
}

type NotFound struct {
	ID int64 `json:"id"`
}

func (e NotFound) Error() string { return fmt.Sprintf("no book %d", e.ID) }

func TestError(t *testing.T) {
	c := codec.Error[NotFound](status.NotFound)
	sameAnswer(t, c, NotFound{5})
	// An error is sent even to a client that accepts nothing of the kind.
	resp := responseOf(t, c, NotFound{5}, "image/png")
	if s, _ := resp.Body().AsString(); s != `{"id":5}` || resp.Status() != 404 || !c.Acceptable("image/png") {
		t.Errorf("got %d, %s", resp.Status(), s)
	}
}

func TestTransform(t *testing.T) {
	even := codec.TransformOrFail(codec.Query[int]("n"),
		func(n int) (int, error) {
			if n%2 != 0 {
				return 0, errors.New("want an even number")
			}
			return n / 2, nil
		},
		func(n int) (int, error) {
			if n < 0 {
				return 0, errors.New("it is negative")
			}
			return 2 * n, nil
		})
	same(t, "/", even, 4)
	if _, err := received(t, "/", even, weft.Get("/?n=3")); faults(err) != "query n: want an even number" {
		t.Errorf("got %v", err)
	}
	if _, err := received(t, "/", even, weft.Get("/?n=x")); faults(err) != `query n: want int, got "x"` {
		t.Errorf("got %v", err)
	}
	target := codec.ToRequest(format.Config{})
	if even.Encode(&target, -1); target.Err() == nil || target.Err().Error() != `query "n": it is negative` {
		t.Errorf("got %v", target.Err())
	}
	body := codec.TransformOrFail(codec.Body[Cat](), func(c Cat) (int, error) { return 0, errors.New("no") }, nil)
	if _, err := received(t, "/", body, weft.Post("/", weft.BodyString(`{"lives":1}`, "application/json"))); statusOf(err) != 422 {
		t.Errorf("got %v", err)
	}
}

func TestDescriptions(t *testing.T) {
	c := codec.Path[int64]("id").Doc("The book's number").Example("the first", 1).Deprecated().Minimum(1)
	p := c.Tree().Part
	if p.Doc != "The book's number" || p.Examples[0].Name != "the first" || p.Examples[0].Value() != "1" || !p.Deprecated {
		t.Errorf("got %+v", p)
	}
	if got := p.Schema().Constraints().Minimum; got != "1" {
		t.Errorf("the minimum is %q", got)
	}
	body := codec.Body[Cat]("application/msgpack").Examples(codec.Named[Cat]{Name: "one", Value: Cat{1}}, codec.Named[Cat]{Name: "two", Value: Cat{2}})
	if e := body.Tree().Part.Examples; len(e) != 2 || e[1].Value() != `{"lives":2}` {
		t.Errorf("got %v", e)
	}
	both := codec.Both(codec.Query[int]("a"), codec.Cookie[string]("b")).Doc("both").Example("x", codec.Pair[int, string]{First: 5, Second: "y"})
	parts := both.Tree().Parts()
	if both.Tree().Doc != "both" || parts[0].Examples[0].Value() != "5" || parts[1].Examples[0].Value() != "y" {
		t.Errorf("got %+v", parts)
	}
	if len(codec.Path[int64]("id").Tree().Part.Examples) != 0 {
		t.Error("the original was changed")
	}
}

func TestMistakes(t *testing.T) {
	for want, f := range map[string]func(){
		`query "x": cannot decode chan int as text`:                           func() { codec.Query[chan int]("x") },
		`path: want a name`:                                                   func() { codec.Path[int]("") },
		`header "a b": the name is not a token`:                               func() { codec.Header[int]("a b") },
		`cookie "c": cannot decode []int as text`:                             func() { codec.Cookie[[]int]("c") },
		`body: there is no default for what is always there`:                  func() { codec.Body[Cat]().Default(Cat{}) },
		`path "id": there is no default`:                                      func() { codec.Path[int]("id").Default(1) },
		`path "id": a path parameter is always there`:                         func() { codec.Optional(codec.Path[int]("id")) },
		`query "n": pattern: want a string, the type is int`:                  func() { codec.Query[int]("n").Pattern("a") },
		`query "s": pattern: want a regular expression`:                       func() { codec.Query[Shelf]("s").Pattern("(") },
		`query "s": minimum: want a number, the type is string`:               func() { codec.Query[string]("s").Minimum(1) },
		`constraints are for parameters and bodies`:                           func() { codec.Both(codec.Int("a"), codec.Int("b")).MinLength(1) },
		`Enum is for parameters`:                                              func() { codec.Body[Cat]().Enum(Cat{}) },
		`body: codec_test.Cat has no form as text/csv`:                        func() { codec.Body[Cat]("text/csv") },
		`media type "json"`:                                                   func() { codec.Body[Cat]("json") },
		`stream: codec_test.Cat has no form as text/csv`:                      func() { codec.Stream[Cat]("text/csv") },
		`part: want a name`:                                                   func() { codec.Part[Cat]("") },
		`status: want a code from 200 to 999, got 100`:                        func() { codec.Status(100) },
		`error error: want a type`:                                            func() { codec.Error[error](500) },
		`union codec_test.Animal: case codec_test.Book does not implement it`: func() { codec.CaseOf[Animal](codec.Body[Book](), 200) },
		`union codec_test.Cat: want an interface`:                             func() { codec.CaseOf[Cat](codec.Body[Cat](), 200) },
		`union codec_test.Animal: there are two cases codec_test.Cat`: func() {
			codec.Union(codec.CaseOf[Animal](codec.Body[Cat](), 200), codec.CaseOf[Animal](codec.Body[Cat](), 201))
		},
		`Struct: want a struct, got int`:                                                     func() { codec.Struct[int]() },
		`struct codec_test.Cat: field Lives: want one of the tags path, query`:               func() { codec.Struct[Cat]() },
		`field Body: the type of the body is not known: add codec.BodyOf[codec_test.Book]()`: func() { codec.Struct[Created]() },
		`field A: tag default:"x": want int, got "x"`: func() {
			codec.QueryStruct[struct {
				A int `default:"x"`
			}]()
		},
	} {
		got := panics(f)
		if !strings.Contains(got, want) || !strings.HasPrefix(got, "codec/combine_test.go:") {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	type bad struct{ C chan int }
	if err := codec.Body[bad]().Check(); err == nil {
		t.Error("a channel was accepted")
	}
	if err := codec.Both(codec.Body[Cat](), codec.Query[Shelf]("s")).Check(); err != nil {
		t.Error(err)
	}
	target := codec.ToResponse(accepting(""))
	if codec.Body[bad]().Encode(&target, bad{}); target.Err() == nil {
		t.Error("a channel was encoded")
	}
	s := codec.FromRequest(weft.Post("/", weft.BodyString("{}", "application/json")))
	if codec.Body[bad]().Decode(&s); statusOf(s.Err()) != 500 {
		t.Errorf("got %v", s.Err())
	}
}
