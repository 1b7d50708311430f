package compress

import (
	"io"

	"github.com/klauspost/compress/zstd"

	"github.com/weft-go/weft/server"
)

// The settings of Zstandard by default. A window of 2^17 bytes keeps an encoder below
// two MiB; the library's own choice takes eighteen.
const (
	zstdLevel   = 3
	zstdBits    = 17
	maxZstdBits = 23
)

// Zstd returns the option for the coding zstd (RFC 8878) at a level from 1 to 22, in
// the sense of the zstd program; the encoder has four speeds, and the nearest one is
// taken. Level 0 is the default, 3. The option's Bits may be set from 10 to 23, since
// clients need not have room for a larger window (RFC 9659), and are 17 by default.
func Zstd(level int) server.CompressionOption {
	return server.CompressionOption{Type: "zstd", Level: level, Coding: zstdCoding{}}
}

// zstdCoding is the coding zstd.
type zstdCoding struct{}

// Name returns the coding's name.
func (zstdCoding) Name() string { return "zstd" }

// NewEncoder returns an encoder that works on the goroutine of its caller.
func (zstdCoding) NewEncoder(o server.CompressionOption) (server.Encoder, error) {
	err := firstError(within("level", o.Level, 1, 22), within("bits", o.Bits, 10, maxZstdBits), unused("mem", o.Mem))
	if err != nil {
		return nil, err
	}
	return zstd.NewWriter(io.Discard,
		zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(or(o.Level, zstdLevel))),
		zstd.WithWindowSize(1<<or(o.Bits, zstdBits)),
		zstd.WithEncoderConcurrency(1),
		zstd.WithLowerEncoderMem(true))
}
