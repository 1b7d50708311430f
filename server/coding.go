package server

import "github.com/weft-go/weft/internal/transport"

// Decompression says whether request bodies are decompressed.
type Decompression uint8

// The kinds of decompression.
const (
	// NoDecompression hands bodies on as they came.
	NoDecompression Decompression = iota

	// Strict decompresses gzip and deflate as the RFC has it, in a zlib wrapper.
	Strict

	// NonStrict also accepts deflate without the wrapper, which old clients send.
	NonStrict
)

// A ResponseCompressionConfig says which responses are compressed, and how.
type ResponseCompressionConfig struct {
	// ContentThreshold is the smallest body worth compressing. Zero means 1024.
	ContentThreshold int
}

func (c Config) addCodings(set *transport.Settings) error { return nil }
