// Package coding knows the content codings of HTTP (RFC 9110, section 8.4): how
// client and server agree on one, how bytes are put into it, and how they are
// taken out of it without trusting who sent them. It knows nothing of requests
// and responses; package server brings it together with them.
//
// # Agreeing
//
// [Choose] reads Accept-Encoding and picks one of the codings a server offers:
//
//	i, plain := coding.Choose([]string{"br;q=0.5, gzip"}, []string{"zstd", "br", "gzip"})
//	// i is 2: gzip. plain is true: sending no coding would be right as well.
//
// The other rules about fields are here too: [AddVary], [WeakTag], [HasDirective],
// and [IsCompressed], the table of media types that gain nothing.
//
// # Compressing
//
// A [Coder] stands for one coding with its settings. It keeps encoders for reuse,
// because an encoder is about a megabyte of tables:
//
//	gzip := coding.NewCoder("gzip", func(flushed bool) coding.Encoder { … })
//	small, ok := gzip.Bytes(text, len(text)-1) // in one go; not ok if it grows
//	w := gzip.Stream(conn, true)               // piece by piece, each one sent at once
//
// # Decompressing
//
// [ParseCodings] reads Content-Encoding, and [NewReader] undoes what it lists. A
// few bytes can stand for gigabytes, so a [Bound] limits what comes out, in total
// and in proportion to what went in.
package coding
