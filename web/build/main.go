package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// The directories from that of the web module, where go generate runs.
const (
	sourceDir = "hyper"
	assetsDir = "../hyper/assets"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run() error {
	files, err := bundle(sourceDir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(assetsDir, 0o755); err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(assetsDir, name), data, 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("hyper.js %d bytes, hyper.js.br %d bytes\n", len(files[scriptName]), len(files[compressedName]))
	return nil
}
