package middleware

import (
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/pattern"
)

// From a path to a name.
//
// A path is written by a stranger and a name opens a file, so the way from one to the
// other is narrow. The path is split at its slashes, each segment is decoded once, and
// whatever then looks like more than the name of one file is refused, on every system,
// so that a program does not become unsafe by moving to another one:
//
//	..  .  (empty)         directories by another name
//	a/b  a\b               separators that were encoded
//	a:b  C:  a::$DATA      drives and streams of Windows
//	CON  nul.txt  COM1     its devices, which exist in every directory
//	"a."  "a "             its other spellings of "a"
//	control and invisible characters, bytes that are not UTF-8
//	.git                   names that begin with a dot, unless they are asked for
//
// There is no second decoding: %252e%252e is the harmless name "%2e%2e". What passes
// here is opened below an os.Root, which follows no link to the outside.

const (
	maxSegment = 255  // bytes in a name, which no usual file system exceeds
	maxPath    = 4096 // bytes in a path
)

// resolvePath turns what follows the site's path, which is empty or begins with
// a slash, into the name of a file, as fs.ValidPath has it. slash says that the path
// ends with one, so that it stands for a directory. ok is false if there can be no
// such file.
func resolvePath(rest string, dotFiles bool) (name string, slash, ok bool) {
	if rest == "" || rest == "/" {
		return ".", rest != "", true
	}
	if len(rest) > maxPath || rest[0] != '/' {
		return "", false, false
	}
	raw, slash := strings.CutSuffix(rest[1:], "/")
	if strings.IndexByte(raw, '%') < 0 {
		for segment := range strings.SplitSeq(raw, "/") {
			if !isFileName(segment, dotFiles) {
				return "", false, false
			}
		}
		return raw, slash, fs.ValidPath(raw)
	}
	var b strings.Builder
	for segment := range strings.SplitSeq(raw, "/") {
		segment, ok := pattern.Unescape(segment)
		if !ok || !isFileName(segment, dotFiles) {
			return "", false, false
		}
		if b.Len() > 0 {
			b.WriteByte('/')
		}
		b.WriteString(segment)
	}
	return b.String(), slash, fs.ValidPath(b.String())
}

// isFileName says whether a decoded segment is the name of one file and nothing else.
func isFileName(s string, dotFiles bool) bool {
	if s == "" || len(s) > maxSegment || s == "." || s == ".." || s[0] == '.' && !dotFiles {
		return false
	}
	if last := s[len(s)-1]; last == '.' || last == ' ' {
		return false
	}
	plain := true
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c == 0x7f || c == '/' || c == '\\' || c == ':':
			return false
		case c >= utf8.RuneSelf:
			plain = false
		}
	}
	return (plain || isVisible(s)) && !isDevice(s)
}

// isVisible says whether a text is UTF-8 without characters that some file systems
// leave out when they compare names, which would let ".git" be written otherwise.
func isVisible(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if unicode.Is(unicode.Cf, r) || unicode.IsControl(r) || r == '\uFEFF' {
			return false
		}
	}
	return true
}

// isDevice says whether Windows takes a name for a device. An extension makes no
// difference to it, nor do spaces before that.
func isDevice(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	base = strings.TrimRight(base, " ")
	if len(base) < 3 || len(base) > len("CONOUT$") {
		return false
	}
	for _, device := range [...]string{"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"} {
		if ascii.EqualFold(base, device) {
			return true
		}
	}
	if !ascii.HasPrefixFold(base, "COM") && !ascii.HasPrefixFold(base, "LPT") {
		return false
	}
	switch base[3:] {
	case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³":
		return true
	}
	return false
}
