package endpoint

import "github.com/weft-go/weft"

// An Option says more about an input or an output.
type Option func(*Options)

// Options are what options add up to.
type Options struct {
	// Status is the status of an output; zero means its default.
	Status weft.Status

	// MediaTypes narrow the formats of a body. None means all.
	MediaTypes []string

	// Doc explains the input or output.
	Doc string
}

// Status sets the status of an output.
func Status(s weft.Status) Option { return func(o *Options) { o.Status = s } }

// MediaType narrows a body to media types, the preferred one first.
func MediaType(types ...string) Option {
	return func(o *Options) { o.MediaTypes = append(o.MediaTypes, types...) }
}

// Doc explains an input or output.
func Doc(text string) Option { return func(o *Options) { o.Doc = text } }

// Collect adds options up.
func Collect(options []Option) Options {
	var o Options
	for _, f := range options {
		f(&o)
	}
	return o
}
