package rules_test

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// linkedPackage is what go list says of a package.
type linkedPackage struct {
	ImportPath string
	Standard   bool
	Imports    []string
	Module     struct {
		Path string
		Main bool
	}
}

// TestCoreLinksOnlyTheStandardLibrary looks at a program that serves plain routes:
// whatever it links, every user of weft downloads, audits and waits for.
func TestCoreLinksOnlyTheStandardLibrary(t *testing.T) {
	linked := goList(t, corePackages(t))
	importers := make(map[string]string)
	for _, p := range linked {
		for _, target := range p.Imports {
			if _, known := importers[target]; !known {
				importers[target] = p.ImportPath
			}
		}
	}
	for _, p := range linked {
		if !p.Standard && !p.Module.Main {
			t.Errorf("%s imports %s of the module %s; a program that only serves plain routes must link nothing but weft and "+
				"the standard library. Put the feature in a package of its own, or take the dependency in through an interface",
				importers[p.ImportPath], p.ImportPath, p.Module.Path)
		}
	}
}

// corePackages returns what such a program imports.
func corePackages(t *testing.T) []string {
	t.Helper()
	var packages []string
	for _, dir := range []string{".", "server", "route"} {
		if files, _ := filepath.Glob("../../" + dir + "/*.go"); len(files) > 0 {
			packages = append(packages, "./"+dir)
		}
	}
	if len(packages) == 0 || packages[0] != "./." {
		t.Fatal("there is no root package")
	}
	return packages
}

func goList(t *testing.T, packages []string) []linkedPackage {
	t.Helper()
	arguments := append([]string{"list", "-deps", "-json=ImportPath,Standard,Imports,Module"}, packages...)
	command := exec.CommandContext(t.Context(), "go", arguments...)
	command.Dir = "../.."
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("go %s: %v", strings.Join(arguments, " "), err)
	}
	var linked []linkedPackage
	decoder := jsontext.NewDecoder(strings.NewReader(string(output)))
	for {
		var p linkedPackage
		err := json.UnmarshalDecode(decoder, &p)
		if errors.Is(err, io.EOF) {
			return linked
		}
		if err != nil {
			t.Fatal(err)
		}
		linked = append(linked, p)
	}
}
