package hyper

import "github.com/weft-go/weft"

// Page returns a whole page as the answer to a request, of anything that is HTML; see
// the package's introduction:
//
//	func home(req *weft.Request) (weft.Response, error) {
//		return hyper.Page(req, Doctype(HTML(Head(hyper.Script()), Body(H1(Text("Hello"))))))
//	}
//
// The page is made before the first byte is sent. So a fault in it is answered like any
// other error, and not with half of a page.
func Page(req *weft.Request, html any) (weft.Response, error) {
	text, err := render(req.Context(), html)
	if err != nil {
		return weft.Response{}, err
	}
	return weft.OK().WithBody(weft.BodyString(text, weft.MediaHTML)), nil
}
