package codec

import (
	"slices"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
)

// A form is a way to write a value as the bytes of a body: one of the formats, or
// as it is.
type form uint8

const (
	formJSON form = iota
	formProtobuf
	formAvro
	formThrift
	formMsgpack
	formText   // the text form of the value
	formRaw    // the bytes of the value
	formEvents // server-sent events, of streams
)

// formats are the media types of the five formats, in the order in which they are
// offered. A test compares them with what the formats say themselves.
var formats = [...]struct {
	mediaType string
	aliases   []string
	suffix    string
}{
	formJSON:     {"application/json", []string{"text/json"}, "json"},
	formProtobuf: {"application/x-protobuf", []string{"application/protobuf", "application/vnd.google.protobuf"}, "protobuf"},
	formAvro:     {"application/avro", []string{"avro/binary", "application/x-avro"}, "avro"},
	formThrift:   {"application/vnd.apache.thrift.binary", []string{"application/x-thrift"}, "thrift"},
	formMsgpack:  {"application/msgpack", []string{"application/x-msgpack", "application/vnd.msgpack"}, "msgpack"},
}

// A variant is a media type that a body may have, with the form that goes with it.
type variant struct {
	mediaType string // as it is sent
	essence   string // without parameters, in lower case
	form      form
	lines     bool // a stream of JSON values is one to a line, whatever is configured
}

// formatVariants returns the variants of all five formats.
func formatVariants() []variant {
	var list []variant
	for f, m := range formats {
		list = append(list, variant{mediaType: m.mediaType, essence: m.mediaType, form: form(f)})
	}
	return list
}

// aliases returns the other names of a variant's format, if it is named as usual.
func (v *variant) aliases() []string {
	if v.form <= formMsgpack && v.mediaType == formats[v.form].mediaType {
		return formats[v.form].aliases
	}
	return nil
}

// formatFor returns the format that a media type without parameters belongs to.
func formatFor(essence string) (form, bool) {
	for f, m := range formats {
		if essence == m.mediaType || hasSuffix(essence, m.suffix) || slices.Contains(m.aliases, essence) {
			return form(f), true
		}
	}
	return 0, false
}

// hasSuffix says whether a media type has a structured syntax suffix (RFC 6838
// section 4.2.8), in any case.
func hasSuffix(essence, suffix string) bool {
	i := len(essence) - len(suffix) - 1
	return i > 0 && essence[i] == '+' && ascii.EqualFold(essence[i+1:], suffix)
}

// accepts says whether a body with this media type is one of the variant.
func (v *variant) accepts(contentType string) bool {
	if contentType == v.mediaType {
		return true
	}
	essence := essenceOf(contentType)
	if ascii.EqualFold(essence, v.essence) {
		return true
	}
	if prefix, ok := strings.CutSuffix(v.essence, "*"); ok {
		return prefix == "*/" || ascii.HasPrefixFold(essence, prefix)
	}
	// Only the plain names of formats stand for their aliases: who asks for
	// application/vnd.books+json wants just that.
	if v.form > formMsgpack || v.essence != formats[v.form].mediaType {
		return false
	}
	for _, a := range formats[v.form].aliases {
		if ascii.EqualFold(essence, a) {
			return true
		}
	}
	return hasSuffix(essence, formats[v.form].suffix)
}

// essenceOf returns a media type without its parameters, in the case it is in.
func essenceOf(mediaType string) string {
	if i := strings.IndexByte(mediaType, ';'); i >= 0 {
		mediaType = mediaType[:i]
	}
	return ascii.TrimOWS(mediaType)
}

// checkMediaType returns the essence of a media type in the program's text, in lower
// case.
func checkMediaType(s string) string {
	m, err := weft.ParseMediaType(s)
	if err != nil {
		mistake("%v", err)
	}
	return m.Essence()
}

// mediaTypes returns the media types of variants.
func mediaTypes(variants []variant) []string {
	list := make([]string, len(variants))
	for i, v := range variants {
		list[i] = v.mediaType
	}
	return list
}

// contentType returns the media type of the message's body.
func (s *Source) contentType() string {
	if m := s.Body().MediaType(); m != "" {
		return m
	}
	m, _ := s.Header("Content-Type")
	return m
}

func commaList(list []string) string { return strings.Join(list, ", ") }

// orList joins names as a sentence does: "a, b or c".
func orList(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}
