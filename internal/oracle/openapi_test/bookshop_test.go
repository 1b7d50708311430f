package openapi_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	speakeasy "github.com/speakeasy-api/openapi/openapi"
)

// bookshopProgram writes the document of the demo.
const bookshopProgram = `package main

import (
	"os"

	"github.com/weft-go/weft/examples/bookshop/api"
	"github.com/weft-go/weft/openapi"
)

func main() {
	version := openapi.Version(os.Args[1])
	os.Stdout.Write(openapi.Generator{Version: version}.FromEndpoints("Selvedge Books", "1.0", api.All()...).JSON())
}
`

// bookshop returns the documents of the demo by their versions. The demo is a module
// of its own, so a program in a module beside it writes them.
func bookshop(t *testing.T) map[string][]byte {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	demo, dir := filepath.Join(root, "examples", "bookshop"), t.TempDir()
	mod, err := os.ReadFile(filepath.Join(demo, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(demo, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(mod), "module github.com/weft-go/weft/examples/bookshop", "module judged", 1)
	text = strings.Replace(text, "=> ../..", "=> "+root, 1) +
		"\nrequire github.com/weft-go/weft/examples/bookshop v0.0.0\nreplace github.com/weft-go/weft/examples/bookshop => " + demo + "\n"
	for name, data := range map[string]string{"go.mod": text, "go.sum": string(sum), "main.go": bookshopProgram} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	binary := filepath.Join(dir, "judged.bin")
	build := exec.CommandContext(t.Context(), "go", "build", "-mod=mod", "-o", binary, ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -buildvcs=false", "GOPROXY=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	all := map[string][]byte{}
	for _, version := range []string{"3.0", "3.1"} {
		out, err := exec.CommandContext(t.Context(), binary, version).Output()
		if err != nil {
			t.Fatal(err)
		}
		all[version] = out
	}
	return all
}

// TestBookshop has the documents of the demo judged by both readers.
func TestBookshop(t *testing.T) {
	for version, text := range bookshop(t) {
		t.Run(version, func(t *testing.T) {
			loaded, err := openapi3.NewLoader().LoadFromData(text)
			if err != nil {
				t.Fatal(err)
			}
			if err := loaded.Validate(context.Background(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaPatternValidation()); err != nil {
				t.Error(err)
			}
			_, faults, err := speakeasy.Unmarshal(context.Background(), bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range faults {
				if version != "3.0" || !isExclusiveFlag(f) {
					t.Error(f)
				}
			}
		})
	}
}
