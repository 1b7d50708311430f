package codegen

import (
	"bytes"
	"fmt"
	"go/format"
	"go/token"
	"os"
	"path"
	"path/filepath"
)

// A File is one file of generated source.
type File struct {
	// Name is the name of the file, without a directory.
	Name string

	// Text is the source.
	Text []byte
}

// A Formatter returns source in another form. Its error ends the writing.
type Formatter func(source []byte) ([]byte, error)

// Files returns the files of the code in the order of their names. The package is
// called by the last element of basePackage, which may be an import path. It fails if
// that is no name for a package, or if the formatter fails; nil stands for gofmt.
func (c Code) Files(basePackage string, f Formatter) ([]File, error) {
	name := path.Base(basePackage)
	if !token.IsIdentifier(name) || name == "_" || name == "main" {
		return nil, fmt.Errorf("package %q: want an identifier", basePackage)
	}
	if f == nil {
		f = format.Source
	}
	var files []File
	for _, s := range c.files {
		text, err := f([]byte(s.text(name)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		files = append(files, File{Name: s.name, Text: text})
	}
	return files, nil
}

// WriteFiles writes the code to the directory basePath, which is made if it is not
// there, as a package whose name is the last element of basePackage. The formatter may
// be nil, which stands for gofmt. Files that have their contents already are not
// touched. It fails where [Code.Files] does, and if a file cannot be written; nothing
// is written before all files are ready.
func WriteFiles(code Code, basePath, basePackage string, f Formatter) error {
	files, err := code.Files(basePackage, f)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(basePath, 0o755); err != nil {
		return err
	}
	for _, file := range files {
		name := filepath.Join(basePath, file.Name)
		if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, file.Text) {
			continue
		}
		if err := os.WriteFile(name, file.Text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
