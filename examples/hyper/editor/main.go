// An inline editor: a row becomes a form, and a row again when it is saved.
//
//	go run ./examples/hyper/editor
package main

import (
	"context"
	"log"
	"strings"
	"sync"

	. "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/hyper/internal/look"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// The requests of the page.
var (
	Show = route.GET("/contact").OutEmpty()
	Edit = route.GET("/contact/edit").OutEmpty()
	Save = route.PUT("/contact").OutEmpty()
)

// A Contact is what is edited.
type Contact struct {
	mu    sync.Mutex
	email string
}

func (c *Contact) row() Node {
	return Div(ID("contact"), Class("row"), Text(c.email),
		Button(hyper.DataOn("click", hyper.Request(Edit)), Text("edit")))
}

func form(email, fault string) Node {
	return Form(ID("contact"), hyper.DataOn("submit", hyper.Request(Save).With(hyper.RequestOptions{Form: true})),
		Input(Name("email"), Value(email), AutoFocus()),
		Button(Text("save")),
		Button(Type("button"), hyper.DataOn("click", hyper.Request(Show)), Text("cancel")),
		If(fault != "", P(Class("fault"), Text(fault))))
}

func (c *Contact) save(req *weft.Request) (hyper.Patch, error) {
	fields, err := req.Body().AsForm()
	if err != nil {
		return hyper.Patch{}, err
	}
	email, _ := fields.Text("email")
	if !strings.Contains(email, "@") {
		return hyper.PatchElements(form(email, "An address has an @ in it.")), nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.email = email
	return hyper.PatchElements(c.row()), nil
}

// now returns a handler that shows the contact as it is at the time of the request.
func (c *Contact) now(view func() Node) weft.Handler {
	return hyper.Event(func(*weft.Request) (hyper.Patch, error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		return hyper.PatchElements(view()), nil
	})
}

func page(req *weft.Request) (weft.Response, error) {
	return hyper.Page(req, Doctype(HTML(Lang("en"),
		Head(TitleEl(Text("Editor")), look.Style(), hyper.Script()),
		Body(H1(Text("Contact")), Div(ID("contact"), hyper.DataInit(hyper.Request(Show)))),
	)))
}

func routes() weft.Routes {
	c := &Contact{email: "ada@example.com"}
	return weft.NewRoutes(
		route.GET("/").Handle(page),
		Show.ImplementHandler(c.now(c.row)),
		Edit.ImplementHandler(c.now(func() Node { return form(c.email, "") })),
		Save.ImplementHandler(hyper.Event(c.save)),
		hyper.Assets(),
	)
}

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
