package codec

import (
	"slices"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// encode writes the body in the form that the client likes best.
func (b *body[T]) encode(t *Target, v T) {
	variant, ok := b.choose(t)
	if !ok {
		return
	}
	if variant.form == formRaw {
		t.SetBody(b.raw.encode(v, concrete(variant.mediaType)))
		return
	}
	data, err := b.encodeBytes(t, &variant, v)
	if err != nil {
		t.Fail(err)
		return
	}
	t.SetBody(weft.BodyBytes(data, concrete(variant.mediaType)))
}

// concrete returns a media type that can be sent: not a range.
func concrete(mediaType string) string {
	if mediaType[len(mediaType)-1] == '*' {
		return weft.MediaOctetStream
	}
	return mediaType
}

// encodeBytes returns the value in the variant's form.
func (b *body[T]) encodeBytes(t *Target, variant *variant, v T) ([]byte, error) {
	if variant.form == formText {
		return b.text.Append(nil, v)
	}
	c, err := b.codecs.get(variant.form, t.config)
	if err != nil {
		return nil, err
	}
	return c.Encode(v)
}

// choose returns the variant to write: the first of a request, the one that the
// client likes best of a response. If it accepts none, the answer is 406 (RFC 9110
// section 15.5.7).
func (b *body[T]) choose(t *Target) (variant, bool) {
	first := b.variants[0]
	if t.example && first.form <= formMsgpack {
		return variant{mediaType: formats[formJSON].mediaType, form: formJSON}, true
	}
	if !t.reply || t.accept == "" || t.accept == "*/*" || t.accept == first.mediaType || b.anyMedia {
		return first, true
	}
	offers := b.offers
	for {
		chosen, ok := weft.Negotiate(t.accept, offers...)
		if !ok {
			break
		}
		i := slices.Index(b.offers, chosen)
		if b.speaks(&b.variants[i], t.config, i) {
			return b.variants[i], true
		}
		offers = slices.DeleteFunc(slices.Clone(offers), func(o string) bool { return o == chosen })
	}
	if v, ok := b.aliased(t); ok || b.lenient {
		return v, true
	}
	t.Fail(notAcceptable(b.offers))
	return variant{}, false
}

// aliased returns the variant that the client knows by another name, under that name, or
// the first one.
func (b *body[T]) aliased(t *Target) (variant, bool) {
	for i, v := range b.variants {
		chosen, ok := weft.Negotiate(t.accept, v.aliases()...)
		if ok && b.speaks(&v, t.config, i) {
			v.mediaType = chosen
			return v, true
		}
	}
	return b.variants[0], false
}

// notAcceptable returns the answer to a client that accepts none of the media types.
func notAcceptable(offers []string) error {
	return &weft.Problem{Status: status.NotAcceptable, Detail: "the answer is available as " + orList(offers)}
}

// NotAcceptable returns the problem to answer with if [Tree.Acceptable] says no: 406
// with the media types that are available.
func NotAcceptable(t Tree) error {
	var offers []string
	for _, p := range t.Parts() {
		if p.In == InBody && !p.Multipart {
			offers = append(offers, p.MediaTypes...)
		}
	}
	return notAcceptable(offers)
}
