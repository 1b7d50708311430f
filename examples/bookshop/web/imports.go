package web

import (
	"errors"
	"fmt"
	"io"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/bookshop/api"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/status"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// maxList is the largest list that is taken, in bytes.
const maxList = 1 << 20

// imports is the page on which the staff adds many books at once.
func (p Pages) imports(req *weft.Request) (weft.Response, error) {
	if !isStaff(req) {
		return weft.Response{}, api.Forbidden{Needs: "staff"}
	}
	send := hyper.Fetch(weft.POST, "/import").With(hyper.RequestOptions{Form: true})
	return p.page(req, frame{title: "Import", path: "/import"},
		h.H1(g.Text("Import books")),
		h.P(h.Class("lead"), g.Text("A CSV file with the columns title, author, year, price in cents, and stock. "),
			h.A(h.Href("/assets/new-books.csv"), g.Attr("download"), g.Text("Here is one to try")), g.Text(".")),
		h.Form(h.Class("upload wide"), h.Method("post"), h.Action("/import"), h.EncType("multipart/form-data"), hyper.DataOn("submit", send),
			h.Label(h.For("list"), g.Text("List of books")),
			h.Input(h.Type("file"), h.ID("list"), h.Name("list"), h.Required(), h.Accept(".csv,text/csv")),
			h.Button(g.Text("Import"))),
		jobView(req.QueryOrElse[int64]("job", 0)),
	)
}

// startImport takes the list while it arrives, and begins.
func (p Pages) startImport(req *weft.Request) (weft.Response, error) {
	list, err := readList(req)
	if err != nil {
		return weft.Response{}, err
	}
	progress, err := p.shop.StartImport(req.Context(), list)
	if bad, ok := errors.AsType[api.BadImport](err); ok {
		return p.reply(req, "/import", "That did not work: "+bad.Problem, jobView(0))
	}
	if err != nil {
		return weft.Response{}, err
	}
	return p.reply(req, fmt.Sprintf("/import?job=%d", progress.Import), "The import has begun.", jobView(progress.Import))
}

// watchImport moves the bar until the import ends.
func (p Pages) watchImport(req *weft.Request, id int64) (weft.Response, error) {
	if !isStaff(req) {
		return weft.Response{}, api.Forbidden{Needs: "staff"}
	}
	return hyper.Events(func(req *weft.Request, page *hyper.Stream) error {
		events, err := p.shop.WatchImport(req.Context(), id)
		if errors.As(err, new(api.NotFound)) {
			return page.PatchElements(jobView(0)) // the shop was restarted
		}
		if err != nil {
			return err
		}
		for event, err := range events {
			if err != nil {
				return err
			}
			// At the end the notice that it has begun is no news.
			view := g.Group{progressView(event.Value), g.If(event.Value.IsEnded, notice(""))}
			if err := page.PatchElements(view); err != nil {
				return err
			}
		}
		return nil
	})(req)
}

// jobView returns the place of an import in the page. If there is one it listens.
func jobView(id int64) g.Node {
	if id == 0 {
		return h.Section(h.ID("job"))
	}
	return h.Section(h.ID("job"), h.Aria("label", "Progress"),
		h.Div(hyper.DataInit(hyper.Fetch(weft.GET, fmt.Sprintf("/import/%d/events", id))), h.Div(h.ID("progress"))))
}

// progressView returns how far an import has come.
func progressView(p api.Progress) g.Node {
	end := fmt.Sprintf("Done: %d of %d books were added.", p.Added, p.Total)
	return h.Div(h.ID("progress"),
		h.P(h.Label(h.For("bar"), g.Textf("%d of %d lines", p.Done, p.Total))),
		g.El("progress", h.ID("bar"), g.Attr("max", fmt.Sprint(p.Total)), h.Value(fmt.Sprint(p.Done))),
		h.P(h.ID("end"), h.Role("status"), g.If(p.IsEnded, g.Group{g.Text(end + " "), h.A(h.Href("/"), g.Text("Look at them"))})),
		g.If(len(p.Faults) > 0, h.Ul(h.Class("fault"), g.Map(p.Faults, func(f string) g.Node { return h.Li(g.Text(f)) }))),
	)
}

// readList reads the uploaded list.
func readList(req *weft.Request) (string, error) {
	form, err := req.Body().AsMultipartFormStream()
	if err != nil {
		return "", err
	}
	defer form.Close() // what is left of the form does not matter
	for part, err := range form.Fields() {
		if err != nil {
			return "", err
		}
		if part.Name() != "list" {
			continue
		}
		text, err := io.ReadAll(io.LimitReader(part, maxList+1))
		if len(text) > maxList {
			return "", &weft.Problem{Status: status.ContentTooLarge, Detail: "the list is larger than 1 MiB"}
		}
		return string(text), err
	}
	return "", &weft.Problem{Status: status.BadRequest, Detail: "the form has no list"}
}
