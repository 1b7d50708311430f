package rules

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxText is the size from which on a file is taken for data.
const maxText = 1 << 20

// A Finding is one place where a rule is broken.
type Finding struct {
	// File is the path of the file or directory from the root of the repository.
	File string
	// Line is the number of the line, or zero if the finding has none.
	Line int
	// Message says what is wrong, why it matters, and often what to do.
	Message string
}

// String returns the finding in the form of a compiler's message.
func (f Finding) String() string {
	if f.Line == 0 {
		return f.File + ": " + f.Message
	}
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message)
}

// A Tree is a repository that has been read and parsed. It does not change after
// [Load] and may be used from several goroutines.
type Tree struct {
	// Module is the path of the main module.
	Module string
	// Packages are those of the main module, by directory.
	Packages []*Package
	// Texts are all text files, those of other modules included, but not test
	// data, built assets and third-party code.
	Texts []Text
	// files is what the tree was read from.
	files fs.FS
	// positions resolves positions in the packages.
	positions *token.FileSet
}

// A Package is a directory with Go files.
type Package struct {
	// Dir is the directory from the root of the repository, "." for the root.
	Dir string
	// Files are the files that a program links, whatever their build constraints.
	Files []*Source
	// Tests are the files whose names end in _test.go.
	Tests []*Source
}

// A Source is a parsed Go file.
type Source struct {
	// Path is the file's path from the root of the repository.
	Path string
	// Syntax is the file with its comments.
	Syntax *ast.File
}

// A Text is a file that people read.
type Text struct {
	// Path is the file's path from the root of the repository.
	Path string
	// Data is the content, valid UTF-8 without NUL.
	Data []byte
}

// Load reads a repository. It fails if the root has no go.mod or if a Go file
// cannot be parsed.
func Load(files fs.FS) (*Tree, error) {
	goMod, err := fs.ReadFile(files, "go.mod")
	if err != nil {
		return nil, err
	}
	tree := &Tree{Module: directive(goMod, "module"), files: files, positions: token.NewFileSet()}
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && skipped(name):
			return fs.SkipDir
		case entry.Type().IsRegular():
			return tree.add(name)
		}
		return nil
	})
	return tree, err
}

// Public returns the packages that a user may import: not main, not internal, and
// not an example.
func (t *Tree) Public() []*Package {
	return slices.DeleteFunc(slices.Clone(t.Packages), func(p *Package) bool {
		first, _, _ := strings.Cut(p.Dir, "/")
		return len(p.Files) == 0 || p.Name() == "main" || first == "examples" ||
			slices.Contains(strings.Split(p.Dir, "/"), "internal")
	})
}

// Name returns the package's name, or the empty string if it has only tests.
func (p *Package) Name() string {
	if len(p.Files) == 0 {
		return ""
	}
	return p.Files[0].Syntax.Name.Name
}

// skipped tells directories whose content is not ours to judge.
func skipped(dir string) bool {
	switch base := path.Base(dir); base {
	case ".", ".ci", ".github":
		return false
	case "testdata", "node_modules", "vendor", "assets", "dist":
		return true
	default:
		return strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")
	}
}

func (t *Tree) add(name string) error {
	info, err := fs.Stat(t.files, name)
	if err != nil || info.Size() > maxText {
		return err
	}
	data, err := fs.ReadFile(t.files, name)
	if err != nil {
		return err
	}
	if utf8.Valid(data) && !bytes.ContainsRune(data, 0) {
		t.Texts = append(t.Texts, Text{name, data})
	}
	if path.Ext(name) == ".go" && t.moduleOf(path.Dir(name)) == "." {
		return t.addSource(name, data)
	}
	return nil
}

// moduleOf returns the nearest directory from dir upwards that has a go.mod.
func (t *Tree) moduleOf(dir string) string {
	for ; dir != "."; dir = path.Dir(dir) {
		if _, err := fs.Stat(t.files, path.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	return dir
}

func (t *Tree) addSource(name string, data []byte) error {
	syntax, err := parser.ParseFile(t.positions, name, data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	p := t.packageAt(path.Dir(name))
	if strings.HasSuffix(name, "_test.go") {
		p.Tests = append(p.Tests, &Source{name, syntax})
	} else {
		p.Files = append(p.Files, &Source{name, syntax})
	}
	return nil
}

// packageAt is called in the order of the walk, which may leave a directory for
// its subdirectories and come back.
func (t *Tree) packageAt(dir string) *Package {
	for _, p := range slices.Backward(t.Packages) {
		if p.Dir == dir {
			return p
		}
	}
	p := &Package{Dir: dir}
	t.Packages = append(t.Packages, p)
	return p
}

func (t *Tree) at(node ast.Node, format string, args ...any) Finding {
	position := t.positions.Position(node.Pos())
	return Finding{position.Filename, position.Line, fmt.Sprintf(format, args...)}
}

// directive returns the argument of the first line of a go.mod that starts with
// the keyword, or the empty string.
func directive(goMod []byte, keyword string) string {
	for line := range strings.Lines(string(goMod)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == keyword {
			return fields[1]
		}
	}
	return ""
}
