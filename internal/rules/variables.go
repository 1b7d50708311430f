package rules

import (
	"go/ast"
	"go/token"
	"strings"
)

// Variables finds exported package variables of public packages that a program
// could change: those of basic, map, slice, array, pointer or function type.
// Errors are free, and so are values of other types, which as a rule cannot be
// changed from outside (an endpoint, for example).
//
// The rule looks at syntax only: at the declared type, or else at the form of the
// first value.
func Variables(t *Tree) []Finding {
	var found []Finding
	for _, p := range t.Public() {
		for _, file := range p.Files {
			for _, decl := range file.Syntax.Decls {
				for _, name := range changeable(decl) {
					found = append(found, t.at(name, "exported variable %s can be changed by every importer, for all others at "+
						"once and without a lock; make it a constant, a function or a field of a config", name.Name))
				}
			}
		}
	}
	return found
}

func changeable(decl ast.Decl) []*ast.Ident {
	group, ok := decl.(*ast.GenDecl)
	if !ok || group.Tok != token.VAR {
		return nil
	}
	var names []*ast.Ident
	for _, spec := range group.Specs {
		spec := spec.(*ast.ValueSpec)
		for i, name := range spec.Names {
			form := spec.Type
			if form == nil && i < len(spec.Values) {
				form = spec.Values[i]
			}
			if name.IsExported() && !strings.HasPrefix(name.Name, "Err") && isChangeable(form) {
				names = append(names, name)
			}
		}
	}
	return names
}

// isChangeable takes a type or a value.
func isChangeable(form ast.Expr) bool {
	switch form := form.(type) {
	case *ast.MapType, *ast.ArrayType, *ast.FuncType, *ast.StarExpr, *ast.ChanType:
		return true
	case *ast.BasicLit, *ast.FuncLit, *ast.BinaryExpr:
		return true
	case *ast.ParenExpr:
		return isChangeable(form.X)
	case *ast.UnaryExpr:
		return form.Op == token.AND || isChangeable(form.X)
	case *ast.CompositeLit:
		return isChangeable(form.Type)
	case *ast.CallExpr:
		// A conversion such as []byte("x") or string(x), or a built-in.
		return isChangeable(form.Fun)
	case *ast.Ident:
		return isBasic(form.Name)
	}
	return false
}

func isBasic(name string) bool {
	switch name {
	case "bool", "string", "byte", "rune", "any", "uintptr", "true", "false", "make", "new",
		"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
		"float32", "float64", "complex64", "complex128":
		return true
	}
	return false
}
