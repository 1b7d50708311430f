package websocket

import (
	"crypto/sha1" //nolint:gosec // RFC 6455 wants it, and no secret depends on it
	"encoding/base64"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/status"
)

// The opening handshake, on the server's side (RFC 6455, section 4.2). Each check
// has an answer of its own: 426 for who does not want a WebSocket at all, or another
// version of it; 400 for what is malformed; 403 for a page of another origin.

// version is the only version of the protocol that was ever finished.
const version = "13"

// A handshake is what a client asks for.
type handshake struct {
	key        string
	protocols  []string
	extensions []extension
}

// readHandshake checks a request. The error is a [*weft.Problem].
func readHandshake(req *weft.Request) (handshake, error) {
	var h handshake
	switch {
	case req.Method() != weft.GET:
		return h, &weft.Problem{Status: status.MethodNotAllowed, Detail: "a WebSocket is opened with GET",
			Headers: weft.NewHeaders("Allow", "GET")}
	case req.Version() != weft.HTTP11:
		return h, refusal("a WebSocket is opened over HTTP/1.1")
	case !hasToken(req, "Upgrade", "websocket"):
		return h, upgradeRequired("this is a WebSocket: the request needs Upgrade: websocket")
	case !hasToken(req, "Connection", "upgrade"):
		return h, refusal("the request needs Connection: Upgrade")
	}
	if v := req.RawHeaders("Sec-WebSocket-Version"); len(v) != 1 || ascii.TrimOWS(v[0]) != version {
		return h, upgradeRequired("the request needs Sec-WebSocket-Version: " + version)
	}
	keys := req.RawHeaders("Sec-WebSocket-Key")
	if len(keys) != 1 || !isKey(ascii.TrimOWS(keys[0])) {
		return h, refusal("the request needs one Sec-WebSocket-Key of 16 bytes in base64")
	}
	h.key = ascii.TrimOWS(keys[0])
	var ok bool
	if h.protocols, ok = tokens(req.RawHeaders("Sec-WebSocket-Protocol")); !ok {
		return h, refusal("Sec-WebSocket-Protocol is not a list of tokens")
	}
	if h.extensions, ok = parseExtensions(req.RawHeaders("Sec-WebSocket-Extensions")); !ok {
		return h, refusal("Sec-WebSocket-Extensions is malformed")
	}
	return h, nil
}

func refusal(detail string) error { return &weft.Problem{Status: status.BadRequest, Detail: detail} }

func upgradeRequired(detail string) error {
	return &weft.Problem{Status: status.UpgradeRequired, Detail: detail,
		Headers: weft.NewHeaders("Upgrade", "websocket", "Sec-WebSocket-Version", version)}
}

// hasToken says whether a header field that is a list has an element, whatever its
// case.
func hasToken(req *weft.Request, name, token string) bool {
	for _, field := range req.RawHeaders(name) {
		for element := range strings.SplitSeq(field, ",") {
			if ascii.EqualFold(ascii.TrimOWS(element), token) {
				return true
			}
		}
	}
	return false
}

// tokens returns the elements of header fields that are lists of tokens.
func tokens(fields []string) ([]string, bool) {
	var list []string
	for _, field := range fields {
		for element := range strings.SplitSeq(field, ",") {
			element = ascii.TrimOWS(element)
			if element == "" {
				continue
			}
			if !ascii.IsToken(element) {
				return nil, false
			}
			list = append(list, element)
		}
	}
	return list, true
}

// isKey says whether s is 16 bytes in base64.
func isKey(s string) bool {
	b, err := base64.StdEncoding.DecodeString(s)
	return err == nil && len(b) == 16
}

// answerTo returns the answer to a key, which shows that the server speaks WebSocket.
func answerTo(key string) string {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")) //nolint:gosec // see the import
	return base64.StdEncoding.EncodeToString(sum[:])
}

// choose returns the first of the server's subprotocols, which are separated by
// commas, that the client speaks, or the empty string.
func choose(ours string, theirs []string) string {
	for protocol := range strings.SplitSeq(ours, ",") {
		for _, other := range theirs {
			if protocol = strings.TrimSpace(protocol); protocol != "" && protocol == other {
				return protocol
			}
		}
	}
	return ""
}
