package cli

import (
	"fmt"
	"strings"

	"github.com/weft-go/weft"
)

// A word is a word of a command line for a POSIX shell.
type word []piece

// A piece of a word is text, or the name of a variable.
type piece struct {
	text     string
	variable bool
}

// literal returns a word without variables.
func literal(text string) word { return word{{text: text}} }

// String returns the word as a shell reads it. Neighbouring texts are quoted as one.
func (w word) String() string {
	var b, text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			b.WriteString(shellQuote(text.String()))
			text.Reset()
		}
	}
	for _, p := range w {
		if !p.variable {
			text.WriteString(p.text)
			continue
		}
		flush()
		b.WriteString(`"$` + p.text + `"`)
	}
	flush()
	if b.Len() == 0 {
		return "''"
	}
	return b.String()
}

// shellName returns a name that a variable of a shell can have.
func shellName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, name)
	if name == "" || name[0] <= '9' {
		name = "_" + name
	}
	return name
}

// printfQuote returns the operand with which printf writes any bytes, even those that
// cannot stand in a command line.
func printfQuote(data []byte) string {
	var b strings.Builder
	b.WriteByte('\'')
	for i, c := range data {
		switch {
		case c == '%':
			b.WriteString("%%")
		case c < ' ' || c >= 0x7f || c == '\'' || c == '\\' || c == '-' && i == 0: // it would begin an option
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('\'')
	return b.String()
}

// parts adds the parts of a multipart body, as they were given: curl encodes them.
func (c *curl) parts() {
	for _, p := range c.operation.params {
		if !p.Multipart {
			continue
		}
		if object, some := c.in.object(p.fields); some {
			c.option("-F", p.Name+"="+formQuote(string(object))+";type="+weft.MediaJSON)
		}
		for _, v := range c.in.given.of(p.flag) {
			c.option("-F", p.Name+"="+formValue(p, v))
		}
	}
}

// formValue returns the value of a part as curl's -F wants it.
func formValue(p *param, value string) string {
	switch o := p.option(); {
	case o.file:
		text := "@" + formQuote(value)
		if media := fileMedia(p.PartInfo, value); media != "" {
			text += ";type=" + media
		}
		return text
	case o.kind != "json":
		return formQuote(value)
	case value == "-":
		return "<-;type=" + weft.MediaJSON
	}
	if name, ok := strings.CutPrefix(value, "@"); ok {
		return "<" + formQuote(name) + ";type=" + weft.MediaJSON
	}
	return formQuote(value) + ";type=" + weft.MediaJSON
}

// formQuote quotes what curl's -F would not take as it is.
func formQuote(value string) string {
	if !strings.ContainsAny(value, "\"\\;,@<(= \t\r\n\v\f") {
		return value
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}
