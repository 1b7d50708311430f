package client

import (
	"net/http"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
)

// Values and streams. A client does not see what becomes of a body: whether it is read
// into memory, where size and patience have to have a bound, or piece by piece, where
// they must not. What was asked for tells, or else the media type of the answer:
//
//	Accept: application/x-ndjson         a stream, whatever comes
//	Content-Type: text/event-stream      a stream
//	Content-Type: application/json       a value
//	Content-Type: text/plain             a value
//	Content-Type: image/png              something to download: a stream
//	no Content-Type                      a value

// isStream says whether the body of an answer is for being read piece by piece. What
// was asked for does not matter if the answer is that something went wrong.
func (k *call) isStream(answer *http.Response) bool {
	accept, _ := k.request.Headers().Get("Accept")
	if first, _, _ := strings.Cut(accept, ","); answer.StatusCode < 400 && isSequence(essence(first)) {
		return true
	}
	media := answer.Header.Get("Content-Type")
	if media == "" {
		return false
	}
	e := essence(media)
	return isSequence(e) || !isValue(e)
}

// essence returns a media type without its parameters, in lower case.
func essence(media string) string {
	e, _, _ := strings.Cut(media, ";")
	return ascii.ToLower(ascii.TrimOWS(e))
}

// isSequence says whether a media type is one of sequences, whose elements come when
// they come.
func isSequence(essence string) bool {
	switch essence {
	case weft.MediaEventStream, "application/x-ndjson", "application/jsonl", "application/json-seq", "text/csv":
		return true
	}
	return strings.HasPrefix(essence, "multipart/")
}

// isValue says whether a media type is one of values that are decoded as a whole: of
// the formats, of forms and of text.
func isValue(essence string) bool {
	switch essence {
	case "application/json", "application/x-www-form-urlencoded", "application/xml", "application/yaml",
		"application/protobuf", "application/x-protobuf", "application/vnd.google.protobuf",
		"application/avro", "application/x-avro", "avro/binary",
		"application/vnd.apache.thrift.binary", "application/x-thrift",
		"application/msgpack", "application/x-msgpack", "application/vnd.msgpack":
		return true
	}
	if _, suffix, ok := strings.CutLast(essence, "+"); ok {
		switch suffix {
		case "json", "xml", "yaml", "protobuf", "avro", "thrift", "msgpack":
			return true
		}
	}
	return strings.HasPrefix(essence, "text/")
}
