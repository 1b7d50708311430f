package codegen

import (
	"go/token"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// names are the identifiers of one scope.
type names map[string]bool

func newNames(taken ...string) names {
	n := names{}
	for _, name := range taken {
		n[name] = true
	}
	return n
}

// take returns the name, with a number if it is taken, and takes it.
func (n names) take(name string) string {
	free := name
	for i := 2; n[free]; i++ {
		if last, _ := utf8.DecodeLastRuneInString(name); unicode.IsDigit(last) {
			free = name + "x" + strconv.Itoa(i) // V1 and its second are not V12
			continue
		}
		free = name + strconv.Itoa(i)
	}
	n[free] = true
	return free
}

// initialisms are words that Go writes in capitals.
var initialisms = map[string]string{
	"id": "ID", "ids": "IDs", "url": "URL", "urls": "URLs", "uri": "URI", "api": "API", "http": "HTTP", "https": "HTTPS", "uuid": "UUID",
	"json": "JSON", "xml": "XML", "html": "HTML", "ip": "IP", "sql": "SQL", "tls": "TLS", "ssl": "SSL", "cpu": "CPU", "dns": "DNS",
}

// symbols are characters that tell names apart which have nothing else in them.
var symbols = map[rune]string{
	'+': "Plus", '-': "Minus", '*': "Star", '<': "Less", '>': "Greater", '=': "Equal", '!': "Not", '%': "Percent",
	'/': "Slash", '.': "Dot", '$': "Dollar", '@': "At", '#': "Hash", '&': "And", '_': "Underscore", '~': "Tilde",
}

// identifier returns an exported Go identifier for a name of a document: user_id
// becomes UserID. It is never empty.
func identifier(name string) string {
	var b strings.Builder
	for _, word := range words(name) {
		if capital, ok := initialisms[strings.ToLower(word)]; ok {
			b.WriteString(capital)
			continue
		}
		r, size := utf8.DecodeRuneInString(word)
		b.WriteRune(unicode.ToUpper(r))
		b.WriteString(word[size:])
	}
	id := b.String()
	if (strings.HasPrefix(name, "-") || strings.HasPrefix(name, "+")) && id != "" && unicode.IsDigit(rune(id[0])) {
		return symbols[rune(name[0])] + id
	}
	if id == "" {
		for _, r := range name {
			id += symbols[r]
		}
	}
	first, _ := utf8.DecodeRuneInString(id)
	switch {
	case id == "":
		return "Empty"
	case !unicode.IsUpper(first):
		return "X" + id // digits, and letters without case
	}
	return id
}

// words splits a name where something stands that is no letter or digit, and between
// a small letter and a capital.
func words(name string) []string {
	var all []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			all = append(all, string(word))
			word = nil
		}
	}
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && len(word) > 0 && !unicode.IsUpper(word[len(word)-1]):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return all
}

// argument returns the name of a function's argument: UserID becomes userID.
func argument(id string) string {
	runes := []rune(id)
	for i, r := range runes {
		if i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1]) || !unicode.IsUpper(r) {
			break
		}
		runes[i] = unicode.ToLower(r)
	}
	name := string(runes)
	if token.IsKeyword(name) || predeclared[name] {
		return name + "Value"
	}
	return name
}

// predeclared are names that an argument would hide: packages that the files import,
// and those that every file knows.
var predeclared = map[string]bool{
	"ctx": true, "context": true, "time": true, "uuid": true, "weft": true, "auth": true, "codec": true, "endpoint": true,
	"route": true, "schema": true, "string": true, "bool": true, "error": true, "any": true, "byte": true, "int": true,
	"int32": true, "int64": true, "float32": true, "float64": true, "nil": true, "true": true, "false": true,
}

// escape returns a name as one segment of a JSON pointer.
func escape(name string) string { return pointerEscapes.Replace(name) }

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")
