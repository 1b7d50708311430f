package codec

import (
	"io"
	"iter"
	"reflect"
	"strings"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/text"
)

// mediaLines are the media types of JSON values that stand one to a line.
var mediaLines = [...]string{"application/x-ndjson", "application/jsonl"}

// Stream is a body that is a sequence of values, each sent as soon as it is there
// and decoded as it arrives. Without media types it is written in any of the five
// formats, as their packages say: JSON as one value a line (application/x-ndjson),
// or as one array (application/json) if [format.Config.TreatStreamsAsArrays] is set.
// With media types it is narrowed to these. Beside the formats there are
//
//   - text/event-stream: each value is the data of an event, as text if T has a text
//     form and as JSON otherwise, or a whole event if it is an [EventAppender]; a
//     comment keeps the connection alive after 15 seconds of silence, or the time that
//     [Codec.Heartbeat] sets
//   - for T []byte every other media type: the pieces of the body as they come. Such
//     a stream without media types is application/octet-stream.
//
// The sequence can be gone through once, by the function that gets it, before it
// returns. A value that cannot be decoded is the last element's error. An error in
// a sequence that is being sent cuts the connection, so that the receiver does not
// take the part for the whole.
func Stream[T any](mediaType ...string) Codec[iter.Seq2[T, error]] {
	st := &stream[T]{body: body[T]{limits: newLimits(reflect.TypeFor[T]()), codecs: new(codecs[T]), wide: len(mediaType) == 0}}
	if t, err := text.For[T](); err == nil {
		st.text = t
	}
	_, st.pieces = any((*T)(nil)).(*[]byte)
	if isEvent[T]() {
		st.describeEvents(mediaType)
	}
	switch {
	case st.wide && st.pieces:
		st.variants = []variant{{mediaType: weft.MediaOctetStream, essence: weft.MediaOctetStream, form: formRaw}}
		st.anyMedia = true
	case st.wide:
		st.variants = append([]variant{st.variant(mediaLines[0])}, formatVariants()...)
	}
	for _, m := range mediaType {
		st.variants = append(st.variants, st.variant(m))
	}
	st.offers = mediaTypes(st.variants)
	part := PartInfo{In: InBody, Required: true, Stream: true, MediaTypes: st.offers, File: st.variants[0].form == formRaw, anyMedia: st.anyMedia}
	if !part.File {
		part.Schema, part.check = st.limits.described, st.check
	}
	return Codec[iter.Seq2[T, error]]{
		tree:    single(part),
		decode:  st.decode,
		encode:  st.encode,
		present: func(s *Source) bool { return !s.Body().IsEmpty() },
		events:  st.eventful(),
	}
}

// stream is a body of many Ts.
type stream[T any] struct {
	body[T]
	pieces bool // T is a []byte
	whole  bool // T is a whole event

	heartbeat time.Duration // see [Codec.Heartbeat]
}

// variant returns the variant for a media type that was asked for.
func (st *stream[T]) variant(mediaType string) variant {
	v := variant{mediaType: mediaType, essence: checkMediaType(mediaType)}
	f, isFormat := formatFor(v.essence)
	switch {
	case v.essence == weft.MediaEventStream:
		v.form = formEvents
	case st.whole:
		mistake("stream: %v has no form as %s", reflect.TypeFor[T](), mediaType)
	case isLines(v.essence):
		v.form, v.lines = formJSON, true
	case isFormat:
		v.form = f
	case st.pieces:
		v.form = formRaw
	default:
		mistake("stream: %v has no form as %s", reflect.TypeFor[T](), mediaType)
	}
	return v
}

func isLines(essence string) bool {
	for _, m := range mediaLines {
		if strings.EqualFold(essence, m) {
			return true
		}
	}
	return false
}

// decode returns the values of the body. The body is read when they are asked for.
func (st *stream[T]) decode(s *Source) iter.Seq2[T, error] {
	variant := st.pick(s, s.contentType())
	if variant == nil {
		return failing[T](s.failure)
	}
	seq, err := st.values(s, variant)
	if err != nil {
		s.Fail(err)
		return failing[T](err)
	}
	if s.request == nil {
		return seq
	}
	return st.checked(s, seq)
}

// failing returns a sequence of one error.
func failing[T any](err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		yield(zero, err)
	}
}

// values returns the sequence of the values in a variant's form.
func (st *stream[T]) values(s *Source, variant *variant) (iter.Seq2[T, error], error) {
	b, cfg := s.Body(), s.config
	switch variant.form {
	case formRaw:
		return any(b.Chunks()).(iter.Seq2[T, error]), nil
	case formEvents:
		return st.events(b, cfg)
	}
	if variant.lines {
		cfg.TreatStreamsAsArrays = false
	}
	c, err := st.codecs.get(variant.form, cfg)
	if err != nil {
		return nil, err
	}
	return func(yield func(T, error) bool) {
		r := b.AsStream()
		defer r.Close()
		c.StreamDecoder(r)(yield)
	}, nil
}

// checked returns the sequence with the limits on each value checked, and with its
// errors as problems, since they are about this request. The first value that breaks
// a limit ends it.
func (st *stream[T]) checked(s *Source, seq iter.Seq2[T, error]) iter.Seq2[T, error] {
	request := s.request
	return func(yield func(T, error) bool) {
		for v, err := range seq {
			if err == nil && !st.limits.free {
				one := FromRequest(request)
				checkLimits(&one, st.limits, InBody, "", v, "")
				err = one.Err()
			}
			if p := weft.ProblemOf(err); err != nil && p != nil {
				err = p
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// encode sets a body that goes through the sequence while it is sent.
func (st *stream[T]) encode(t *Target, seq iter.Seq2[T, error]) {
	variant, ok := st.choose(t)
	if !ok {
		return
	}
	if seq == nil {
		seq = func(func(T, error) bool) {}
	}
	if variant.form == formRaw {
		t.SetBody(weft.BodySeq(any(seq).(iter.Seq2[[]byte, error]), concrete(variant.mediaType)))
		return
	}
	write, err := st.writer(t, &variant)
	if err != nil {
		t.Fail(err)
		return
	}
	if variant.form == formEvents {
		keepMoving(t)
	}
	t.SetBody(weft.BodyFunc(func(w io.Writer) error { return write(w, seq) }, variant.mediaType))
}

// writer returns what writes a sequence in a variant's form.
func (st *stream[T]) writer(t *Target, variant *variant) (func(io.Writer, iter.Seq2[T, error]) error, error) {
	cfg := t.config
	if variant.form == formEvents {
		return st.eventWriter(cfg)
	}
	if variant.lines && st.wide && cfg.TreatStreamsAsArrays {
		// What is one array is not one value a line.
		variant.mediaType, variant.lines = formats[formJSON].mediaType, false
	}
	if variant.lines {
		cfg.TreatStreamsAsArrays = false
	}
	c, err := st.codecs.get(variant.form, cfg)
	if err != nil {
		return nil, err
	}
	return func(w io.Writer, seq iter.Seq2[T, error]) error {
		enc := c.StreamEncoder(w)
		for v, err := range seq {
			if err == nil {
				err = enc.Encode(v)
			}
			if err != nil {
				return err
			}
		}
		return enc.Close()
	}, nil
}
