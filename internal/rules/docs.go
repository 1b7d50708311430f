package rules

import (
	"go/ast"
	"go/doc"
	"go/token"
	"strings"
)

// PackageDocs finds packages without a doc comment, and those whose comment does
// not start with 'Package' and the name.
func PackageDocs(t *Tree) []Finding {
	var found []Finding
	for _, p := range t.Packages {
		if len(p.Files) == 0 {
			continue
		}
		text := packageDoc(p)
		switch {
		case text == "":
			found = append(found, Finding{p.Dir, 0, "the package has no doc comment; a reader who opens it should learn " +
				"first what it is for"})
		case p.Name() != "main" && !strings.HasPrefix(text, "Package "+p.Name()+" "):
			found = append(found, Finding{p.Dir, 0, "the package's doc comment does not start with 'Package " + p.Name() +
				"', so go doc and search show it badly"})
		}
	}
	return found
}

func packageDoc(p *Package) string {
	for _, file := range p.Files {
		if text := file.Syntax.Doc.Text(); text != "" {
			return text
		}
	}
	return ""
}

// withoutExample lists public packages that need no example, with the reason.
func withoutExample() map[string]string {
	return map[string]string{
		"endpoint/partial": "nobody ever names its types; the examples of endpoint and route use them",
	}
}

// Examples finds public packages without an example that go test runs, which is
// one with an output comment.
func Examples(t *Tree) []Finding {
	var found []Finding
	for _, p := range t.Public() {
		if _, free := withoutExample()[p.Dir]; !free && !hasExample(p) {
			found = append(found, Finding{p.Dir, 0, "the package has no runnable example (func Example… with an '// Output:' " +
				"comment in a test file); an example is the documentation that cannot go stale"})
		}
	}
	return found
}

func hasExample(p *Package) bool {
	for _, file := range p.Tests {
		for _, example := range doc.Examples(file.Syntax) {
			if example.Output != "" || example.EmptyOutput {
				return true
			}
		}
	}
	return false
}

// ExportedDocs finds exported names of public packages without a doc comment:
// types, functions, methods of exported types, constants, variables, interface
// methods, and the fields of structs that users fill in, which are those whose
// names end in Config or Options. A constant or variable may share the comment of
// its group, and a member may have its comment at the end of the line.
func ExportedDocs(t *Tree) []Finding {
	var found []Finding
	for _, p := range t.Public() {
		for _, file := range p.Files {
			for _, decl := range file.Syntax.Decls {
				for _, name := range undocumented(decl) {
					found = append(found, t.at(name, "%s has no doc comment; say what it is, what it returns, when it fails, "+
						"and who may call it when", name.Name))
				}
			}
		}
	}
	return found
}

func undocumented(decl ast.Decl) []*ast.Ident {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Doc.Text() == "" && decl.Name.IsExported() && isReachable(decl.Recv) {
			return []*ast.Ident{decl.Name}
		}
	case *ast.GenDecl:
		var names []*ast.Ident
		for _, spec := range decl.Specs {
			names = append(names, undocumentedSpec(decl, spec)...)
		}
		return names
	}
	return nil
}

func undocumentedSpec(decl *ast.GenDecl, spec ast.Spec) []*ast.Ident {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if !spec.Name.IsExported() {
			return nil
		}
		names := undocumentedMembers(spec)
		if decl.Doc.Text() == "" && spec.Doc.Text() == "" {
			names = append(names, spec.Name)
		}
		return names
	case *ast.ValueSpec:
		if decl.Tok == token.IMPORT || decl.Doc.Text() != "" || spec.Doc.Text() != "" || spec.Comment.Text() != "" {
			return nil
		}
		return exported(spec.Names)
	}
	return nil
}

// undocumentedMembers looks at interface methods and at the fields of options.
// Embedded ones have no names of their own and are documented where they are
// declared.
func undocumentedMembers(spec *ast.TypeSpec) []*ast.Ident {
	var list *ast.FieldList
	switch of := spec.Type.(type) {
	case *ast.InterfaceType:
		list = of.Methods
	case *ast.StructType:
		if !strings.HasSuffix(spec.Name.Name, "Config") && !strings.HasSuffix(spec.Name.Name, "Options") {
			return nil
		}
		list = of.Fields
	default:
		return nil
	}
	var names []*ast.Ident
	for _, field := range list.List {
		if field.Doc.Text() == "" && field.Comment.Text() == "" {
			names = append(names, exported(field.Names)...)
		}
	}
	return names
}

func exported(names []*ast.Ident) []*ast.Ident {
	var out []*ast.Ident
	for _, name := range names {
		if name.IsExported() {
			out = append(out, name)
		}
	}
	return out
}

// isReachable reports whether a function has no receiver or one of an exported
// type: methods of other types are documented by the interface they implement.
func isReachable(receiver *ast.FieldList) bool {
	if receiver == nil || len(receiver.List) == 0 {
		return true
	}
	of := receiver.List[0].Type
	for {
		switch inner := of.(type) {
		case *ast.StarExpr:
			of = inner.X
		case *ast.IndexExpr:
			of = inner.X
		case *ast.IndexListExpr:
			of = inner.X
		case *ast.Ident:
			return inner.IsExported()
		default:
			return true
		}
	}
}
