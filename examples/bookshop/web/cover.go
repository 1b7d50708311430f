package web

import (
	"errors"
	"fmt"
	"hash/fnv"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/bookshop/api"
	"github.com/weft-go/weft/status"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// cover answers with the picture of a book.
func (p Pages) cover(req *weft.Request, id int64) (weft.Response, error) {
	c, err := p.shop.Cover(req.Context(), id)
	if err != nil {
		return weft.Response{}, err
	}
	sum := fnv.New64a()
	_, _ = sum.Write(c.Data) // it never fails
	tag := fmt.Sprintf(`"%x"`, sum.Sum64())
	// The middleware for entity tags makes 304 of it if the browser has this one.
	return weft.Bytes(c.Data, c.Media).WithHeader("ETag", tag).WithHeader("Cache-Control", "no-cache"), nil
}

// coverForm returns the form by which the staff uploads a picture.
func coverForm(b api.Book) g.Node {
	return h.Form(h.Class("upload"), h.Method("post"), h.Action(path(b, "/cover")), h.EncType("multipart/form-data"),
		h.Label(h.For("cover"), g.Text("New cover")),
		h.Input(h.Type("file"), h.ID("cover"), h.Name("cover"), h.Required(), h.Accept("image/png,image/jpeg,image/gif,image/webp")),
		h.Button(h.Class("quiet"), g.Text("Upload")))
}

// upload takes a picture from the form, while it arrives.
func (p Pages) upload(req *weft.Request, id int64) (weft.Response, error) {
	form, err := req.Body().AsMultipartFormStream()
	if err != nil {
		return weft.Response{}, err
	}
	defer form.Close() // what is left of the form does not matter
	to := fmt.Sprintf("/books/%d", id)
	for part, err := range form.Fields() {
		if err != nil {
			return weft.Response{}, err
		}
		if part.Name() != "cover" {
			continue
		}
		err := p.shop.PutCover(req.Context(), id, part)
		if bad, ok := errors.AsType[api.BadCover](err); ok {
			return p.reply(req, to, "That did not work: "+bad.Problem+".")
		}
		if err != nil {
			return weft.Response{}, err
		}
		return p.reply(req, to, "The new cover is in place.")
	}
	return weft.Response{}, &weft.Problem{Status: status.BadRequest, Detail: "the form has no cover"}
}
