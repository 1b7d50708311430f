package guide

import (
	"go/scanner"
	"go/token"
	"go/types"
	"strings"
)

// highlightGo colours Go, be it a file or a fragment. What the scanner does not
// understand stays as it is.
func highlightGo(code string) string {
	var s scanner.Scanner
	set := token.NewFileSet()
	file := set.AddFile("", set.Base(), len(code))
	s.Init(file, []byte(code), func(token.Position, string) {}, scanner.ScanComments)
	var b strings.Builder
	end := 0
	for {
		pos, tok, text := s.Scan()
		at := file.Offset(pos)
		if tok == token.EOF {
			b.WriteString(escape(code[end:]))
			return b.String()
		}
		length := len(text)
		if text == "" {
			length = len(tok.String())
		}
		// Semicolons that the scanner adds are not in the code.
		if tok == token.SEMICOLON && text != ";" || at < end || at+length > len(code) {
			continue
		}
		b.WriteString(escape(code[end:at]))
		end = at + length
		b.WriteString(coloured(tok, code[at:end], code[end:]))
	}
}

// coloured returns a token as HTML. What follows it tells calls from other names.
func coloured(tok token.Token, text, rest string) string {
	switch {
	case tok.IsKeyword():
		return span("k", text)
	case tok == token.COMMENT:
		return span("c", text)
	case tok == token.STRING, tok == token.CHAR:
		return span("s", text)
	case tok == token.INT, tok == token.FLOAT, tok == token.IMAG:
		return span("n", text)
	case tok == token.IDENT && types.Universe.Lookup(text) != nil:
		return span("t", text)
	case tok == token.IDENT && strings.HasPrefix(rest, "("):
		return span("f", text)
	}
	return escape(text)
}
