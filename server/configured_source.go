package server

import (
	"errors"
	"os"
	"slices"
	"strings"
)

// A Source holds settings: a file, the environment, or whatever else a program has.
// [Environment] and [JSON] are here; package config has files of all kinds.
type Source interface {
	// Settings returns what the source holds, in its order. Keys that do not begin with
	// [Root] are ignored. It may return settings beside an error, which are then
	// checked, too, so that a user sees all faults at once.
	Settings() ([]Setting, error)
}

// A Setting is a key with its value.
type Setting struct {
	// Key is the whole key: weft.http.server.binding-port. An element of a list has its
	// index in brackets: weft.http.server.response-compression.options[0].type.
	Key string

	// Text is the value as text, whatever form it has in the source.
	Text string

	// Kind tells values that are not text.
	Kind SettingKind

	// Place is where the value stands: "weft.yaml:3", or "variable NAME".
	Place string
}

// A SettingKind says what form a value has.
type SettingKind uint8

// The kinds of settings.
const (
	// TextSetting is a value that can be written as text.
	TextSetting SettingKind = iota

	// NullSetting is a key without a value. It is ignored where there may be keys below.
	NullSetting

	// ListSetting is the beginning of a list, whose elements follow as settings of their
	// own. It discards what earlier sources had for the list.
	ListSetting
)

// shown returns the value for messages.
func (s Setting) shown() string {
	switch s.Kind {
	case NullSetting:
		return "nothing"
	case ListSetting:
		return "a list"
	}
	return quote(s.Text)
}

// Environment returns the variables of the process's environment that begin with
// WEFT_HTTP_SERVER_. The name of a variable is that of the key in upper case, with
// underscores for everything else:
//
//	WEFT_HTTP_SERVER_BINDING_PORT=9000
//	WEFT_HTTP_SERVER_REQUEST_STREAMING_ENABLED=true
//	WEFT_HTTP_SERVER_RESPONSE_COMPRESSION_OPTIONS_0_TYPE=gzip
//
// A list may also be one variable in JSON form:
//
//	WEFT_HTTP_SERVER_RESPONSE_COMPRESSION_OPTIONS=[{"type":"gzip","level":9}]
//
// The environment is read when the configuration is loaded.
func Environment() Source { return environment(os.Environ) }

// Variables is like [Environment] for variables of the form NAME=value that the program
// has from elsewhere, such as the Env of an os/exec.Cmd.
func Variables(variables ...string) Source {
	return environment(func() []string { return variables })
}

type environment func() []string

// Settings returns the variables that belong to the server.
func (e environment) Settings() ([]Setting, error) {
	known := newCatalogue().byVariable()
	prefix := variableOf(Root) + "_"
	var settings []Setting
	for _, v := range e() {
		name, value, _ := strings.Cut(v, "=")
		rest, ok := strings.CutPrefix(name, prefix)
		if !ok {
			continue
		}
		settings = append(settings, Setting{
			Key:   Root + "." + keyOfVariable(rest, known),
			Text:  value,
			Place: "variable " + name,
		})
	}
	// A list as a whole comes before its elements, whatever the order of the variables.
	slices.SortStableFunc(settings, func(a, b Setting) int { return strings.Compare(a.Key, b.Key) })
	return settings, nil
}

// variableOf returns the name of the variable for a key.
func variableOf(key string) string {
	return strings.ToUpper(strings.NewReplacer(".", "_", "-", "_", "[", "_", "].", "_", "]", "").Replace(key))
}

// keyOfVariable returns the key for the end of a variable's name. An underscore may
// stand for a dot, a hyphen or brackets, so it takes the list of keys to tell.
func keyOfVariable(rest string, known map[string]string) string {
	words := strings.Split(rest, "_")
	index := ""
	for i, w := range words {
		if index == "" && isNumber(w) {
			index, words[i] = w, ""
		}
	}
	if key, ok := known[strings.Join(words, "_")]; ok {
		return strings.Replace(key, "[]", "["+index+"]", 1)
	}
	return strings.ToLower(strings.ReplaceAll(rest, "_", "-"))
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// An InvalidSetting is the error of a setting that cannot be used.
type InvalidSetting struct {
	// Key is the whole key.
	Key string

	// Place is where it was set: "weft.yaml:3", or "variable NAME".
	Place string

	// Problem says what was expected and what was found, or that there is no such key.
	Problem string

	// Suggestion is a key that may have been meant, or empty.
	Suggestion string
}

// Error names the key, its place and the problem.
func (e *InvalidSetting) Error() string {
	s := e.Key + " (" + e.Place + "): " + e.Problem
	if e.Suggestion != "" {
		s += "; did you mean " + e.Suggestion + "?"
	}
	return s
}

// unfit is the error of a text that is not what a key wants, with the reason.
type unfit struct{ why string }

// Error returns the reason.
func (e *unfit) Error() string { return e.why }

// errUnfit is the error of a text for which the type of the key says it all.
var errUnfit = errors.New("the text does not fit")
