package h1

import "strconv"

// An Error says why a message was refused. The connection cannot be used
// afterwards, because nobody knows where the next message begins.
type Error struct {
	// Status is the status code to answer with.
	Status int

	// Problem is the fact, fit to be shown to the client.
	Problem string
}

// NoVersion reports whether the request line does not end in a version of HTTP. Where a
// client may begin with the preface of HTTP/2, such a line is a preface that is not valid.
func (e *Error) NoVersion() bool { return e == errProtocol }

// Error returns the problem and the status.
func (e *Error) Error() string {
	return e.Problem + " (" + strconv.Itoa(e.Status) + ")"
}

// The refusals are made once: refusing a hostile client costs no allocation.
var (
	errMethod        = &Error{400, "the method is not a token"}
	errTarget        = &Error{400, "the request target is malformed"}
	errTargetByte    = &Error{400, "the request target contains a byte that has to be percent-encoded"}
	errProtocol      = &Error{400, "the request line does not end in an HTTP version"}
	errVersion       = &Error{505, "this server speaks HTTP/1.0 and HTTP/1.1"}
	errLineEnd       = &Error{400, "a line has to end in CR LF"}
	errLineTooLong   = &Error{414, "the request line is longer than maxInitialLineLength"}
	errHeaderTooLong = &Error{431, "the header fields are larger than maxHeaderSize"}
	errTooManyFields = &Error{431, "there are more header fields than maxHeaderFields"}
	errFieldName     = &Error{400, "a field name is empty or contains a byte that is not allowed"}
	errFieldValue    = &Error{400, "a field value contains a control character"}
	errFold          = &Error{400, "a field value is folded over several lines"}
	errHostMissing   = &Error{400, "the Host field is missing"}
	errHostTwice     = &Error{400, "the Host field is repeated"}
	errHost          = &Error{400, "the Host field is malformed"}
	errLength        = &Error{400, "Content-Length is not a decimal number"}
	errLengths       = &Error{400, "there are several different values of Content-Length"}
	errCoding        = &Error{501, "the only transfer coding understood is chunked"}
	errCodings       = &Error{400, "Transfer-Encoding has to be exactly one chunked"}
	errCodingVersion = &Error{400, "Transfer-Encoding is not part of HTTP/1.0"}
	errLengthCoding  = &Error{400, "Content-Length and Transfer-Encoding exclude each other"}
	errExpect        = &Error{417, "the only expectation understood is 100-continue"}

	errChunkSize   = &Error{400, "a chunk size is not a hexadecimal number"}
	errChunkBig    = &Error{400, "a chunk size is too large"}
	errChunkExt    = &Error{400, "a chunk extension is malformed"}
	errChunkEnd    = &Error{400, "a chunk does not end in CR LF"}
	errOverhead    = &Error{400, "chunk sizes and extensions outweigh the data"}
	errTrailerSize = &Error{431, "the trailer fields are larger than the limit"}
	errTrailer     = &Error{400, "a trailer field is malformed"}
)
