package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// TestBundle_committed_files_are_fresh makes the bundle in memory and compares it
// with what is committed.
func TestBundle_committed_files_are_fresh(t *testing.T) {
	files, err := bundle("../hyper")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("../../hyper/assets", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: run go generate ./... in the web directory, or make generate", name)
		}
	}
}

// maxSize is what the compressed client may take, with every attribute and action. A
// quarter of it is the interpreter of expressions.
const maxSize = 10_000

func TestBundle_size(t *testing.T) {
	files, err := bundle("../hyper")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("hyper.js %d bytes, %d compressed", len(files[scriptName]), len(files[compressedName]))
	if n := len(files[compressedName]); n > maxSize {
		t.Errorf("the client has %d bytes, want at most %d", n, maxSize)
	}
}

func TestBundle_compressed_is_the_same(t *testing.T) {
	files, err := bundle("../hyper")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := out.ReadFrom(brotli.NewReader(bytes.NewReader(files[compressedName]))); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), files[scriptName]) {
		t.Error("hyper.js.br does not decompress to hyper.js")
	}
}

func TestBundle_errors_name_the_place(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("package.json", `{"version": "1.2.3"}`)
	write("src/main.ts", "const a = ;")
	if _, err := bundle(dir); err == nil || !strings.Contains(err.Error(), "src/main.ts:1:10") {
		t.Errorf("got %v, want an error at src/main.ts:1:10", err)
	}
	write("package.json", `{}`)
	if _, err := bundle(dir); err == nil {
		t.Error("a package without a version was accepted")
	}
}
