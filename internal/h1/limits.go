package h1

// Limits bound what one message may take. All of them are inclusive.
type Limits struct {
	// Line is the longest request line, without its CR LF. Above it: 414.
	Line int

	// Header is the largest header section, from the first field to the empty
	// line. Above it: 431.
	Header int

	// Fields is the largest number of header fields. Above it: 431.
	Fields int

	// LengthWithChunked lets a request carry Content-Length beside
	// Transfer-Encoding: chunked. The length is then ignored and the connection
	// closes after the answer (RFC 9112, section 6.3). Otherwise: 400.
	LengthWithChunked bool
}

// DefaultLimits are the limits of a server that was not told otherwise.
func DefaultLimits() Limits {
	return Limits{Line: 8192, Header: 16384, Fields: 128}
}

// HeadSize is the number of bytes that the largest allowed head takes.
func (l *Limits) HeadSize() int { return l.Line + 2 + l.Header + maxBlank }

const (
	// maxBlank is the number of bytes of empty lines that may come before a
	// request line (RFC 9112, section 2.2 asks to ignore at least one).
	maxBlank = 64

	// maxName is the longest field name. The longest registered one has 43 bytes.
	maxName = 1024

	// maxTrailer bounds the trailer section of a chunked body.
	maxTrailer = 8192

	// maxChunkLine bounds one chunk's size and extensions.
	maxChunkLine = 1024

	// overheadAllowance is how many bytes of chunk framing a body may have
	// beyond what its data justifies.
	overheadAllowance = 16 << 10
)
