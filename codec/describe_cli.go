package codec

import "github.com/weft-go/weft/format"

// WriteRequest returns the target of a request that write has filled in. Bodies that
// have the media type are written with it, rather than with the first of their own;
// an empty one asks for nothing. It is for interpreters that let people choose the
// format, such as command lines.
func WriteRequest(c format.Config, mediaType string, write func(*Target)) Target {
	// Choosing by what somebody likes best is what responses do, so for the time of
	// writing it is one.
	t := Target{config: c, accept: mediaType, reply: mediaType != ""}
	write(&t)
	t.accept, t.reply = "", false
	return t
}

// ToJSON returns a target that writes what the formats can express as JSON, whatever
// its media types are: a value as one, a stream as one value a line. Text, raw bytes
// and events are written as they are. It is for showing values to people.
func ToJSON(c format.Config) Target {
	c.TreatStreamsAsArrays = false
	return Target{config: c, example: true, reply: true}
}
