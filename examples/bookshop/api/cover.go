package api

import (
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

// MaxCover is the largest picture that is accepted, in bytes.
const MaxCover = 2 << 20

// BadCover is the failure of an upload that is no picture.
type BadCover struct {
	Problem string `json:"problem" example:"want a PNG, JPEG, GIF or WebP picture"`
}

// Error says what is wrong.
func (e BadCover) Error() string { return e.Problem }

// PutCover is the endpoint that takes pictures. The picture is read while it arrives.
var PutCover = route.PUT("/api/books/{id}/cover").
	Path(bookID).
	Input(codec.PartStream("cover").Doc("A PNG, JPEG, GIF or WebP picture of at most 2 MiB.")).
	OutEmpty().
	OutError[NotFound](status.NotFound).
	OutError[Forbidden](status.Forbidden).
	OutError[BadCover](status.UnprocessableContent).
	Auth(Login).UnauthorizedStatus(status.Unauthorized).
	Tag("books").
	Doc("Replaces the picture of a book's cover. Staff only.")
