package codec

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/status"
)

// The parts of a body are read in the order in which they come, and only as far as
// somebody asks: who looks for a part reads up to it, and what was passed on the way
// is kept. So the last part can be a stream. What is kept is in memory up to
// maxPartMemory and on disk beyond that; limits on the body as a whole are the
// server's.

// maxPartMemory is the size up to which a part is kept in memory.
const maxPartMemory = 1 << 20

// parts are the parts of one body.
type parts struct {
	ctx    context.Context
	kept   []File
	fields *weft.FormStream // nil if there are no more
	err    error
}

// parts returns the parts of the body.
func (s *Source) parts() *parts {
	if s.form == nil {
		s.form = newParts(s)
	}
	return s.form
}

func newParts(s *Source) *parts {
	p := &parts{ctx: s.Context()}
	contentType := s.contentType()
	switch essence := essenceOf(contentType); {
	case ascii.EqualFold(essence, weft.MediaForm):
		p.takeForm(s)
	case ascii.EqualFold(essence, weft.MediaMultipart):
		p.fields, p.err = s.Body().WithMediaType(contentType).AsMultipartFormStream()
	case s.Body().IsEmpty() && contentType == "": // all parts are missing
	default:
		p.err = unsupported(s, contentType, weft.MediaMultipart)
	}
	return p
}

// takeForm keeps the fields of an urlencoded form.
func (p *parts) takeForm(s *Source) {
	form, err := s.Body().WithMediaType(weft.MediaForm).AsForm()
	if err != nil {
		p.err = formError(err)
		return
	}
	for f := range form.Fields() {
		p.kept = append(p.kept, File{Size: f.Len(), part: f.Name(), data: []byte(f.Text())})
	}
}

// has says whether there is a part of the name, or something that keeps us from
// knowing.
func (p *parts) has(name string) bool {
	list, err := p.find(name, false)
	return err != nil || len(list) > 0
}

// find returns the parts of a name: all that there are, or those up to the first.
func (p *parts) find(name string, all bool) ([]File, error) {
	list := p.named(name)
	for p.err == nil && p.fields != nil && (all || len(list) == 0) {
		field, ok := p.advance()
		if !ok {
			break
		}
		p.keep(field)
		list = p.named(name)
	}
	return list, p.err
}

// named returns the parts of a name among those that were kept.
func (p *parts) named(name string) []File {
	var list []File
	for _, f := range p.kept {
		if f.part == name {
			list = append(list, f)
		}
	}
	return list
}

// stream returns the data of a part, or nil if there is none of that name.
func (p *parts) stream(name string) (io.Reader, error) {
	for {
		if list := p.named(name); len(list) > 0 {
			return list[0].Open()
		}
		if p.err != nil || p.fields == nil {
			return nil, p.err
		}
		field, ok := p.advance()
		if !ok {
			return nil, p.err
		}
		if field.Name() == name {
			p.fields = nil // whoever reads on would take the data away
			return field, nil
		}
		p.keep(field)
	}
}

// advance returns the next part, and false if there is none.
func (p *parts) advance() (weft.StreamingField, bool) {
	for field, err := range p.fields.Fields() {
		if err != nil {
			p.err = formError(err)
			return field, false
		}
		return field, true
	}
	p.fields = nil
	return weft.StreamingField{}, false
}

// keep reads a part and remembers it.
func (p *parts) keep(field weft.StreamingField) {
	f := File{Name: field.FileName(), MediaType: field.MediaType(), part: field.Name()}
	var head bytes.Buffer
	n, err := io.Copy(&head, io.LimitReader(field, maxPartMemory+1))
	f.Size, f.data = n, head.Bytes()
	if err == nil && n > maxPartMemory {
		err = p.spool(&f, io.MultiReader(&head, field))
	}
	if err != nil {
		p.err = formError(err)
		return
	}
	p.kept = append(p.kept, f)
}

// spool writes a part to a file. The file has no name from the start where the
// system allows that, so nothing is left behind even if the process dies.
func (p *parts) spool(f *File, r io.Reader) error {
	disk, err := os.CreateTemp("", "weft-part-*")
	if err != nil {
		return err
	}
	removed := os.Remove(disk.Name()) == nil
	context.AfterFunc(p.ctx, func() {
		disk.Close()
		if !removed {
			_ = os.Remove(disk.Name())
		}
	})
	f.data, f.disk = nil, disk
	f.Size, err = io.Copy(disk, r)
	return err
}

// formError returns what to answer if the parts cannot be read.
func formError(err error) error {
	if e, ok := errors.AsType[*weft.FormTooLarge](err); ok {
		return &weft.Problem{Status: status.ContentTooLarge, Detail: e.Error()}
	}
	if e, ok := errors.AsType[*weft.MalformedForm](err); ok {
		return &weft.MalformedBody{Want: "a form", Cause: e}
	}
	return err
}
