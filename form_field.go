package weft

import (
	"io"
	"strings"
)

// A FormField is a field of a [Form]: a text, bytes, or a stream of bytes. It is an
// immutable value, but a stream can be read only once.
type FormField struct {
	name      string
	fileName  string
	mediaType string
	data      string    // of a text or of bytes
	stream    io.Reader // nil if the data is in memory
	size      int64     // of a stream; less than zero if it is not known
	binary    bool
}

// TextField returns a field with a text, as an input element of a page sends it.
func TextField(name, value string) FormField {
	return FormField{name: name, data: value}
}

// BinaryField returns a field with bytes, a media type and the name of a file. The media
// type defaults to application/octet-stream, and without a file name the field is binary
// data that is no file. The data is copied.
func BinaryField(name, fileName, mediaType string, data []byte) FormField {
	if mediaType == "" {
		mediaType = MediaOctetStream
	}
	return FormField{name: name, fileName: fileName, mediaType: mediaType, data: string(data), binary: true}
}

// StreamField returns a field like [BinaryField] whose bytes are read when the form is
// sent, and therefore once. The size is how many bytes there are; give -1 if that is not
// known, and the form is sent in chunks.
func StreamField(name, fileName, mediaType string, r io.Reader, size int64) FormField {
	f := BinaryField(name, fileName, mediaType, nil)
	f.stream, f.size = r, size
	return f
}

// Name returns the name of the field.
func (f FormField) Name() string { return f.name }

// FileName returns the name of the file, without any directories, or an empty string. It
// was chosen by the client: never use it as a path.
func (f FormField) FileName() string { return f.fileName }

// MediaType returns the media type that the sender gave, or an empty string, which means
// plain text.
func (f FormField) MediaType() string { return f.mediaType }

// WithMediaType returns a copy with another media type.
func (f FormField) WithMediaType(mediaType string) FormField {
	f.mediaType = mediaType
	return f
}

// IsBinary reports whether the field is a file or has a media type other than text.
func (f FormField) IsBinary() bool { return f.binary }

// IsStream reports whether the data is a stream rather than in memory.
func (f FormField) IsStream() bool { return f.stream != nil }

// Text returns the data as text. It is empty for a stream.
func (f FormField) Text() string { return f.data }

// Bytes returns a copy of the data. It is empty for a stream.
func (f FormField) Bytes() []byte { return []byte(f.data) }

// Len returns how many bytes the data has, or -1 if that is not known.
func (f FormField) Len() int64 {
	if f.stream == nil {
		return int64(len(f.data))
	}
	return max(f.size, -1)
}

// Reader returns a reader of the data. For a stream it is the reader that was given, for
// data in memory a new one at each call.
func (f FormField) Reader() io.Reader {
	if f.stream != nil {
		return f.stream
	}
	return strings.NewReader(f.data)
}
