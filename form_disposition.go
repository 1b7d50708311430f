package weft

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/weft-go/weft/internal/ascii"
)

// errLongLine says that a line does not end where it has to.
var errLongLine = errors.New("the line is too long")

// A partHeader is what the header of a part says (RFC 7578 section 4).
type partHeader struct {
	name      string
	fileName  string
	mediaType string
	isFile    bool // whether there is a file name, even an empty one
	hasName   bool
}

// readPartHeader reads the header of a part, of at most limit bytes.
func readPartHeader(s *partScanner, limit int) (partHeader, error) {
	var h partHeader
	for left := limit; ; {
		line, err := s.line(left)
		if err == errLongLine {
			return h, &FormTooLarge{What: "a part's header", Limit: int64(limit), Setting: "MaxHeaderBytes"}
		}
		if err != nil {
			return h, err
		}
		if len(line) == 0 {
			break
		}
		left -= len(line) + len(crlf)
		if reason := h.addField(string(line)); reason != "" {
			return h, s.malformed(reason)
		}
	}
	if !h.hasName {
		return h, s.malformed("the part has no name")
	}
	return h, s.begin()
}

// addField applies a field of the header, or says why it cannot. Unknown fields are
// ignored, as RFC 7578 section 4.8 asks.
func (h *partHeader) addField(line string) (reason string) {
	name, value, found := strings.Cut(line, ":")
	value = ascii.TrimOWS(value)
	if !found || !ascii.IsToken(name) || !ascii.IsFieldValue(value) {
		return "a malformed field in the header of a part"
	}
	switch {
	case ascii.EqualFold(name, "Content-Disposition"):
		if h.hasName {
			return "two Content-Disposition fields"
		}
		return h.setDisposition(value)
	case ascii.EqualFold(name, "Content-Type"):
		h.mediaType = value
	case ascii.EqualFold(name, "Content-Transfer-Encoding"):
		// Deprecated by RFC 7578 section 4.7. These three mean that nothing is encoded.
		if !ascii.EqualFold(value, "binary") && !ascii.EqualFold(value, "8bit") && !ascii.EqualFold(value, "7bit") {
			return "a Content-Transfer-Encoding that is not supported"
		}
	}
	return ""
}

// setDisposition reads `form-data; name="…"; filename="…"`.
func (h *partHeader) setDisposition(s string) (reason string) {
	kind, rest := s, ""
	if i := strings.IndexByte(s, ';'); i >= 0 {
		kind, rest = s[:i], s[i:]
	}
	if !ascii.EqualFold(ascii.TrimOWS(kind), "form-data") {
		return "a Content-Disposition other than form-data"
	}
	extended := false
	for rest != "" {
		name, value, more, ok := cutParam(rest)
		if !ok {
			return "a malformed Content-Disposition"
		}
		rest = more
		switch {
		case ascii.EqualFold(name, "name"):
			if h.hasName {
				return "two names in a Content-Disposition"
			}
			h.name, h.hasName = partName(value), true
		case ascii.EqualFold(name, "filename") && !extended:
			h.fileName, h.isFile = baseName(partName(value)), true
		case ascii.EqualFold(name, "filename*"):
			decoded, ok := decodeExtended(value)
			if !ok {
				return "a malformed filename* in a Content-Disposition"
			}
			h.fileName, h.isFile, extended = baseName(decoded), true, true
		}
	}
	return ""
}

// partName decodes the name of a field or a file. Browsers write a quote as %22 and leave
// backslashes alone; others put a backslash before quotes and backslashes. The escapes
// that browsers use for line breaks stay, because no name has a use for those.
func partName(s string) string {
	if s != "" && s[0] == '"' {
		s = s[1 : len(s)-1]
	}
	if strings.IndexByte(s, '\\') >= 0 {
		s = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(s)
	}
	return strings.ReplaceAll(s, "%22", `"`)
}

// baseName removes the directories that some clients put before the name of a file (RFC
// 7578 section 4.2), with the separators of all systems.
func baseName(s string) string {
	s = s[strings.LastIndexAny(s, `/\`)+1:]
	if s == "." || s == ".." {
		return ""
	}
	return s
}

// decodeExtended decodes a value such as UTF-8'en'%e2%82%ac (RFC 8187 section 3.2). RFC
// 7578 section 4.2 tells clients not to send one; some do.
func decodeExtended(s string) (string, bool) {
	charset, rest, found := strings.Cut(s, "'")
	_, encoded, found2 := strings.Cut(rest, "'")
	decoded, bad := unescape(encoded, false)
	if !found || !found2 || bad >= 0 || !ascii.IsFieldValue(decoded) {
		return "", false
	}
	switch {
	case ascii.EqualFold(charset, "UTF-8"):
		return decoded, utf8.ValidString(decoded)
	case ascii.EqualFold(charset, "ISO-8859-1"):
		runes := make([]rune, len(decoded))
		for i := range len(decoded) {
			runes[i] = rune(decoded[i])
		}
		return string(runes), true
	}
	return "", false
}

// isText reports whether the data of the part is a text rather than a file or another
// kind of data.
func (h *partHeader) isText() bool {
	return !h.isFile && (h.mediaType == "" || ascii.HasPrefixFold(h.mediaType, "text/"))
}
