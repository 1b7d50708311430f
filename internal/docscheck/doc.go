// Package docscheck compiles the Go code in the documentation, so that it cannot go
// stale.
//
// Every block fenced as go in README.md and docs/*.md has to compile. One with a package
// clause is a program of its own. All others of a document form one package: those that
// are declarations stand beside each other, and those that are statements stand in a
// function each, with the parameters ctx, req and routes. Imports are added by the names
// that a block uses; see [Imports].
//
// What a reader need not see, such as the type of a store, goes into a comment that
// Markdown does not show:
//
//	<!-- go
//	var store Store
//	-->
//
// Variables that a fragment declares and does not use are no fault; everything else that
// the compiler says is, and it says it with the line of the document.
package docscheck
