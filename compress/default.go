package compress

import "github.com/weft-go/weft/server"

// Default returns the configuration of a server that compresses with zstd, br, gzip or
// deflate, whatever a client likes best, and in this order if it likes several equally.
// Levels and the threshold are the defaults of each.
func Default() server.ResponseCompressionConfig {
	c := server.DefaultResponseCompression()
	c.Options = append([]server.CompressionOption{Zstd(0), Brotli(0)}, c.Options...)
	c.Codings = Codings()
	return c
}

// Codings returns the codings of this package, for options that name them by their
// type: br (or brotli) and zstd.
func Codings() []server.Coding { return []server.Coding{brotliCoding{}, zstdCoding{}} }
