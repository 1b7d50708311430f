package main

import (
	"bytes"
	"encoding/json/v2"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/andybalholm/brotli"
	"github.com/evanw/esbuild/pkg/api"
	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/js"
)

// The names of the files in the assets directory.
const (
	scriptName     = "hyper.js"
	compressedName = "hyper.js.br"
)

// bundle returns the files of the assets directory by name, made from the sources
// in dir. It fails if a source has an error, which names the place.
func bundle(dir string) (map[string][]byte, error) {
	version, err := packageVersion(filepath.Join(dir, "package.json"))
	if err != nil {
		return nil, err
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	result := api.Build(options(root, version))
	if len(result.Errors) > 0 {
		return nil, joined(result.Errors)
	}
	script, err := rename(result.OutputFiles[0].Contents)
	if err != nil {
		return nil, err
	}
	compressed, err := compress(script)
	return map[string][]byte{scriptName: script, compressedName: compressed}, err
}

func options(root, version string) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir:    root,
		EntryPoints:      []string{"src/main.ts"},
		Outfile:          filepath.Join(root, scriptName),
		Bundle:           true,
		Format:           api.FormatIIFE,
		Target:           api.ES2022,
		Charset:          api.CharsetUTF8,
		MinifyWhitespace: true,
		MinifySyntax:     true,
		MangleProps:      "^_[a-z]",
		LegalComments:    api.LegalCommentsNone,
		Define:           map[string]string{"HYPER_VERSION": fmt.Sprintf("%q", version)},
	}
}

// rename gives variables short names. esbuild can do it too, but never gives a
// variable the name of one further out that is not used inside, so that its code
// repeats itself less and compresses worse, by two in a hundred.
func rename(script []byte) ([]byte, error) {
	var out bytes.Buffer
	err := js.Minify(minify.New(), &out, bytes.NewReader(script), nil)
	return out.Bytes(), err
}

func packageVersion(file string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	var description struct {
		Version string `json:"version"`
	}
	if err := json.Unmarshal(data, &description); err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	if description.Version == "" {
		return "", fmt.Errorf("%s: no version", file)
	}
	return description.Version, nil
}

func joined(messages []api.Message) error {
	var all []error
	for _, text := range api.FormatMessages(messages, api.FormatMessagesOptions{Kind: api.ErrorMessage}) {
		all = append(all, errors.New(text))
	}
	return errors.Join(all...)
}

func compress(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 22})
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
