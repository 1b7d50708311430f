package websocket

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Code says why a connection ends (RFC 6455, section 7.4). Codes from 3000 to 3999
// are registered with IANA by libraries, those from 4000 to 4999 are an
// application's own.
type Code uint16

// The codes that RFC 6455 and IANA's registry define.
const (
	NormalClosure       Code = 1000 // the purpose has been fulfilled
	GoingAway           Code = 1001 // a server shuts down, a page is left
	ProtocolViolation   Code = 1002 // the other side broke RFC 6455
	UnsupportedData     Code = 1003 // the kind of message is not understood
	NoStatus            Code = 1005 // never sent: the close frame had no code
	AbnormalClosure     Code = 1006 // never sent: there was no close frame
	InvalidPayload      Code = 1007 // text that is not UTF-8, or data that makes no sense
	PolicyViolation     Code = 1008 // any other reason to refuse
	MessageTooBig       Code = 1009 // above a limit
	MissingExtension    Code = 1010 // the server did not agree to an extension
	InternalError       Code = 1011 // the server cannot go on
	ServiceRestart      Code = 1012 // come back later
	TryAgainLater       Code = 1013 // overloaded
	BadGateway          Code = 1014 // a proxy got a bad answer
	TLSHandshakeFailure Code = 1015 // never sent
)

// String returns the name of a code, such as "going away", or its number.
func (c Code) String() string {
	names := [...]string{"normal closure", "going away", "protocol violation", "unsupported data", "",
		"no status", "abnormal closure", "invalid payload", "policy violation", "message too big", "missing extension",
		"internal error", "service restart", "try again later", "bad gateway", "TLS handshake failure"}
	if i := int(c) - 1000; i >= 0 && i < len(names) && names[i] != "" {
		return names[i]
	}
	return "code " + strconv.Itoa(int(c))
}

// isSendable says whether the code may stand in a close frame.
func (c Code) isSendable() bool {
	switch {
	case c >= 3000 && c <= 4999:
		return true
	case c == 1004 || c == NoStatus || c == AbnormalClosure:
		return false
	}
	return c >= NormalClosure && c <= BadGateway
}

// A CloseError is the error of a connection that has ended: with a close frame, or
// with code [AbnormalClosure] because the network gave out. All reads after the end
// return it.
//
// A handler that returns one of its own chooses what the client is told:
//
//	return &websocket.CloseError{Code: 4001, Reason: "no such room"}
type CloseError struct {
	// Code is the reason in short.
	Code Code

	// Reason is a text for people, or empty. It has at most 123 bytes.
	Reason string

	// Err is what the network had to say, or nil.
	Err error
}

// Error returns code and reason.
func (e *CloseError) Error() string {
	s := "websocket: closed: " + strconv.Itoa(int(e.Code)) + " " + e.Code.String()
	if e.Reason != "" {
		s += ": " + strconv.Quote(e.Reason)
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the error of the network.
func (e *CloseError) Unwrap() error { return e.Err }

// IsNormal says whether the connection ended as planned: with [NormalClosure],
// [GoingAway] or a close frame without a code.
func (e *CloseError) IsNormal() bool {
	return e.Code == NormalClosure || e.Code == GoingAway || e.Code == NoStatus
}

// A ProtocolError is a breach of RFC 6455 or of a limit by the other side.
type ProtocolError struct {
	// Code is what the other side is told in the close frame: [ProtocolViolation],
	// [InvalidPayload] or [MessageTooBig].
	Code Code

	// Problem is the fact.
	Problem string
}

// Error returns the problem.
func (e *ProtocolError) Error() string { return "websocket: " + e.Problem }

func violation(format string, args ...any) error {
	return &ProtocolError{ProtocolViolation, fmt.Sprintf(format, args...)}
}

func invalid(problem string) error { return &ProtocolError{InvalidPayload, problem} }

func tooBig(what string, length, limit int64) error {
	return &ProtocolError{MessageTooBig, fmt.Sprintf("%s of %d bytes is above the limit of %d", what, length, limit)}
}

// ErrClosed is the error of an operation on a connection after this side has sent
// its close frame, or after the connection has ended.
var ErrClosed = errors.New("websocket: the connection is closed")

// maxReason is the longest reason: a control frame without the code.
const maxReason = maxControl - 2

// parseClose parses the payload of a close frame.
func parseClose(p []byte) (*CloseError, error) {
	switch {
	case len(p) == 0:
		return &CloseError{Code: NoStatus}, nil
	case len(p) == 1:
		return nil, violation("a close frame has half a code")
	}
	code, reason := Code(binary.BigEndian.Uint16(p)), p[2:]
	if !code.isSendable() {
		return nil, violation("a close frame has the code %d", uint16(code))
	}
	if !utf8.Valid(reason) {
		return nil, invalid("the reason in a close frame is not UTF-8")
	}
	return &CloseError{Code: code, Reason: string(reason)}, nil
}

// appendClose writes the payload of a close frame.
func appendClose(dst []byte, code Code, reason string) []byte {
	if code == NoStatus {
		return dst
	}
	return append(binary.BigEndian.AppendUint16(dst, uint16(code)), cut(reason)...)
}

// cut shortens a reason to what fits into a close frame, between characters, and
// makes it UTF-8.
func cut(reason string) string {
	reason = strings.ToValidUTF8(reason, "\uFFFD")
	if len(reason) <= maxReason {
		return reason
	}
	n := maxReason
	for n > 0 && !utf8.RuneStart(reason[n]) {
		n--
	}
	return reason[:n]
}
