package weft

import (
	"errors"
	"io"
	"io/fs"
	"iter"
	"mime"
	"os"
	"path"

	"github.com/weft-go/weft/status"
)

// OK returns an empty response with status 200.
func OK() Response { return Response{} }

// Text returns plain text.
func Text(s string) Response {
	return Response{body: Body{media: "text/plain; charset=utf-8", data: s}}
}

// HTML returns an HTML document. The text is sent as it is: escaping what came
// from others is the caller's task.
func HTML(s string) Response {
	return Response{body: Body{media: "text/html; charset=utf-8", data: s}}
}

// JSON returns a value as JSON. A value that cannot be encoded gives a response
// whose [Response.Err] says why; the client gets 500.
func JSON[T any](v T) Response { return Response{body: BodyFrom(v)} }

// Bytes returns bytes with a media type.
func Bytes(b []byte, mediaType string) Response { return Response{body: BodyBytes(b, mediaType)} }

// Stream returns a body that is sent piece by piece as seq yields it; see
// [BodySeq].
func Stream(mediaType string, seq iter.Seq2[[]byte, error]) Response {
	return Response{body: BodySeq(seq, mediaType)}
}

// StreamFunc returns a body that write produces; see [BodyFunc].
func StreamFunc(mediaType string, write func(w io.Writer) error) Response {
	return Response{body: BodyFunc(write, mediaType)}
}

// Reader returns a body read from r; see [BodyReader].
func Reader(r io.Reader, length int64, mediaType string) Response {
	return Response{body: BodyReader(r, length, mediaType)}
}

// File returns the contents of a file on disk. Its media type follows from the
// name. A file that is not there, or is a directory, gives 404. For serving
// whole directories there is middleware that knows about ranges and caching.
func File(name string) Response {
	f, err := os.Open(name)
	if err != nil {
		return fileError(err)
	}
	return fileResponse(f, path.Base(name))
}

// FileFS is like [File] for a file in a file system.
func FileFS(fsys fs.FS, name string) Response {
	f, err := fsys.Open(name)
	if err != nil {
		return fileError(err)
	}
	return fileResponse(f, path.Base(name))
}

func fileResponse(f fs.File, name string) Response {
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fs.ErrNotExist
	}
	if err != nil {
		f.Close()
		return fileError(err)
	}
	media := mime.TypeByExtension(path.Ext(name))
	if media == "" {
		media = "application/octet-stream"
	}
	r := Response{body: BodyReader(f, info.Size(), media)}
	if t := info.ModTime(); !t.IsZero() {
		r = r.WithTypedHeader(HeaderLastModified, t)
	}
	return r
}

// fileError hides everything but whether the file is there.
func fileError(err error) Response {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return NotFound("there is no such file")
	}
	return Response{}.fail(err)
}

// NoContent returns 204, which has no body.
func NoContent() Response { return Response{status: status.NoContent} }

// Created returns 201 with the address of what was created.
func Created(location string) Response {
	return Response{status: status.Created}.WithHeader("Location", location)
}

// Accepted returns 202 without a body.
func Accepted() Response { return Response{status: status.Accepted} }

// Redirect sends the client to another address with the same method and body:
// 307, or 308 if the move is permanent.
func Redirect(location string, permanent bool) Response {
	r := Response{status: status.TemporaryRedirect}
	if permanent {
		r.status = status.PermanentRedirect
	}
	return r.WithHeader("Location", location)
}

// SeeOther sends the client to another address with GET (303), as is done after
// a form was posted.
func SeeOther(location string) Response {
	return Response{status: status.SeeOther}.WithHeader("Location", location)
}

// NotModified returns 304, which tells a client that its copy is still good.
func NotModified() Response { return Response{status: status.NotModified} }

// BadRequest returns 400 as a problem document. The detail is for the client.
func BadRequest(detail string) Response { return problemResponse(status.BadRequest, detail) }

// Unauthorized returns 401 with a challenge (RFC 9110, section 11.6.1), for
// example `Basic realm="shop"`.
func Unauthorized(challenge string) Response {
	return problemResponse(status.Unauthorized, "").WithHeader("WWW-Authenticate", challenge)
}

// Forbidden returns 403 as a problem document. The detail is for the client.
func Forbidden(detail string) Response { return problemResponse(status.Forbidden, detail) }

// NotFound returns 404 as a problem document. The detail is for the client.
func NotFound(detail string) Response { return problemResponse(status.NotFound, detail) }

// Conflict returns 409 as a problem document. The detail is for the client.
func Conflict(detail string) Response { return problemResponse(status.Conflict, detail) }

// InternalServerError returns 500 as a problem document. The detail is for the
// client; causes belong into the log.
func InternalServerError(detail string) Response {
	return problemResponse(status.InternalServerError, detail)
}

// ServiceUnavailable returns 503 as a problem document. The detail is for the
// client.
func ServiceUnavailable(detail string) Response {
	return problemResponse(status.ServiceUnavailable, detail)
}

func problemResponse(s Status, detail string) Response {
	return (&Problem{Status: s, Detail: detail}).Response(nil)
}
