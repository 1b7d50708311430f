package codec

import (
	"fmt"
	"reflect"

	"github.com/weft-go/weft"
)

// Status is the status of a response. It has no value: encoding sets the status, and
// decoding a response with another one is a fault. In a request it does nothing.
func Status(s weft.Status) Codec[None] {
	if (s < 200 || s > 999) && s != 101 { // 101 is how a WebSocket begins
		mistake("status: want a code from 200 to 999, got %d", int(s))
	}
	return Codec[None]{
		tree:   single(PartInfo{In: InStatus, Status: s}),
		decode: func(src *Source) None { src.wantStatus(s); return None{} },
		encode: func(t *Target, _ None) { t.SetStatus(s) },
	}
}

// wantStatus reports a response with another status.
func (s *Source) wantStatus(want weft.Status) bool {
	if s.response == nil || s.Status() == want {
		return true
	}
	s.Fault(InStatus, "", fmt.Sprintf("want %d, got %d", int(want), int(s.Status())))
	return false
}

// WithStatus returns the codec with a status: for a response whose body and header
// fields are those of c. If a response has another status, nothing else of it is
// looked at.
func WithStatus[T any](c Codec[T], s weft.Status) Codec[T] {
	set := Status(s)
	return Codec[T]{
		tree:    join(set.tree, c.tree),
		present: c.present,
		decode: func(src *Source) (v T) {
			if src.wantStatus(s) {
				v = c.decode(src)
			}
			return v
		},
		encode: func(t *Target, v T) {
			t.SetStatus(s)
			c.encode(t, v)
		},
	}
}

// Empty is a response without a body, such as 204.
func Empty(s weft.Status) Codec[None] { return Status(s) }

// Output is a response with a status and a body: short for [WithStatus] of [Body].
func Output[T any](s weft.Status, mediaType ...string) Codec[T] {
	return WithStatus(Body[T](mediaType...), s)
}

// Error is a failure: a Go error that is sent as the body of a response with a
// status. If the client accepts none of its media types, the first one is sent all
// the same, since an error that cannot be read is better than another error. It
// panics if E is an interface, which no client could decode.
func Error[E error](s weft.Status, mediaType ...string) Codec[E] {
	if t := reflect.TypeFor[E](); t.Kind() == reflect.Interface {
		mistake("error %v: want a type, got an interface", t)
	}
	b := newBody[E](mediaType)
	b.lenient = true
	return WithStatus(b.codec(bodyTree), s)
}
