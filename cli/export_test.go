package cli

import (
	"encoding/json/jsontext"
	"io"
	"time"

	"github.com/weft-go/weft/schema"
)

// OnTerminal returns the configuration with streams that are terminals.
func OnTerminal(c Config, terminal func(any) bool) Config {
	c.terminal = terminal
	return c
}

// Kebab is kebab.
func Kebab(name string) string { return kebab(name) }

// ShellQuote is shellQuote.
func ShellQuote(word string) string { return shellQuote(word) }

// Harmless is harmless.
func Harmless(data []byte) []byte { return harmless(data) }

// ExtensionMedia is extensionMedia.
func ExtensionMedia(extension string) string { return extensionMedia(extension) }

// A Meter is a meter.
type Meter struct{ *meter }

// NewMeter returns a meter.
func NewMeter(w io.Writer, now func() time.Time) Meter { return Meter{newMeter(w, now)} }

// Begin is begin.
func (m Meter) Begin(what string, total int64) { m.begin(what, total) }

// Add is add.
func (m Meter) Add(n int) { m.add(n) }

// End is end.
func (m Meter) End() { m.end() }

// FieldJSON returns the JSON of a field of T with texts.
func FieldJSON(s *schema.Schema, texts ...string) (jsontext.Value, error) {
	f := &field{schema: s.Indirect(), shape: shapeOf(s.Indirect())}
	return f.json(texts)
}

// ObjectYAML returns the YAML of an object whose only member has a text as its value
// and, behind a letter, as its name.
func ObjectYAML(text string) ([]byte, error) {
	value, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return nil, err
	}
	name, _ := jsontext.AppendQuote(nil, "n"+text)
	return yamlOf([]byte("{" + string(name) + ":" + string(value) + "}")), nil
}
