package docscheck

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// A Block is a piece of Go code in a document.
type Block struct {
	// Document is the path of the Markdown file.
	Document string
	// Line is the number of the first line of code.
	Line int
	// Code is the text between the fences.
	Code string
}

// Blocks returns the Go blocks of a document, the hidden ones among them.
func Blocks(document, text string) []Block {
	var blocks []Block
	fence := regexp.MustCompile("(?ms)^(?:```go|<!-- go)\n(.*?)^(?:```|-->)$")
	for _, at := range fence.FindAllStringSubmatchIndex(text, -1) {
		line := 1 + strings.Count(text[:at[2]], "\n")
		blocks = append(blocks, Block{document, line, text[at[2]:at[3]]})
	}
	return blocks
}

// IsProgram reports whether a block is a whole file, with a package clause.
func (b Block) IsProgram() bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", b.Code, parser.PackageClauseOnly)
	return err == nil && file.Name != nil
}

// Source returns the block as a Go file. It fails if the block is neither a file, nor
// declarations, nor statements.
func (b Block) Source() ([]byte, error) {
	position := fmt.Sprintf("//line %s:%d\n", b.Document, b.Line)
	if b.IsProgram() {
		return []byte(position + b.Code), nil
	}
	if used, err := unresolved(b.Code); err == nil {
		return []byte("package fragment\n\n" + imports(used) + position + b.Code), nil
	}
	const open = "func _(ctx context.Context, req *weft.Request, routes weft.Routes) error {\n{\n"
	body := open + position + b.Code + "\n}\nreturn nil\n}\n"
	used, err := unresolved(body)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: neither declarations nor statements: %w", b.Document, b.Line, err)
	}
	return []byte("package fragment\n\n" + imports(used) + body), nil
}

// unresolved returns the names in a file's body that it does not declare.
func unresolved(body string) ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package fragment\n"+body, 0)
	if err != nil {
		return nil, err
	}
	packages := make(map[*ast.Ident]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if name, ok := s.X.(*ast.Ident); ok {
				packages[name] = true
			}
		}
		return true
	})
	var names []string
	for _, name := range file.Unresolved {
		if packages[name] {
			names = append(names, name.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// imports returns import declarations for those of the names that are packages.
func imports(names []string) string {
	var b bytes.Buffer
	for _, name := range names {
		if path, ok := Imports()[name]; ok {
			fmt.Fprintf(&b, "import %s %q\n", name, path)
		}
	}
	return b.String()
}
