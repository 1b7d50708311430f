package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/weft-go/weft/server"
)

// A Document is a file with settings, in one of the formats that this package knows. It
// is a server.Source. Its methods return changed copies. A Document is immutable and
// safe for concurrent use.
type Document struct {
	path     string
	open     func(path string) (fs.File, error)
	data     *string // in place of a file, if not nil
	optional bool
	parse    format
}

// A format returns the settings in data. The name is that of the document, for places.
// It must return an error rather than panic, whatever the data.
type format func(name string, data []byte) ([]server.Setting, error)

// File returns a file whose format is that of its extension: .yaml or .yml, .json,
// .toml, or .properties. With another extension loading it fails.
func File(path string) Document { return Document{path: path} }

// YAML returns a file in YAML, whatever its extension is. Anchors, aliases and merge
// keys (<<) are followed.
func YAML(path string) Document { return Document{path: path, parse: parseYAML} }

// JSON returns a file in JSON, whatever its extension is.
func JSON(path string) Document { return Document{path: path, parse: parseJSON} }

// TOML returns a file in TOML, whatever its extension is.
func TOML(path string) Document { return Document{path: path, parse: parseTOML} }

// Properties returns a file of the kind that Java programs have, with lines of the form
// key = value, whatever its extension is. It is read as UTF-8, and ${…} in a value has no
// meaning.
func Properties(path string) Document { return Document{path: path, parse: parseProperties} }

// Environment returns the variables of the environment that begin with
// WEFT_HTTP_SERVER_. It is server.Environment, to stand beside the others.
func Environment() server.Source { return server.Environment() }

// In returns the document as a file of fsys, such as an embed.FS.
func (d Document) In(fsys fs.FS) Document {
	d.open = fsys.Open
	return d
}

// Holding returns the document with this text, in place of a file's. The path still
// stands for it in messages, and with [File] its extension says the format.
func (d Document) Holding(text string) Document {
	d.data = &text
	return d
}

// Optional returns the document as one that need not exist. If it does, it has to be
// right.
func (d Document) Optional() Document {
	d.optional = true
	return d
}

// maxSize bounds documents. A configuration is some kilobytes long; what is larger is
// another file.
const maxSize = 1 << 20

// Settings reads the document. It fails if the document cannot be read or is not
// well-formed, and names the line where it is not.
func (d Document) Settings() ([]server.Setting, error) {
	parse := d.parse
	if parse == nil {
		if parse = byExtension(d.path); parse == nil {
			return nil, fmt.Errorf("%s: want a file that ends in .yaml, .yml, .json, .toml or .properties", d.path)
		}
	}
	data, err := d.read()
	if d.optional && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parse(d.path, data)
}

func byExtension(name string) format {
	switch strings.ToLower(path.Ext(filepath.ToSlash(name))) {
	case ".yaml", ".yml":
		return parseYAML
	case ".json":
		return parseJSON
	case ".toml":
		return parseTOML
	case ".properties":
		return parseProperties
	}
	return nil
}

func (d Document) read() ([]byte, error) {
	if d.data != nil {
		return checkSize(d.path, []byte(*d.data))
	}
	open := d.open
	if open == nil {
		open = func(path string) (fs.File, error) { return os.Open(path) }
	}
	f, err := open(d.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return nil, err
	}
	return checkSize(d.path, data)
}

func checkSize(name string, data []byte) ([]byte, error) {
	if len(data) > maxSize {
		return nil, fmt.Errorf("%s: larger than %d bytes, which no configuration is", name, maxSize)
	}
	return data, nil
}

func parseJSON(name string, data []byte) ([]server.Setting, error) {
	return server.JSON(name, data).Settings()
}
