package endpoint

import "github.com/weft-go/weft/codec"

// Readable is a [Described] that also gives the codecs of its answers. Every
// [Endpoint] is one. It is for interpreters that read answers without knowing the
// types of the function, such as command lines.
type Readable interface {
	Described

	// OutputCodec returns the codec of the function's result.
	OutputCodec() codec.Any

	// FailureCodecs returns the codecs of the declared failures, in the order of the
	// description's Failures. The caller owns the slice.
	FailureCodecs() []codec.Any
}

// OutputCodec returns the codec of the function's result, alternatives included.
func (e Endpoint[F]) OutputCodec() codec.Any { return e.core.output(e.shape.Union) }

// FailureCodecs returns the codecs of the declared failures, in the order of the
// description's Failures. The caller owns the slice.
func (e Endpoint[F]) FailureCodecs() []codec.Any {
	return e.core.failureCodecs()
}

func (e *core) failureCodecs() []codec.Any {
	list := make([]codec.Any, len(e.failures))
	for i, f := range e.failures {
		list[i] = f.codec
	}
	return list
}
