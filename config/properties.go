package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/weft-go/weft/server"
)

// The format of property files, as java.util.Properties defines it:
//
//	# a comment, and so is a line that begins with !
//	key = value
//	key:value
//	key value
//	long = one line that \
//	       goes on
//
// A key ends at the first =, : or white space. White space around both is dropped, but
// not what follows the value. A backslash makes the next character an ordinary one; with
// t, n, r and f it is white space, and with u and four digits a character by its number.
// At the end of a line it joins the next line, whose leading white space is dropped.
//
// The parser goes through lines rather than characters, since what it is for is to say
// in which of them a value stands.

// parseProperties returns the settings in a property file. Of a key that stands there
// twice the last one wins.
func parseProperties(name string, data []byte) ([]server.Setting, error) {
	if !utf8.Valid(data) {
		return nil, fmt.Errorf("%s: it is not UTF-8", name)
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	var settings []server.Setting
	for i := 0; i < len(lines); i++ {
		line, first := strings.TrimLeft(lines[i], blanks), i
		if line == "" || line[0] == '#' || line[0] == '!' {
			continue
		}
		for continues(line) && i+1 < len(lines) {
			i++
			line = line[:len(line)-1] + strings.TrimLeft(lines[i], blanks)
		}
		if continues(line) {
			line = line[:len(line)-1] // the file ends here
		}
		if line == "" {
			continue
		}
		key, value := splitProperty(line)
		s, err := property(key, value)
		if err != nil {
			return settings, fmt.Errorf("%s: %w", place(name, first+1), err)
		}
		s.Place = place(name, first+1)
		settings = append(settings, s)
	}
	return settings, nil
}

const blanks = " \t\f"

// continues says whether a line ends in a backslash that is not itself escaped.
func continues(line string) bool {
	return (len(line)-len(strings.TrimRight(line, `\`)))%2 == 1
}

// splitProperty cuts a line into key and value, both still escaped.
func splitProperty(line string) (key, value string) {
	end := len(line)
	for i := 0; i < len(line); i++ {
		if line[i] == '\\' {
			i++
		} else if strings.IndexByte(blanks+"=:", line[i]) >= 0 {
			end = i
			break
		}
	}
	rest := strings.TrimLeft(line[end:], blanks)
	if rest != "" && (rest[0] == '=' || rest[0] == ':') {
		rest = strings.TrimLeft(rest[1:], blanks)
	}
	return line[:end], rest
}

func property(key, value string) (s server.Setting, err error) {
	if s.Key, err = unescape(key); err == nil {
		s.Text, err = unescape(value)
	}
	return s, err
}

var errEscape = errors.New(`want four hexadecimal digits after \u`)

// unescape replaces escapes by what they stand for. Characters beyond the first plane
// are two escapes, as in Java.
func unescape(s string) (string, error) {
	if !strings.Contains(s, `\`) {
		return s, nil
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 't':
			b.WriteByte('\t')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 'f':
			b.WriteByte('\f')
		case 'u':
			r, n, err := escapedRune(s[i-1:])
			if err != nil {
				return "", err
			}
			b.WriteRune(r)
			i += n - 2
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String(), nil
}

// escapedRune reads \uXXXX, or two of them that are one character, at the beginning of
// s. It returns how many bytes it has read.
func escapedRune(s string) (r rune, n int, err error) {
	high, err := escapedUnit(s)
	if err != nil || high < 0xD800 || high > 0xDFFF {
		return high, 6, err
	}
	if low, err := escapedUnit(s[6:]); err == nil && high < 0xDC00 && low >= 0xDC00 && low <= 0xDFFF {
		return (high-0xD800)<<10 + low - 0xDC00 + 0x10000, 12, nil
	}
	return utf8.RuneError, 6, nil
}

func escapedUnit(s string) (rune, error) {
	if len(s) < 6 || s[:2] != `\u` {
		return 0, errEscape
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	if err != nil {
		return 0, errEscape
	}
	return rune(n), nil
}
