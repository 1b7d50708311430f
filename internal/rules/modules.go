package rules

import (
	"fmt"
	"io/fs"
	"path"
)

// Modules finds go.mod files that ask for another Go than the main module's. A
// file without a toolchain line counts: an older Go that is to fetch the right one
// would look for a release named by the language version, and there is none.
func Modules(t *Tree) []Finding {
	want, err := fs.ReadFile(t.files, "go.mod")
	if err != nil {
		return []Finding{{"go.mod", 0, err.Error()}}
	}
	var found []Finding
	for _, text := range t.Texts {
		if path.Base(text.Path) != "go.mod" {
			continue
		}
		for _, keyword := range []string{"go", "toolchain"} {
			if got, want := directive(text.Data, keyword), directive(want, keyword); got != want {
				found = append(found, Finding{text.Path, 0, fmt.Sprintf("want the line '%s %s', got %q; all modules are built with "+
					"one Go", keyword, want, got)})
			}
		}
	}
	return found
}
