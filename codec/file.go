package codec

import (
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/weft-go/weft"
)

// A File is a part of a form: data with a name and a media type. One that came with
// a request is in memory, or on disk if it is large; it is gone when the request has
// been answered.
type File struct {
	// Name is the name of the file, without any directories, or an empty string. It
	// was chosen by the sender: never use it as a path.
	Name string

	// MediaType is the media type that the sender gave, or an empty string.
	MediaType string

	// Size is how many bytes there are, or -1 if that is not known.
	Size int64

	part string                    // the name of the part
	data []byte                    // if it is in memory
	disk *os.File                  // if it is on disk
	read func() (io.Reader, error) // if it comes from elsewhere
}

// FileBytes returns a file to send, with data that must not be changed afterwards.
func FileBytes(name, mediaType string, data []byte) File {
	return File{Name: name, MediaType: mediaType, Size: int64(len(data)), data: data}
}

// FileReader returns a file to send once, whose data is read from r. The size is -1
// if it is not known.
func FileReader(name, mediaType string, r io.Reader, size int64) File {
	return File{Name: name, MediaType: mediaType, Size: size, read: func() (io.Reader, error) { return r, nil }}
}

// Open returns a reader of the data. It may be called several times, except for a
// file made by [FileReader]. Close the reader after use.
func (f File) Open() (io.ReadCloser, error) {
	switch {
	case f.read != nil:
		r, err := f.read()
		if rc, ok := r.(io.ReadCloser); ok {
			return rc, err
		}
		return io.NopCloser(r), err
	case f.disk != nil:
		return io.NopCloser(io.NewSectionReader(f.disk, 0, f.Size)), nil
	}
	return io.NopCloser(bytes.NewReader(f.data)), nil
}

// Bytes returns all data. It must not be changed.
func (f File) Bytes() ([]byte, error) {
	if f.read == nil && f.disk == nil {
		return f.data, nil
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(r)
	return b, errors.Join(err, r.Close())
}

// field returns the file as a field of a form.
func (f File) field(name string) (weft.FormField, error) {
	fileName := f.Name
	if fileName == "" {
		fileName = name
	}
	if f.read == nil && f.disk == nil {
		return weft.BinaryField(name, fileName, f.MediaType, f.data), nil
	}
	r, err := f.Open()
	return weft.StreamField(name, fileName, f.MediaType, r, f.Size), err
}
