package web

import (
	"log/slog"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/status"
)

// Problems returns middleware that shows people a page of the shop where a request has
// failed or leads nowhere. Programs get what they would get without it, and so does
// the page's client.
func (p Pages) Problems() weft.Middleware {
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			resp, err := next(req)
			if !isForPeople(req) {
				return resp, err
			}
			if err != nil {
				return p.failed(req, err)
			}
			if req.Pattern() == "" && resp.Status() == status.NotFound {
				return p.problem(req, status.NotFound, "Not here", "There is no such page. It may have been removed, or the link has a mistake.")
			}
			return resp, nil
		}
	})
}

// failed shows what a problem says. What is not meant for clients is only logged.
func (p Pages) failed(req *weft.Request, err error) (weft.Response, error) {
	code := weft.ErrorResponse(req, err).Status()
	if problem := weft.ProblemOf(err); problem != nil && !code.IsServerError() {
		return p.problem(req, code, "That did not work", "The shop could not make sense of it: "+problem.Detail+".")
	}
	slog.ErrorContext(req.Context(), "a page failed", "path", req.Path(), "error", err)
	return p.problem(req, code, "Something broke", "That is our fault, not yours. It has been written down; please try again in a moment.")
}

// isForPeople says whether a browser asks for a page of its own.
func isForPeople(req *weft.Request) bool {
	accept, _ := req.RawHeader("Accept")
	return strings.Contains(accept, "text/html") && !hyper.IsRequest(req) && !strings.HasPrefix(req.Path(), "/api/")
}
