package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
)

// The formats by the names that --format takes, with the media types and suffixes
// that belong to them.
var formatMedia = [...]struct {
	name  string
	media []string
}{
	{"json", []string{"application/json", "text/json", "application/x-ndjson", "application/jsonl"}},
	{"protobuf", []string{"application/x-protobuf", "application/protobuf", "application/vnd.google.protobuf"}},
	{"avro", []string{"application/avro", "avro/binary", "application/x-avro"}},
	{"thrift", []string{"application/vnd.apache.thrift.binary", "application/x-thrift"}},
	{"msgpack", []string{"application/msgpack", "application/x-msgpack", "application/vnd.msgpack"}},
}

// formatNames returns what --format takes.
func formatNames() []string {
	var names []string
	for _, f := range formatMedia {
		names = append(names, f.name)
	}
	return names
}

// formatOf returns the name of the format that a media type belongs to, or "".
func formatOf(mediaType string) string {
	e := essence(mediaType)
	_, suffix, _ := strings.CutLast(e, "+")
	for _, f := range formatMedia {
		if slices.Contains(f.media, e) || suffix == f.name {
			return f.name
		}
	}
	return ""
}

// essence returns a media type without its parameters, in lower case.
func essence(mediaType string) string {
	e, _, _ := strings.Cut(mediaType, ";")
	return strings.ToLower(strings.TrimSpace(e))
}

// isText says whether a media type is one of text that people read.
func isText(mediaType string) bool {
	e := essence(mediaType)
	return strings.HasPrefix(e, "text/") || formatOf(e) == "json" || e == "application/xml" || e == "application/yaml" ||
		e == "application/javascript" || strings.HasSuffix(e, "+xml") || strings.HasSuffix(e, "+yaml")
}

// mediaIn returns the first media type of a part that is of a format, or "".
func mediaIn(p *codec.PartInfo, format string) string {
	for _, m := range p.MediaTypes {
		if formatOf(m) == format {
			return m
		}
	}
	return ""
}

// jsonMedia returns the media type as which a body reads JSON, or "".
func jsonMedia(p *codec.PartInfo) string {
	if p.File {
		return ""
	}
	return mediaIn(p, "json")
}

// speaks says whether a tree has a body of a format.
func speaks(t codec.Tree, format string) bool {
	return slices.ContainsFunc(t.Parts(), func(p *codec.PartInfo) bool {
		return p.In == codec.InBody && mediaIn(p, format) != ""
	})
}

// fileMedia returns the media type of a file for a part: of those that the part takes
// the one that goes with the file's name, else the first.
func fileMedia(p *codec.PartInfo, name string) string {
	known := extensionMedia(strings.ToLower(filepath.Ext(name)))
	first := weft.MediaOctetStream
	if len(p.MediaTypes) > 0 && !strings.HasSuffix(p.MediaTypes[0], "*") {
		first = p.MediaTypes[0]
	}
	if known == "" {
		return first
	}
	for _, m := range p.MediaTypes {
		prefix, isRange := strings.CutSuffix(essence(m), "*")
		if essence(m) == known || isRange && (prefix == "*/" || strings.HasPrefix(known, prefix)) {
			return known
		}
	}
	if first == weft.MediaOctetStream { // stands for anything
		return known
	}
	return first
}

// extensionMedia returns the media type of files with an extension, or "". The table
// is our own, so that the same command sends the same on every machine.
func extensionMedia(extension string) string {
	switch extension {
	case ".png", ".gif", ".webp", ".avif", ".tiff":
		return "image/" + extension[1:]
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".svg":
		return "image/svg+xml"
	case ".txt":
		return "text/plain"
	case ".html", ".css", ".csv":
		return "text/" + extension[1:]
	case ".md":
		return "text/markdown"
	case ".json", ".pdf", ".zip", ".xml", ".yaml":
		return "application/" + extension[1:]
	case ".gz":
		return "application/gzip"
	case ".mp3":
		return "audio/mpeg"
	case ".mp4":
		return "video/mp4"
	}
	return ""
}
