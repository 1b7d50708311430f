package weft

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"math"
	"strconv"
)

// FormLimits bound what a form in the format multipart/form-data may use. A value of zero
// or less stands for the default.
type FormLimits struct {
	// MaxFields is how many fields a form may have: 1,000 by default.
	MaxFields int

	// MaxHeaderBytes is how long the header of a part may be: 16 KiB by default. A buffer
	// of about this size is allocated.
	MaxHeaderBytes int

	// MaxMemory is how many bytes of data may be collected in memory, over all fields: 4
	// MiB by default. Fields that are read as streams do not count.
	MaxMemory int64
}

func (l FormLimits) withDefaults() FormLimits {
	if l.MaxFields <= 0 {
		l.MaxFields = 1000
	}
	if l.MaxHeaderBytes <= 0 {
		l.MaxHeaderBytes = 16 << 10
	}
	if l.MaxMemory <= 0 {
		l.MaxMemory = 4 << 20
	}
	// One byte more than allowed must be countable.
	l.MaxMemory = min(l.MaxMemory, math.MaxInt64-1)
	return l
}

// A FormStream reads a form in the format multipart/form-data field by field while it
// arrives (RFC 7578). It never holds more in memory than a small buffer and what its
// fields collect. A FormStream is for one goroutine.
type FormStream struct {
	scanner *partScanner
	limits  FormLimits
	fields  int   // how many fields were begun
	memory  int64 // how many bytes may still be collected
	err     error // what ended the stream
	closed  bool
}

// NewFormStream returns a stream of the fields in r, which are separated by the boundary
// (see [ParseBoundary]). A malformed boundary is reported with the first field.
func NewFormStream(r io.Reader, boundary string, limits ...FormLimits) *FormStream {
	var l FormLimits
	if len(limits) > 0 {
		l = limits[0]
	}
	l = l.withDefaults()
	// The buffer holds a line of the header and a delimiter, with room to read ahead.
	s := &FormStream{limits: l, memory: l.MaxMemory, scanner: newPartScanner(r, boundary, l.MaxHeaderBytes+4<<10)}
	if err := checkBoundary(boundary); err != nil {
		s.err = &MalformedForm{Reason: err.Error(), Cause: err}
	}
	return s
}

// Fields iterates over the fields as they arrive. A field can be read until the next one
// is asked for; what is left of it is skipped then. After an error, which comes with an
// empty field, there are no more fields. Errors are [*MalformedForm], [*FormTooLarge] and
// those of the reader.
//
// A loop may be left and a second one begun, which goes on with the next field.
func (s *FormStream) Fields() iter.Seq2[StreamingField, error] {
	return func(yield func(StreamingField, error) bool) {
		for {
			field, err := s.next()
			if err == io.EOF || !yield(field, err) || err != nil {
				return
			}
		}
	}
}

// next reads up to the data of the next field. What once ended the stream ends it for
// good.
func (s *FormStream) next() (StreamingField, error) {
	if s.err != nil {
		return StreamingField{}, s.err
	}
	field, err := s.readHeader()
	watched, _ := s.scanner.r.(*watchedStream)
	if err != nil {
		s.err = err
		if watched != nil {
			watched.record.settle() // there is nothing more to read
		}
		return StreamingField{}, err
	}
	if watched != nil {
		watched.atField(field.Name())
	}
	return field, nil
}

// Close says that the rest of the form is not wanted, and closes the reader that the form
// is read from if it can be closed. A form that was read to its end need not be closed;
// closing it again does nothing.
func (s *FormStream) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	if s.err == nil {
		s.err = errFormClosed
	}
	if c, ok := s.scanner.r.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

var errFormClosed = errors.New("form: read after it was closed")

func (s *FormStream) readHeader() (StreamingField, error) {
	if err := s.scanner.next(); err != nil {
		return StreamingField{}, err
	}
	if s.fields == s.limits.MaxFields {
		return StreamingField{}, &FormTooLarge{What: "fields", Limit: int64(s.limits.MaxFields), Setting: "MaxFields"}
	}
	s.fields++
	header, err := readPartHeader(s.scanner, s.limits.MaxHeaderBytes)
	return StreamingField{header: header, stream: s, number: s.fields}, err
}

// Collect reads all fields that are left into memory and returns them as a form. It fails
// as [FormStream.Fields] does, and with a [*FormTooLarge] if they exceed
// [FormLimits.MaxMemory] together.
func (s *FormStream) Collect() (Form, error) {
	var form Form
	for field, err := range s.Fields() {
		if err != nil {
			return Form{}, err
		}
		collected, err := field.Collect()
		if err != nil {
			return Form{}, err
		}
		form.fields = append(form.fields, collected)
	}
	return form, nil
}

// collect reads the data of the current field into memory.
func (s *FormStream) collect(r io.Reader) ([]byte, error) {
	var b bytes.Buffer
	n, err := b.ReadFrom(io.LimitReader(r, s.memory+1))
	if err != nil {
		return nil, err
	}
	if n > s.memory {
		return nil, &FormTooLarge{What: "bytes in memory", Limit: s.limits.MaxMemory, Setting: "MaxMemory"}
	}
	s.memory -= n
	return b.Bytes(), nil
}

// A StreamingField is a field of a [FormStream]. Its data is read from it as from any
// io.Reader, until the next field is asked for. It is for one goroutine.
type StreamingField struct {
	header partHeader
	stream *FormStream
	number int
}

// Name returns the name of the field.
func (f StreamingField) Name() string { return f.header.name }

// FileName returns the name of the file, without any directories, or an empty string. It
// was chosen by the client: never use it as a path.
func (f StreamingField) FileName() string { return f.header.fileName }

// MediaType returns the media type that the client gave, or an empty string, which means
// plain text.
func (f StreamingField) MediaType() string { return f.header.mediaType }

// IsBinary reports whether the field is a file or has a media type other than text.
func (f StreamingField) IsBinary() bool { return !f.header.isText() }

// Read reads the data of the field and returns io.EOF at its end. It fails with a
// [*MalformedForm] if the form is cut off, and with the errors of the underlying reader.
func (f StreamingField) Read(p []byte) (int, error) {
	s := f.stream
	switch {
	case s == nil:
		return 0, io.EOF
	case f.number != s.fields || s.err == io.EOF:
		return 0, errors.New("form field " + quoted(f.header.name) + ": read after the next field was asked for")
	case s.err != nil:
		return 0, s.err
	}
	n, err := s.scanner.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// Bytes reads what is left of the data into memory. It fails with a [*FormTooLarge] if the
// fields of the form then exceed [FormLimits.MaxMemory] together.
func (f StreamingField) Bytes() ([]byte, error) {
	if f.stream == nil {
		return nil, nil
	}
	return f.stream.collect(f)
}

// Text is like [StreamingField.Bytes] and returns a string.
func (f StreamingField) Text() (string, error) {
	b, err := f.Bytes()
	return string(b), err
}

// Collect is like [StreamingField.Bytes] and returns the field with its data in memory.
func (f StreamingField) Collect() (FormField, error) {
	data, err := f.Text()
	if err != nil {
		return FormField{}, err
	}
	h := f.header
	return FormField{name: h.name, fileName: h.fileName, mediaType: h.mediaType, data: data, binary: f.IsBinary()}, nil
}

// FormTooLarge says that a form exceeds a limit.
type FormTooLarge struct {
	What    string // What there is too much of, such as "fields".
	Limit   int64  // How much there may be.
	Setting string // The field of [FormLimits] that sets the limit.
}

// Error returns a message such as `form: fields: more than 1000 (MaxFields)`.
func (e *FormTooLarge) Error() string {
	return "form: " + e.What + ": more than " + strconv.FormatInt(e.Limit, 10) + " (" + e.Setting + ")"
}
