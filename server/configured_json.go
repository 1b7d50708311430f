package server

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// JSON returns the settings in a JSON document, which is an object of objects. The name
// stands for the document in messages, as a rule that of a file.
//
//	{"weft": {"http": {"server": {"binding-port": 9000}}}}
//
// A name may also hold several steps at once: {"weft.http.server": {…}}.
func JSON(name string, document []byte) Source { return jsonSource{name, document} }

type jsonSource struct {
	name     string
	document []byte
}

// Settings parses the document.
func (j jsonSource) Settings() ([]Setting, error) {
	place := func(offset int64) string {
		return j.name + ":" + strconv.Itoa(1+bytes.Count(j.document[:offset], []byte("\n")))
	}
	settings, err := flattenJSON("", j.document, place)
	if e, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return settings, fmt.Errorf("%s: %w", place(min(e.ByteOffset, int64(len(j.document)))), e.Err)
	}
	if err != nil {
		return settings, fmt.Errorf("%s: %w", j.name, err)
	}
	return settings, nil
}

// maxDepth bounds how deep a document may be, since the path of each value is as long.
const maxDepth = 32

// flattenJSON returns the values of a document with their paths as keys, beginning with
// prefix.
func flattenJSON(prefix string, document []byte, place func(offset int64) string) ([]Setting, error) {
	f := &flattener{decoder: jsontext.NewDecoder(bytes.NewReader(document)), place: place}
	if err := f.value(prefix, 0); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return f.settings, err
	}
	if _, err := f.decoder.ReadToken(); err != io.EOF { // the decoder does not wrap it
		return f.settings, errors.Join(err, errors.New("want one value, got more"))
	}
	return f.settings, nil
}

// A flattener turns a tree into a list.
type flattener struct {
	decoder  *jsontext.Decoder
	place    func(int64) string
	settings []Setting
}

func (f *flattener) add(key, text string, kind SettingKind) {
	f.settings = append(f.settings, Setting{Key: key, Text: text, Kind: kind, Place: f.place(f.decoder.InputOffset())})
}

func (f *flattener) value(key string, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("%s: more than %d levels", key, maxDepth)
	}
	token, err := f.decoder.ReadToken()
	if err != nil {
		return err
	}
	switch token.Kind() {
	case '{':
		return f.object(key, depth)
	case '[':
		return f.array(key, depth)
	case 'n':
		f.add(key, "", NullSetting)
	default:
		f.add(key, token.String(), TextSetting)
	}
	return nil
}

func (f *flattener) object(key string, depth int) error {
	for f.decoder.PeekKind() != '}' {
		name, err := f.decoder.ReadToken()
		if err != nil {
			return err
		}
		if err := f.value(strings.TrimPrefix(key+"."+name.String(), "."), depth+1); err != nil {
			return err
		}
	}
	_, err := f.decoder.ReadToken()
	return err
}

func (f *flattener) array(key string, depth int) error {
	f.add(key, "", ListSetting)
	for i := 0; f.decoder.PeekKind() != ']'; i++ {
		if err := f.value(fmt.Sprintf("%s[%d]", key, i), depth+1); err != nil {
			return err
		}
	}
	_, err := f.decoder.ReadToken()
	return err
}
