package openapi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/schema"
	"github.com/weft-go/weft/status"
)

// operation returns the only operation of a document.
func operation(t *testing.T, doc *openapi.Document) *openapi.Operation {
	t.Helper()
	for _, item := range doc.Paths.All() {
		for _, op := range item.All() {
			return op
		}
	}
	t.Fatal("no operation")
	return nil
}

// TestStatuses says for each kind of endpoint which answers are documented: those that
// it declares and those that the framework gives, and no others.
func TestStatuses(t *testing.T) {
	for name, want := range map[string]string{
		"GetBook":          "200 404 406 500",             // an id that is no number matches no route
		"Shelf":            "200 400 406 500",             // a limit on a path parameter
		"LocateBook":       "200 400 406 500",             // a type that reads its own text
		"SearchBooks":      "200 400 406 500",             // a required query parameter
		"RemoveBook":       "204 404 500",                 // no body, nothing to accept
		"AddBook":          "201 400 406 413 415 422 500", // a body with limits
		"WriteNote":        "200 400 406 413 415 500",     // text without limits
		"PutCover":         "204 413 415 500",             // bytes cannot be malformed
		"Scan":             "200 406 413 500",             // of any media type
		"Convert":          "200 413 500",                 // and answered with any
		"StaffBasic":       "200 401 406 500",             // authentication
		"StaffBearer":      "200 403 406 500",             // with its own status
		"StaffKey":         "200 400 404 406 413 415 500", // hidden
		"BuyBook":          "200 400 404 406 409 500",     // two failures of one status
		"PayOrder":         "204 402 422 500",             // a family of failures
		"RateBook":         "204 4XX 500",                 // faults answered otherwise
		"OrderBook":        "200 202 406 500",             // either
		"DeliverBook":      "200 201 406 500",             // a union
		"GetReceipt":       "406 500 default",             // the function decides
		"PublishBook":      "201 400 406 413 415 422 500", // a form
		"ImportBooks":      "200 400 406 413 415 422 500", // a stream
		"CatalogueChanges": "200 400 406 500",             // a header field with a syntax
		"ShowBasket":       "200 400 406 500",             // cookies
	} {
		t.Run(name, func(t *testing.T) {
			doc := openapi.FromEndpoints("T", "1", fixtures.Named(name).Endpoint)
			codes := operation(t, doc).Responses.Names()
			slices.Sort(codes)
			if got := strings.Join(codes, " "); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestMergedAnswers(t *testing.T) {
	op := operation(t, openapi.FromEndpoints("T", "1", fixtures.Named("BuyBook").Endpoint))
	conflict, _ := op.Responses.Get("409")
	if got := strings.Join(conflict.Value.Content.Names(), " "); !strings.HasPrefix(got, "application/json ") || !strings.HasSuffix(got, " text/plain") {
		t.Errorf("409 has %s", got)
	}
	ticket := operation(t, openapi.FromEndpoints("T", "1", fixtures.Named("GetTicket").Endpoint))
	first, _ := ticket.Responses.Get("200")
	second, _ := ticket.Responses.Get("201")
	if !first.Value.Headers.Has("Cache-Control") || second.Value.Headers.Has("Cache-Control") {
		t.Error("a header field is on the wrong output")
	}
}

func TestSecurity(t *testing.T) {
	var list []endpoint.Described
	for _, name := range []string{"StaffBasic", "StaffBearer", "StaffDigest", "StaffEither", "StaffKey", "OpenDoor"} {
		list = append(list, fixtures.Named(name).Endpoint)
	}
	doc := openapi.FromEndpoints("T", "1", list...)
	if got := strings.Join(doc.Components.SecuritySchemes.Names(), " "); got != "authorization basic bearer digest key" {
		t.Errorf("schemes %s", got)
	}
	key, _ := doc.Components.SecuritySchemes.Get("key")
	if key.Value.Type != "apiKey" || key.Value.In != "query" || key.Value.Name != "key" {
		t.Errorf("got %+v", key.Value)
	}
	either, _ := doc.Paths.Get("/staff/either")
	op, _ := either.Operations.Get("get")
	if len(op.Security) != 2 || !op.Security[0].Schemes.Has("basic") || !op.Security[1].Schemes.Has("bearer") {
		t.Errorf("got %d requirements", len(op.Security))
	}
	refused, _ := op.Responses.Get("401")
	if !refused.Value.Headers.Has("WWW-Authenticate") {
		t.Error("401 has no challenge")
	}
	door, _ := doc.Paths.Get("/door")
	open, _ := door.Operations.Get("post")
	if len(open.Security) != 2 || open.Security[0].Schemes.Len() != 0 {
		t.Error("an optional Authorization field is required")
	}
}

// Book has the name of a type of the shop.
type Book struct {
	Pages *Problem `json:"pages"`
}

// Problem has the name of the framework's own document.
type Problem struct {
	Code int `json:"code" exclusiveMinimum:"3"`
}

// Größe has a name that no component may have.
type Größe struct{ X int } //nolint:asciicheck // the letters are the point

func TestNames(t *testing.T) {
	doc := openapi.FromEndpoints("T", "1",
		route.POST("/a").In[Book]().Out[fixtures.Book](),
		route.POST("/b").In[Größe]().Out[struct{ Y int }](),
		route.GET("/b/{x}").Path(codec.Int("x")).Out[int](),
		route.GET("/b/{y}").Path(codec.UUID("y")).Out[int](),
		route.DELETE("/b/{z}").Path(codec.UUID("z")).OutEmpty())
	if got := strings.Join(doc.Components.Schemas.Names(), " "); got != "Binding FixturesBook Gr__e OpenapiTestBook Problem Problem2" && got != "Binding FixturesBook Gr_e Openapi_testBook Problem Problem2" {
		t.Errorf("schemas %s", got)
	}
	if got := strings.Join(doc.Paths.Names(), " "); got != "/a /b /b/{x}" {
		t.Errorf("paths %s", got)
	}
	item, _ := doc.Paths.Get("/b/{x}")
	for method, op := range item.All() {
		p := op.Parameters[0].Value
		if p.Name != "x" || method == "GET" && len(p.Schema.AnyOf) != 2 {
			t.Errorf("%s: got %s %+v", method, p.Name, p.Schema)
		}
	}
}

func TestVersion30(t *testing.T) {
	doc := openapi.Generator{Version: openapi.V30}.FromEndpoints("T", "1", route.POST("/a").In[Book]().OutEmpty())
	book, _ := doc.Components.Schemas.Get("Book")
	pages, _ := book.Properties.Get("pages")
	if !pages.Nullable || len(pages.AllOf) != 1 || pages.AllOf[0].Ref == "" || !pages.Is("object") {
		t.Errorf("a pointer is %s", pages.Source().JSON())
	}
	problem, _ := doc.Components.Schemas.Get("Problem")
	code, _ := problem.Properties.Get("code")
	if code.Minimum != "3" || code.ExclusiveMinimum != "true" {
		t.Errorf("an exclusive limit is %s", code.Source().JSON())
	}
}

func TestMethods(t *testing.T) {
	purge := route.Method("PURGE", "/cache").OutEmpty()
	doc := openapi.FromEndpoints("T", "1", purge, route.ANY("/any").Out[weft.Body]())
	cache, _ := doc.Paths.Get("/cache")
	if cache.Extension("x-additionalOperations").Get("PURGE") == nil {
		t.Error("a method of one's own is not documented")
	}
	anything, _ := doc.Paths.Get("/any")
	if anything.Operations.Len() != 8 {
		t.Errorf("ANY has %d operations", anything.Operations.Len())
	}
	newer, _ := openapi.Generator{Version: openapi.V32}.FromEndpoints("T", "1", purge).Paths.Get("/cache")
	if !newer.AdditionalOperations.Has("PURGE") {
		t.Error("3.2 has a place for methods of one's own")
	}
}

// TestConfig makes sure that the document shows what is sent.
func TestConfig(t *testing.T) {
	g := openapi.Generator{Codec: weft.CodecConfig{FieldNameFormat: schema.PascalCase, RejectExtraFields: true, Discriminator: schema.FieldName("kind", schema.PascalCase)}}
	doc := g.FromEndpoints("T", "1", fixtures.Named("BuyBooks").Endpoint)
	purchase, _ := doc.Components.Schemas.Get("Purchase")
	if got := strings.Join(purchase.Properties.Names(), " "); got != "Books Payments Gift Within Notes" {
		t.Errorf("fields %s", got)
	}
	if purchase.AdditionalProperties == nil || *purchase.AdditionalProperties.Bool {
		t.Error("other fields are not refused")
	}
	payment, _ := doc.Components.Schemas.Get("Payment")
	if payment.Discriminator == nil || payment.Discriminator.PropertyName != "kind" || !payment.Discriminator.Mapping.Has("Card") {
		t.Errorf("discriminator %+v", payment.Discriminator)
	}
	if kind, _ := payment.OneOf[0].Resolve().Properties.Get("kind"); kind.Const.Text() != "Card" {
		t.Errorf("const %s", kind.Const.JSON())
	}
}

func TestUnknownVersionPanics(t *testing.T) {
	defer func() {
		if r := recover(); r != `openapi: want version 3.0, 3.1 or 3.2, got "2.0"` {
			t.Errorf("got %v", r)
		}
	}()
	openapi.Generator{Version: "2.0"}.FromEndpoints("T", "1", route.GET("/").OutEmpty(status.NoContent))
}

// A question and a reply are the messages of a WebSocket.
type question struct {
	Text string `json:"text"`
}

type reply struct {
	Text string `json:"text" maxLength:"9"`
}

// TestSocket describes an endpoint that opens a WebSocket.
func TestSocket(t *testing.T) {
	e := route.GET("/ask").Query(codec.Query[string]("lang")).Socket[question, *reply]()
	for _, version := range []openapi.Version{openapi.V30, openapi.V31, openapi.V32} {
		doc := openapi.Generator{Version: version}.FromEndpoints("T", "1", e)
		op := operation(t, doc)
		if !op.Responses.Has("101") || op.Responses.Has("200") {
			t.Errorf("%s: answers %v", version, op.Responses.Names())
		}
		from := op.Extension("x-websocket")
		if got := from.Get("fromClient").Text(); got != "#/components/schemas/Question" {
			t.Errorf("%s: %s", version, from.JSON())
		}
		s, ok := doc.Components.Schemas.Get("Reply")
		if !ok {
			t.Fatalf("%s: %s", version, doc.JSON())
		}
		if text, _ := s.Properties.Get("text"); text.MaxLength != "9" || from.Get("fromServer").Text() != "#/components/schemas/Reply" {
			t.Errorf("%s: %s", version, doc.JSON())
		}
		plain := openapi.Generator{Version: version}.FromEndpoints("T", "1", route.GET("/ask").Socket[[]string, int]())
		if s, ok := plain.Components.Schemas.Get("ClientMessage"); !ok || !s.Is("array") {
			t.Errorf("%s: %s", version, plain.JSON())
		}
		for _, f := range openapi.Lint(doc) {
			if f.Rule == openapi.RuleUnused {
				t.Error(f)
			}
		}
	}
}
