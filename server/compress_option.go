package server

import (
	"fmt"
	"io"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/coding"
)

// An InvalidCompression is the error of a compression option that cannot be used.
type InvalidCompression struct {
	// Index is the place of the option among the options, from 0.
	Index int

	// Type is the option's coding.
	Type string

	// Cause says what was expected.
	Cause error
}

// Error names the option and what was expected.
func (e *InvalidCompression) Error() string {
	return fmt.Sprintf("response-compression.options[%d] (%s): %v", e.Index, e.Type, e.Cause)
}

// Unwrap returns the cause.
func (e *InvalidCompression) Unwrap() error { return e.Cause }

// coders returns what compresses, in the order of the options.
func (c ResponseCompressionConfig) coders() ([]*coding.Coder, error) {
	options := c.Options
	if len(options) == 0 {
		options = DefaultResponseCompression().Options
	}
	if len(options) > coding.MaxOffers {
		return nil, fmt.Errorf("response-compression.options: want at most %d, got %d", coding.MaxOffers, len(options))
	}
	var coders []*coding.Coder
	seen := map[string]bool{}
	for i, o := range options {
		coder, err := c.coder(o)
		if err == nil && seen[coder.Name()] {
			err = fmt.Errorf("%s is there already", coder.Name())
		}
		if err != nil {
			return nil, &InvalidCompression{i, o.name(), err}
		}
		seen[coder.Name()] = true
		coders = append(coders, coder)
	}
	return coders, nil
}

// coder returns what compresses by an option. It makes one encoder to see whether the
// settings are good.
func (c ResponseCompressionConfig) coder(o CompressionOption) (*coding.Coder, error) {
	how := o.Coding
	if how == nil {
		if how = c.find(o.Type); how == nil {
			return nil, fmt.Errorf("type: want one of %s, got %q", strings.Join(c.names(), ", "), o.Type)
		}
	}
	name := how.Name()
	if !ascii.IsToken(name) || ascii.HasUpper(name) || name == "*" || name == "identity" {
		return nil, fmt.Errorf("coding: %q cannot be its name", name)
	}
	if _, err := how.NewEncoder(o); err != nil {
		return nil, err
	}
	return coding.NewCoder(name, func(flushed bool) coding.Encoder {
		setting := o
		if _, ok := how.(zipCoding); ok && flushed {
			setting.Level = max(o.Level, coding.FlushedLevel)
		}
		e, err := how.NewEncoder(setting)
		if err != nil {
			return brokenEncoder{err}
		}
		return e
	}), nil
}

// A brokenEncoder stands in for one that could not be made although its settings were
// good at the start. A body in memory is then sent without it; a stream breaks off.
type brokenEncoder struct{ err error }

func (b brokenEncoder) Write([]byte) (int, error) { return 0, b.err }
func (b brokenEncoder) Flush() error              { return b.err }
func (b brokenEncoder) Close() error              { return b.err }
func (b brokenEncoder) Reset(io.Writer)           {}

// find returns the coding of that type, or nil.
func (c ResponseCompressionConfig) find(kind string) Coding {
	if ascii.EqualFold(kind, "brotli") {
		kind = "br" // the coding's name is short for it
	}
	for _, how := range c.known() {
		if ascii.EqualFold(how.Name(), kind) {
			return how
		}
	}
	return nil
}

// known returns the codings that options may name.
func (c ResponseCompressionConfig) known() []Coding {
	return append([]Coding{zipCoding{"gzip", coding.NewGzip}, zipCoding{"deflate", coding.NewDeflate}}, c.Codings...)
}

func (c ResponseCompressionConfig) names() []string {
	var names []string
	for _, how := range c.known() {
		names = append(names, how.Name())
	}
	return names
}

// name returns what to call the option in errors.
func (o CompressionOption) name() string {
	switch {
	case o.Coding != nil:
		return o.Coding.Name()
	case o.Type == "":
		return "no type"
	}
	return o.Type
}

// zipCoding is gzip or deflate.
type zipCoding struct {
	name   string
	create func(level int) (coding.Encoder, error)
}

// Name returns the coding's name.
func (z zipCoding) Name() string { return z.name }

// NewEncoder checks the settings by the ranges of zlib.
func (z zipCoding) NewEncoder(o CompressionOption) (Encoder, error) {
	if err := within("bits", o.Bits, 9, 15); err != nil {
		return nil, err
	}
	if err := within("mem", o.Mem, 1, 9); err != nil {
		return nil, err
	}
	return z.create(or(o.Level, coding.DefaultLevel))
}

// within checks a setting of an option; zero is always good.
func within(name string, value, low, high int) error {
	if value != 0 && (value < low || value > high) {
		return fmt.Errorf("%s: want %d to %d, got %d", name, low, high, value)
	}
	return nil
}
