package middleware

import (
	"bytes"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// serve answers a GET or HEAD request for a path below the site. found is false if
// there is nothing to serve.
func (s *site) serve(req *weft.Request, rest string) (resp weft.Response, found bool, err error) {
	f, err := s.find(rest)
	if err != nil {
		return weft.Response{}, false, err
	}
	switch f.kind {
	case plainFile:
		return s.serveFile(req, f.name, f.info)
	case directory:
		return s.serveListing(req, f.name)
	case moved:
		return s.serveMoved(req), true, nil
	}
	return weft.Response{}, false, nil
}

// serveMoved sends the client to the same path with a slash at its end, without which
// the links of an index would lead elsewhere. The address is relative, so it cannot be
// made to lead to another host, and stays right behind proxies that change paths.
func (s *site) serveMoved(req *weft.Request) weft.Response {
	path := req.Path()
	location := "./" + path[strings.LastIndexByte(path, '/')+1:] + "/"
	if q := req.URL().RawQuery(); q != "" {
		location += "?" + q
	}
	return weft.Redirect(location, true)
}

// serveFallback answers with the file that stands for all pages.
func (s *site) serveFallback(req *weft.Request) (weft.Response, bool, error) {
	info, err := fs.Stat(s.fsys, s.config.Fallback)
	if err != nil || !info.Mode().IsRegular() {
		return weft.Response{}, false, faultOnly(err)
	}
	resp, found, err := s.serveFile(req, s.config.Fallback, info)
	return resp.UpdateHeaders(func(h weft.Headers) weft.Headers {
		vary, _ := h.Get("Vary")
		return h.Set("Vary", strings.TrimPrefix(vary+", Accept", ", "))
	}), found, err
}

// serveFile answers with a file, a part of it, or that the client has it already.
func (s *site) serveFile(req *weft.Request, name string, info fs.FileInfo) (weft.Response, bool, error) {
	form, info := s.choose(req, name, info)
	e, err := s.entry(form, info)
	if err != nil {
		return weft.Response{}, false, faultOnly(err) // gone meanwhile
	}
	switch precondition(req, e.validators) {
	case notModified:
		return weft.NotModified().SetHeaders(e.short), true, nil
	case preconditionFailed:
		return preconditionResponse(req), true, nil
	}
	if req.Method() == weft.HEAD {
		// Only its length is looked at.
		body := weft.BodyReader(strings.NewReader(""), e.state.size, e.media)
		return weft.OK().SetHeaders(e.full).WithBody(body), true, nil
	}
	if e.whole {
		return e.respond(req, nil, nopCloser{}), true, nil
	}
	return s.serveOpened(req, form)
}

// serveOpened answers with a file that is too large to be kept.
func (s *site) serveOpened(req *weft.Request, form form) (weft.Response, bool, error) {
	file, err := s.fsys.Open(form.name)
	if err != nil {
		return weft.Response{}, false, faultOnly(err)
	}
	// The file may be another one than a moment ago. What is said about it has to be
	// about the one that is open now.
	e, err := s.entryOf(form, file)
	if err != nil {
		_ = file.Close() // the other error says more
		return weft.Response{}, false, err
	}
	if src := readerAt(file); src != nil {
		return e.respond(req, src, file), true, nil
	}
	_ = file.Close() // it is not at its start any more
	if file, err = s.fsys.Open(form.name); err != nil {
		return weft.Response{}, false, faultOnly(err)
	}
	body := weft.BodyReader(file, e.state.size, e.media)
	return weft.OK().SetHeaders(e.full.Remove("Accept-Ranges")).WithBody(body), true, nil
}

// readerAt returns a file as something that can be read anywhere, or nil if it can only
// be read from its start.
func readerAt(file fs.File) io.ReaderAt {
	switch f := file.(type) {
	case io.ReaderAt:
		return f
	case io.ReadSeeker:
		return seekingReader{f}
	}
	return nil
}

// A seekingReader reads anywhere by seeking. It is for one goroutine.
type seekingReader struct{ io.ReadSeeker }

// ReadAt seeks and reads.
func (r seekingReader) ReadAt(p []byte, offset int64) (int, error) {
	if _, err := r.Seek(offset, io.SeekStart); err != nil {
		return 0, err
	}
	return io.ReadFull(r.ReadSeeker, p)
}

type nopCloser struct{}

// Close does nothing.
func (nopCloser) Close() error { return nil }

// respond answers with the file, or the ranges of it that were asked for. c is closed
// after src was read, or at once if it is not. src is not looked at if the entry holds
// the bytes.
func (e *staticEntry) respond(req *weft.Request, src io.ReaderAt, c io.Closer) weft.Response {
	field, asked := req.RawHeader("Range")
	if !asked || !rangeApplies(req, e.validators) {
		return e.respondWhole(src, c)
	}
	size := e.state.size
	ranges, verdict := parseRange(field, size)
	switch {
	case verdict == rangeUnsatisfiable:
		_ = c.Close() // it was only opened
		p := weft.Problem{
			Status:  status.RangeNotSatisfiable,
			Detail:  "the file ends before the range begins",
			Headers: weft.NewHeaders("Content-Range", "bytes */"+strconv.FormatInt(size, 10)),
		}
		return p.Response(req)
	case verdict == rangeIgnored:
		return e.respondWhole(src, c)
	case len(ranges) > 1:
		if e.whole {
			src = bytes.NewReader(e.data)
		}
		return weft.NewResponse(status.PartialContent).SetHeaders(e.full).WithBody(rangesBody(src, c, ranges, size, e.media))
	}
	resp := weft.NewResponse(status.PartialContent).
		SetHeaders(e.full.Add("Content-Range", contentRange(ranges[0], size)))
	if r := ranges[0]; e.whole {
		return resp.WithBody(weft.BodyBytes(e.data[r.start:r.start+r.length], e.media))
	}
	return resp.WithBody(sectionBody(src, c, ranges[0], e.media))
}

// respondWhole answers with the whole file.
func (e *staticEntry) respondWhole(src io.ReaderAt, c io.Closer) weft.Response {
	resp := weft.OK().SetHeaders(e.full)
	if e.whole {
		return resp.WithBody(weft.BodyBytes(e.data, e.media))
	}
	return resp.WithBody(sectionBody(src, c, byteRange{0, e.state.size}, e.media))
}
