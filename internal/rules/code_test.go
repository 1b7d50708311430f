package rules_test

import (
	"testing"

	"github.com/weft-go/weft/internal/rules"
)

func TestOrder(t *testing.T) {
	runRule(t, rules.Order, []ruleTest{
		{"upwards", map[string]string{
			"weft.go":          `package weft; import ("fmt"; "example.org/m/format/json"; "example.org/m/schema"; "example.org/other/server")`,
			"server/s.go":      `package server; import ("example.org/m"; "example.org/m/internal/transport/nio")`,
			"route/r.go":       `package route; import "example.org/m/endpoint/partial"`,
			"cmd/weft/m.go":    `package main; import ("example.org/m/server"; "example.org/m/cmd/weft/new")`,
			"server/s_test.go": `package server_test; import "example.org/m/wefttest"`,
		}, nil},
		{"downwards", map[string]string{
			"schema/s.go": "package schema\n\nimport \"example.org/m\"",
			"codec/c.go":  "package codec\n\nimport \"example.org/m/server\"",
			"codec/d.go":  "package codec\n\nimport \"example.org/m/cmd/weft/new\"",
		}, []string{"codec/c.go:3: codec imports server, which is below", "codec/d.go:3: below it", "schema/s.go:3: schema imports the root package"}},
		{"neighbours", map[string]string{
			"server/s.go":      `package server; import "example.org/m/middleware"`,
			"format/avro/a.go": `package avro; import "example.org/m/format/json"`,
		}, []string{"format/avro/a.go:1: neighbour", "server/s.go:1: server imports middleware, its neighbour"}},
		{"heavy format in the root", map[string]string{
			"weft.go": `package weft; import "example.org/m/format/avro"`,
		}, []string{"weft.go:1: linked when they are used"}},
		{"unknown", map[string]string{"new/n.go": "package new"},
			[]string{"new: add it to the table in internal/rules/order.go"}},
	})
}

func TestForbiddenImports(t *testing.T) {
	runRule(t, rules.ForbiddenImports, []ruleTest{
		{"allowed", map[string]string{
			"a.go":             `package m; import ("log/slog"; "encoding/json/v2"; "encoding/json/jsontext"; "math/rand/v2")`,
			"a_test.go":        `package m; import ("encoding/json"; "testing")`,
			"wefttest/kit.go":  `package wefttest; import ("testing"; "net/http/httptest")`,
			"wefttest/x/x.go":  `package x; import "testing"`,
			"bench/go.mod":     "module example.org/bench",
			"bench/compare.go": `package main; import "log"`,
		}, nil},
		{"forbidden", map[string]string{
			"a.go":      "package m\nimport \"log\"\nimport \"encoding/json\"\nimport \"testing\"",
			"a_test.go": "package m\nimport \"log\"\nimport \"github.com/stretchr/testify/require\"",
		}, []string{"a.go:2: use log/slog", "a.go:3: use encoding/json/v2", "a.go:4: flags", "a_test.go:2: log", "a_test.go:3: testify/require"}},
	})
}

func TestPackageDocs(t *testing.T) {
	runRule(t, rules.PackageDocs, []ruleTest{
		{"there", map[string]string{
			"doc.go":           "// Package m is small.\npackage m",
			"a.go":             "package m",
			"cmd/weft/main.go": "// Weft is a tool.\npackage main",
			"x/x_test.go":      "package x_test",
		}, nil},
		{"missing", map[string]string{
			"a.go":               "//go:build linux\n\npackage m",
			"internal/x/x.go":    "// Package y is wrong.\npackage x",
			"examples/1/main.go": "package main",
		}, []string{".: no doc comment", "examples/1: no doc comment", "internal/x: 'Package x'"}},
	})
}

func TestExportedDocs(t *testing.T) {
	runRule(t, rules.ExportedDocs, []ruleTest{
		{"documented", map[string]string{"a.go": `package m
// A is a type.
type A[T any] struct { X int }
// Config is a type for users to fill in.
type Config struct {
	// X is documented.
	X int
	Y int // so is this
	z int
	B
}
// Do does.
func (a *A[T]) Do() {}
func (b b) Do() {}
func do() {}
type b struct{ X int }
// These are constants.
const (
	One = 1
	Two = 2
)
`, "internal/x/x.go": "package x\nfunc F() {}", "cmd/c/main.go": "package main\nfunc F() {}"}, nil},
		{"undocumented", map[string]string{"a.go": `package m
type AOptions struct {
	X int
}
type I interface {
	M()
}
func (a *A) Do() {}
func (a A2[K, V]) Do() {}
func F() {}
const C = 1
var (
	V, w = 1, 2
	// W is documented.
	W = 3
)
//go:noinline
func G() {}
`}, []string{"a.go:3: X", "a.go:2: AOptions", "a.go:6: M", "a.go:5: I", "a.go:8: Do", "a.go:9: Do", "a.go:10: F", "a.go:11: C", "a.go:13: V", "a.go:18: G"}},
	})
}

func TestExamples(t *testing.T) {
	runRule(t, rules.Examples, []ruleTest{
		{"runnable", map[string]string{
			"a.go": "package m", "a_test.go": "package m_test\nfunc Example() {\n\tf()\n\t// Output: x\n}\n",
			"endpoint/partial/in0.go": "package partial",
			"internal/x/x.go":         "package x",
		}, nil},
		{"empty output", map[string]string{
			"a.go": "package m", "a_test.go": "package m_test\nfunc Example() {\n\tf()\n\t// Output:\n}\n",
		}, nil},
		{"not run", map[string]string{
			"a.go": "package m", "a_test.go": "package m_test\nfunc Example() {\n\tf()\n}\n",
			"codec/c.go": "package codec",
		}, []string{".: no runnable example", "codec: no runnable example"}},
	})
}

func TestVariables(t *testing.T) {
	runRule(t, rules.Variables, []ruleTest{
		{"free", map[string]string{"a.go": `package m
var hidden = 1
var ErrGone = errors.New("gone")
var GetBook = route.GET("/books")
var Zero Method
var Get = Method{"GET"}
const Limit = 1
`, "internal/x/x.go": "package x\nvar Limit = 1"}, nil},
		{"changeable", map[string]string{"a.go": `package m
var Limit = 1
var Name string
var Table = map[string]int{}
var List []int
var Bytes = []byte("x")
var Debug = false
var Hook func()
var Default = &Server{}
var Negative = -1
var A, b, C = 1, 2, make(map[int]int)
`}, []string{"a.go:2: Limit", "a.go:3: Name", "a.go:4: Table", "a.go:5: List", "a.go:6: Bytes", "a.go:7: Debug", "a.go:8: Hook", "a.go:9: Default", "a.go:10: Negative", "a.go:11: A ", "a.go:11: C "}},
	})
}
