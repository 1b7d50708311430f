package codec

import (
	"errors"
	"strconv"
	"unicode/utf8"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
)

// noConfig is the default configuration.
var noConfig format.Config

// decode reads the body in the form that its media type names.
func (b *body[T]) decode(s *Source) (v T) {
	variant := b.pick(s, s.contentType())
	if variant == nil {
		return v
	}
	if variant.form == formRaw {
		v, err := b.raw.decode(s.Body())
		s.readFailed(err)
		return v
	}
	data, err := s.Body().Bytes()
	if err != nil {
		s.readFailed(err)
		return v
	}
	return b.decodeBytes(s, variant, "", data)
}

// pick returns the variant that a media type names, or reports that there is none.
// A body without a media type is taken for the first.
func (b *body[T]) pick(s *Source, contentType string) *variant {
	if contentType == "" || b.anyMedia {
		return &b.variants[0]
	}
	for i := range b.variants {
		v := &b.variants[i]
		if v.accepts(contentType) && b.speaks(v, s.config, i) {
			return v
		}
	}
	s.Fail(unsupported(s, contentType, b.offers...))
	return nil
}

// speaks says whether T has a form in the variant. It always does if the variant was
// asked for; its failure is then reported where it is used.
func (b *body[T]) speaks(v *variant, cfg format.Config, i int) bool {
	if !b.wide || i == 0 || v.form > formMsgpack {
		return true
	}
	_, err := b.codecs.get(v.form, cfg)
	return err == nil
}

// decodeBytes decodes the data of a body or of a part with a name.
func (b *body[T]) decodeBytes(s *Source, variant *variant, name string, data []byte) (v T) {
	var err error
	if variant.form == formText {
		v, err = b.decodeText(data)
	} else {
		// Nothing is not JSON; in the other formats it may be a value.
		if len(data) == 0 && variant.form == formJSON {
			s.Fault(InBody, name, "missing")
			return v
		}
		c, failure := b.codecs.get(variant.form, s.config)
		if failure != nil {
			s.Fail(failure)
			return v
		}
		v, err = c.Decode(data)
	}
	if err != nil {
		s.malformed(name, err)
		return v
	}
	if !b.limits.free {
		checkLimits(s, b.limits, InBody, name, v, "")
	}
	return v
}

var errNotUTF8 = errors.New("want text in UTF-8")

func (b *body[T]) decodeText(data []byte) (v T, err error) {
	if !utf8.Valid(data) {
		return v, errNotUTF8
	}
	return b.text.Decode(string(data))
}

// readFailed reports that a body could not be read to its end.
func (s *Source) readFailed(err error) {
	if err == nil {
		return
	}
	if _, ok := errors.AsType[*weft.BodyTooLarge](err); !ok {
		err = &weft.MalformedBody{Want: "all of it", Cause: err}
	}
	s.Fail(err)
}

// malformed reports everything that is wrong with a body, or with the part of that
// name.
func (s *Source) malformed(name string, err error) {
	faults := json.Faults(err)
	for _, f := range faults {
		s.Fault(InBody, joinPath(name, f.Path), decodeMessage(f))
	}
	if len(faults) == 0 {
		s.Fault(InBody, name, err.Error())
	}
}

// decodeMessage returns what is wrong, with its position if there is no path.
func decodeMessage(e *format.DecodeError) string {
	if e.Path != "" || e.Offset < 0 {
		return e.Problem
	}
	return e.Problem + " (byte " + strconv.FormatInt(e.Offset, 10) + ")"
}
