package codec_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
)

type Paging struct {
	Page int  `query:"page" default:"1" minimum:"1" doc:"From 1."`
	Size *int `query:"size"`
}

type ListParams struct {
	Paging
	Tags   []string      `query:"tag" maxItems:"2" required:"false"`
	Since  time.Time     `json:"since,omitzero"`
	Wait   time.Duration `query:"wait" default:"1m30s"`
	Sort   []string      `query:"sort" default:"a,b"`
	Name   string        `minLength:"2" example:"Ada"`
	Hidden string        `query:"-"`
}

func TestQueryStruct(t *testing.T) {
	c := codec.QueryStruct[ListParams]()
	v, err := received(t, "/", c, weft.Get("/?Name=Ada"))
	want := ListParams{Paging: Paging{Page: 1}, Wait: 90 * time.Second, Sort: []string{"a", "b"}, Name: "Ada"}
	if !reflect.DeepEqual(v, want) || err != nil {
		t.Errorf("got %+v, %v", v, err)
	}
	five := 5
	want = ListParams{Paging{3, &five}, []string{"x", "y"}, time.Unix(5, 0).UTC(), time.Second, []string{"c"}, "Bob", ""}
	same(t, "/", c, want)

	_, err = received(t, "/", c, weft.Get("/?page=0&size=x&tag=1&tag=2&tag=3&since=now"))
	wantFaults := "query page: want at least 1, got 0\n" + `query size: want int, got "x"` + "\nquery tag: want at most 2 items, got 3\n" +
		`query since: want time (RFC 3339), got "now"` + "\nquery Name: missing"
	if got := faults(err); got != wantFaults || statusOf(err) != 400 {
		t.Errorf("got\n%s\nwant\n%s", got, wantFaults)
	}
}

func TestQueryStructIsDescribed(t *testing.T) {
	c := codec.QueryStruct[ListParams]()
	parts := c.Tree().Parts()
	if len(parts) != 7 {
		t.Fatalf("got %d parts", len(parts))
	}
	page, tags, name := parts[0], parts[2], parts[6]
	if page.Name != "page" || page.Required || page.Default != "1" || page.Doc != "From 1." || page.Schema().Constraints().Minimum != "1" {
		t.Errorf("page is %+v", page)
	}
	if !tags.Repeated || tags.Required {
		t.Errorf("tags are %+v", tags)
	}
	if !name.Required || len(name.Examples) != 1 || name.Examples[0].Value() != "Ada" {
		t.Errorf("name is %+v", name)
	}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
}

type Search struct {
	Shelf int64   `path:"shelf"`
	Limit int     `query:"limit" default:"20" maximum:"100"`
	Trace *string `header:"X-Trace"`
	Token string  `cookie:"session"`
	Query *Book   `body:"" media:"application/json, application/msgpack"`
}

func TestStruct(t *testing.T) {
	c := codec.Struct[Search](codec.BodyOf[Book]())
	trace := "abc"
	same(t, "/{shelf}", c, Search{1, 2, &trace, "t", &Book{"Dune", 412, nil}})
	same(t, "/{shelf}", c, Search{1, 2, nil, "t", nil})
	_, err := received(t, "/{shelf}", c, weft.Post("/x?limit=200", weft.BodyString(`{"title":"x"}`, "application/json")))
	want := `path shelf: want int64, got "x"` + "\nquery limit: want at most 100, got 200\ncookie session: missing\nbody pages: "
	if got := faults(err); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := c.Tree().Parts()[0].Segment; got != "long" {
		t.Errorf("the path parameter has the segment %q", got)
	}
}

type Created struct {
	Status   weft.Status `status:""`
	Location string      `header:"Location"`
	Session  string      `cookie:"session"`
	Body     Book        `body:""`
}

func TestStructOutput(t *testing.T) {
	c := codec.Struct[Created](codec.BodyOf[Book]())
	sameAnswer(t, c, Created{201, "/books/1", "abc", Book{"Dune", 412, nil}})
	resp := responseOf(t, c, Created{201, "/books/1", "abc", Book{"Dune", 412, nil}}, "application/msgpack")
	if loc, _ := resp.Header("Location"); resp.Status() != 201 || loc != "/books/1" || resp.Body().MediaType() != "application/msgpack" {
		t.Errorf("got %d, %q, %s", resp.Status(), loc, resp.Body().MediaType())
	}
}

type Range struct {
	From int `query:"from"`
	To   int `query:"to"`
}

func (r *Range) Validate(context.Context) error {
	if r.From > r.To {
		return errors.New("from is after to")
	}
	return nil
}

func TestStructValidates(t *testing.T) {
	c := codec.QueryStruct[Range]()
	same(t, "/", c, Range{1, 2})
	_, err := received(t, "/", c, weft.Get("/?from=2&to=1"))
	if got := faults(err); got != "query : from is after to" {
		t.Errorf("got %q", got)
	}
}
