package codec

import "github.com/weft-go/weft/schema"

// A Codec says where a value of T sits in an HTTP message, how it is read from
// there and written to it, and what it means. Servers and clients use the same
// codec in opposite directions: what one decodes the other encodes.
//
// Codecs are immutable values; their methods return changed copies. They are safe
// for concurrent use. The zero Codec is of no use.
type Codec[T any] struct {
	// tree describes the codec for documentation, command lines and checks.
	tree Tree

	// decode reads the value. What is wrong with the message is reported to the
	// source; the value is then of no use.
	decode func(*Source) T

	// encode writes the value. A value that cannot be written is reported to the
	// target.
	encode func(*Target, T)

	// present says whether the message has something to decode. It is nil for what
	// is always there.
	present func(*Source) bool

	// options are set for a codec of one part, whose methods change them.
	options options[T]

	// events are set for a stream of events.
	events eventful[T]
}

// options are what can still be changed of a codec of one part. They are an interface
// because all that Codec[T] names is compiled for every T in the programs that use
// it: so a query parameter does without the code of bodies, and a body without that of
// parameters.
type options[T any] interface {
	// limit returns the codec with more limits.
	limit(tree Tree, more *schema.Constraints, enum []string) Codec[T]

	// enumTexts returns a value of Enum as text.
	enumTexts(v T) []string

	// preset returns the codec with a default, or false if that is not an option.
	preset(tree Tree, v T) (Codec[T], bool)
}

// None is the value of codecs that have nothing to tell, such as an expected
// header field.
type None struct{}

// Tree returns the description of the codec.
func (c Codec[T]) Tree() Tree { return c.tree }

// Decode reads the value from a message. Faults are collected in s; ask
// [Source.Err] before using the value.
func (c Codec[T]) Decode(s *Source) T { return c.decode(s) }

// Encode writes the value to a message. Errors are collected in t; ask
// [Target.Err] before using the message.
func (c Codec[T]) Encode(t *Target, v T) { c.encode(t, v) }

// Acceptable says whether a response can be sent to a client with this Accept
// field; see [Tree.Acceptable].
func (c Codec[T]) Acceptable(accept string) bool { return c.tree.Acceptable(accept) }

// Check compiles everything that is otherwise compiled when it is first used; see
// [Tree.Check].
func (c Codec[T]) Check() error { return c.tree.Check() }

// Present says whether the message has something for the codec to decode. What
// has no way to be missing, such as a status, is always present.
func (c Codec[T]) Present(s *Source) bool { return c.present == nil || c.present(s) }
