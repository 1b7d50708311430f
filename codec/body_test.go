package codec_test

import (
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
	"uuid"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/avro"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/format/msgpack"
	"github.com/weft-go/weft/format/protobuf"
	"github.com/weft-go/weft/format/thrift"
	"github.com/weft-go/weft/schema"
)

var mediaTypes = []string{
	"application/json", "application/x-protobuf", "application/avro",
	"application/vnd.apache.thrift.binary", "application/msgpack",
}

// Record has a field of each common kind.
type Record struct {
	ID     uuid.UUID        `json:"id"`
	Name   string           `json:"name"`
	Count  int64            `json:"count"`
	Rate   float64          `json:"rate"`
	On     bool             `json:"on"`
	Data   []byte           `json:"data"`
	At     time.Time        `json:"at"`
	Tags   []string         `json:"tags"`
	Limits map[string]int32 `json:"limits"`
	Next   *Record          `json:"next,omitzero"`
}

func randomRecord(r *rand.Rand, depth int) Record {
	rec := Record{
		ID: randomUUID(r), Name: strings.Repeat("ä", r.IntN(5)), Count: r.Int64() - r.Int64(), Rate: r.NormFloat64(), On: r.IntN(2) == 0,
		Data: []byte{1, byte(r.Int())}, At: time.Unix(r.Int64N(1e9), 0).UTC(), Tags: []string{"a", "b"}[:1+r.IntN(2)],
		Limits: map[string]int32{"x": int32(r.Int())},
	}
	if depth > 0 {
		next := randomRecord(r, depth-1)
		rec.Next = &next
	}
	return rec
}

func TestBodyRoundTripsInAllFormats(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, m := range mediaTypes {
		c := codec.Body[Record](m)
		for range 20 {
			v := randomRecord(random, random.IntN(3))
			same(t, "/", c, v)
			sameAnswer(t, c, v)
			// The client chooses one of all formats.
			if resp := responseOf(t, codec.Body[Record](), v, m); resp.Body().MediaType() != m {
				t.Errorf("a client that wants %s got %s", m, resp.Body().MediaType())
			}
			got, err := received(t, "/", codec.Body[Record](), requestOf(t, "/", c, v, format.Config{}))
			if err != nil || !reflect.DeepEqual(got, v) {
				t.Errorf("%s: sent %v, received %v, %v", m, v, got, err)
			}
		}
	}
}

// TestMediaTypesOfFormats compares the table in media.go with the formats.
func TestMediaTypesOfFormats(t *testing.T) {
	list := []format.Format{
		json.Codec[int]().Format(), protobuf.ProtobufCodec[Book]().Format(), avro.SchemaBasedBinaryCodec[int]().Format(),
		thrift.ThriftBinaryCodec[Book]().Format(), msgpack.MessagePackCodec[int]().Format(),
	}
	offered := codec.Body[Book]().Tree().Part.MediaTypes
	for i, f := range list {
		if offered[i] != f.MediaType {
			t.Errorf("%s has the media type %s, offered is %s", f.Name, f.MediaType, offered[i])
		}
		for _, alias := range f.Aliases {
			alias = strings.Replace(alias, "*", "vnd.books", 1)
			req := requestOf(t, "/", codec.Body[Book](f.MediaType), Book{Title: "x", Pages: 1}, format.Config{})
			req = req.WithBody(req.Body().WithMediaType(alias))
			if v, err := received(t, "/", codec.Body[Book](), req); err != nil || v.Title != "x" {
				t.Errorf("%s as %s: %v, %v", f.Name, alias, v, err)
			}
		}
	}
}

func TestBodyContentTypes(t *testing.T) {
	const valid = `{"title":"Dune","pages":412}`
	for _, tt := range []struct {
		media string
		codec codec.Codec[Book]
		want  int
	}{
		{"application/json", codec.Body[Book](), 200},
		{"Application/JSON; charset=utf-8", codec.Body[Book](), 200},
		{"application/merge-patch+json", codec.Body[Book](), 200},
		{"", codec.Body[Book](), 200},
		{"text/csv", codec.Body[Book](), 415},
		{"application/json", codec.Body[Book]("application/vnd.books+json"), 415},
		{"application/vnd.books+json", codec.Body[Book]("application/vnd.books+json"), 200},
		{"application/xml", codec.Body[Book]("application/json"), 415},
	} {
		v, err := received(t, "/", tt.codec, weft.Post("/", weft.BodyString(valid, tt.media)))
		if got := statusOf(err); got != tt.want {
			t.Errorf("%q: got %d (%v), want %d", tt.media, got, err, tt.want)
		}
		if tt.want == 200 && v.Title != "Dune" {
			t.Errorf("%q: got %v", tt.media, v)
		}
		if p, ok := errors.AsType[*weft.Problem](err); ok {
			if accept, _ := p.Headers.Get("Accept"); accept != strings.Join(tt.codec.Tree().Part.MediaTypes, ", ") {
				t.Errorf("Accept is %q", accept)
			}
		}
	}
}

// statusOf returns the status that a server answers an error with.
func statusOf(err error) int {
	if err == nil {
		return 200
	}
	return int(weft.ErrorResponse(weft.Get("/"), err).Status())
}

func TestBodyFaults(t *testing.T) {
	for _, tt := range []struct {
		name, body, want string
		status           int
	}{
		{"nothing", ``, "body : missing", 400},
		{"not JSON", `{"title":`, "body : unexpected end of input", 400},
		{"another type", `{"title":1,"pages":2}`, "body title: ", 400},
		{"missing field", `{"title":"x"}`, "body pages: ", 400},
		{"constraint", `{"title":"x","pages":0}`, "body pages: want at least 1, got 0", 422},
		{"constraints", `{"title":"","pages":0}`, "body title: want at least 1 character, got 0\nbody pages: want at least 1, got 0", 422},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := received(t, "/", codec.Body[Book](), weft.Post("/", weft.BodyString(tt.body, "application/json")))
			if got := faults(err); !strings.HasPrefix(got, tt.want) || statusOf(err) != tt.status {
				t.Errorf("got %d, %q, want %d, %q", statusOf(err), got, tt.status, tt.want)
			}
		})
	}
}

func TestBodyConstraint(t *testing.T) {
	c := codec.Body[[]int]().MinItems(2).UniqueItems()
	_, err := received(t, "/", c, weft.Post("/", weft.BodyString("[1]", "application/json")))
	if got := faults(err); got != "body : want at least 2 items, got 1" || statusOf(err) != 422 {
		t.Errorf("got %q, %d", got, statusOf(err))
	}
	if got := c.Tree().Part.Schema().Constraints(); *got.MinItems != 2 || !got.UniqueItems {
		t.Errorf("described as %+v", got)
	}
}

func TestBodyTooLarge(t *testing.T) {
	big := &weft.BodyTooLarge{Limit: 10, Setting: "x"}
	body := weft.BodySeq(func(yield func([]byte, error) bool) { yield(nil, big) }, "application/json")
	for _, c := range []func(*codec.Source){in(codec.Body[Book]()), in(codec.Body[[]byte]())} {
		s := codec.FromRequest(weft.Post("/", body))
		if c(&s); statusOf(s.Err()) != 413 && !errors.Is(s.Err(), weft.ErrBodyRead) {
			t.Errorf("got %v", s.Err())
		}
	}
}

func TestNotAcceptable(t *testing.T) {
	c := codec.Body[Book]()
	for accept, want := range map[string]string{
		"":                                       "application/json",
		"*/*":                                    "application/json",
		"application/*":                          "application/json",
		"application/msgpack":                    "application/msgpack",
		"application/json;q=0.1, */*":            "application/x-protobuf",
		"text/html, application/json;q=0.5":      "application/json",
		"application/json;q=0, application/avro": "application/avro",
		"text/html":                              "",
	} {
		target := codec.ToResponse(accepting(accept))
		c.Encode(&target, Book{"x", 1, nil})
		if got := target.Body().MediaType(); got != want {
			t.Errorf("%q: got %q, want %q", accept, got, want)
		}
		if ok := want != ""; c.Acceptable(accept) != ok || (target.Err() == nil) != ok {
			t.Errorf("%q: acceptable %v, error %v", accept, c.Acceptable(accept), target.Err())
		}
		if want == "" && statusOf(target.Err()) != 406 {
			t.Errorf("%q: %v", accept, target.Err())
		}
	}
	if got := codec.NotAcceptable(c.Tree()); statusOf(got) != 406 {
		t.Errorf("got %v", got)
	}
	if got, want := c.Tree().Accept(), strings.Join(mediaTypes, ", "); got != want {
		t.Errorf("a client accepts %q, want %q", got, want)
	}
}

func TestRawBodies(t *testing.T) {
	same(t, "/", codec.Body[string]("text/plain"), "hello")
	same(t, "/", codec.Body[string](), "hello")
	same(t, "/", codec.Body[int]("text/plain"), 42)
	same(t, "/", codec.Body[[]byte](), []byte{1, 2, 3})
	same(t, "/", codec.Body[[]byte]("image/png"), []byte{1, 2, 3})
	same(t, "/", codec.Body[[]byte]("application/json"), []byte{1, 2, 3})
	sameAnswer(t, codec.Body[string]("text/html; charset=utf-8"), "<p>")

	v, err := sent(t, "/", codec.Body[weft.Body](), weft.BodyString("x", "text/csv"))
	if s, _ := v.AsString(); s != "x" || v.MediaType() != "text/csv" || err != nil {
		t.Errorf("got %q as %q, %v", s, v.MediaType(), err)
	}
	if _, err := sent(t, "/", codec.Body[io.Reader]("video/*"), io.Reader(strings.NewReader("film"))); err == nil {
		t.Error("octets were taken for a video")
	}
	r, err := received(t, "/", codec.Body[io.Reader]("video/*"), weft.Post("/", weft.BodyString("film", "video/mp4")))
	if b, _ := io.ReadAll(r); string(b) != "film" || err != nil {
		t.Errorf("got %q, %v", b, err)
	}
	if _, err := received(t, "/", codec.Body[string]("text/plain"), weft.Post("/", weft.BodyString("\xff", "text/plain"))); faults(err) != "body : want text in UTF-8" {
		t.Errorf("got %v", err)
	}
}

func TestConfig(t *testing.T) {
	type user struct{ FirstName string }
	cfg := format.Config{FieldNameFormat: schema.SnakeCase, RejectExtraFields: true}
	c := codec.Body[user]()
	var got user
	routes := weft.NewRoutes(weft.NewPattern(weft.POST, "/").Handle(func(req *weft.Request) (weft.Response, error) {
		s := codec.FromRequest(req)
		got = c.Decode(&s)
		if err := s.Err(); err != nil {
			return weft.Response{}, err
		}
		target := codec.ToResponse(req)
		c.Encode(&target, got)
		return target.Response(), target.Err()
	})).With(codec.WithConfig(cfg))
	resp := routes.Serve(weft.Post("/", weft.BodyString(`{"first_name":"Ada"}`, "application/json")))
	if s, _ := resp.Body().AsString(); s != `{"first_name":"Ada"}` || got.FirstName != "Ada" {
		t.Errorf("got %v, %s", got, s)
	}
	resp = routes.Serve(weft.Post("/", weft.BodyString(`{"first_name":"Ada","x":1}`, "application/json")))
	if s, _ := resp.Body().AsString(); resp.Status() != 400 || !strings.Contains(s, `"name":"x"`) {
		t.Errorf("got %d, %s", resp.Status(), s)
	}
}

func TestMalformedResponse(t *testing.T) {
	c := codec.Output[Book](200)
	for _, resp := range []weft.Response{
		weft.Text("x"), weft.JSON(1), weft.NewResponse(500), weft.Bytes([]byte(`{"title":"x"}`), "application/json"),
	} {
		s := codec.FromResponse(&resp, format.Config{})
		c.Decode(&s)
		if _, ok := errors.AsType[*codec.MalformedResponse](s.Err()); !ok || statusOf(s.Err()) != 500 {
			t.Errorf("got %v", s.Err())
		}
	}
}
