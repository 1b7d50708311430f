package compress

import (
	"fmt"
	"io"

	"github.com/andybalholm/brotli"

	"github.com/weft-go/weft/server"
)

// The settings of Brotli by default. A window of 2^18 bytes is enough for what servers
// send, and keeps an encoder at about a MiB; the library's own choice takes eight.
const (
	brotliLevel = 4
	brotliBits  = 18
)

// Brotli returns the option for the coding br (RFC 7932) at a level from 1 to 11. Level
// 0 is the default, 4; from 5 on it takes several times as long. The option's Bits may
// be set from 10 to 24, and are 18 by default.
func Brotli(level int) server.CompressionOption {
	return server.CompressionOption{Type: "br", Level: level, Coding: brotliCoding{}}
}

// brotliCoding is the coding br.
type brotliCoding struct{}

// Name returns the coding's name.
func (brotliCoding) Name() string { return "br" }

// NewEncoder returns an encoder.
func (brotliCoding) NewEncoder(o server.CompressionOption) (server.Encoder, error) {
	err := firstError(within("level", o.Level, 1, brotli.BestCompression), within("bits", o.Bits, 10, 24), unused("mem", o.Mem))
	if err != nil {
		return nil, err
	}
	return brotli.NewWriterOptions(io.Discard, brotli.WriterOptions{
		Quality: or(o.Level, brotliLevel),
		LGWin:   or(o.Bits, brotliBits),
	}), nil
}

// within checks a setting; zero, the default, is always good.
func within(name string, value, low, high int) error {
	if value != 0 && (value < low || value > high) {
		return fmt.Errorf("%s: want %d to %d, got %d", name, low, high, value)
	}
	return nil
}

// unused checks a setting that a coding does not have.
func unused(name string, value int) error {
	if value != 0 {
		return fmt.Errorf("%s: the coding has no such setting, got %d", name, value)
	}
	return nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// or returns v, or def if v is zero.
func or(v, def int) int {
	if v == 0 {
		return def
	}
	return v
}
