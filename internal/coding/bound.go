package coding

import "fmt"

// A Bound limits what may come out of compressed bytes. Ten kilobytes of gzip can
// stand for ten megabytes of zeros, and codings can be stacked; whoever expands them
// without a limit works for the sender.
type Bound struct {
	// Size is the largest number of bytes that may come out. A negative one is no
	// limit.
	Size int64

	// Ratio is how many bytes may come out for each one that went in, beyond the
	// first Free ones, which are not worth the trouble. Zero is no limit.
	Ratio, Free int64
}

// A TooLarge is the error of bytes that expand to more than a [Bound] allows.
type TooLarge struct {
	// Size is the limit that was exceeded, or -1 if it was the ratio.
	Size int64

	// Ratio is the ratio that was exceeded, or 0 if it was the size.
	Ratio int64
}

// Error names the limit.
func (e *TooLarge) Error() string {
	if e.Ratio > 0 {
		return fmt.Sprintf("decompressing gives more than %d times as many bytes", e.Ratio)
	}
	return fmt.Sprintf("decompressing gives more than %d bytes", e.Size)
}

// check returns an error if out bytes are too many for in bytes.
func (b Bound) check(in, out int64) error {
	switch {
	case b.Size >= 0 && out > b.Size:
		return &TooLarge{Size: b.Size}
	case b.Ratio > 0 && out > b.Free && out/b.Ratio > in:
		return &TooLarge{Size: -1, Ratio: b.Ratio}
	}
	return nil
}
