// Package guide reads the documentation of a repository and makes a small library of
// it, which knows its pages, what leads to what, and what is said where:
//
//	library, err := guide.Load(os.DirFS("."))
//	page, ok := library.Page("/guides/hyper")
//	found := library.Search("debounce")
//
// README.md and the Markdown files in docs are pages. Whatever they link to in the
// repository comes along: other Markdown files as pages, source files as pages with
// their code, directories as lists, pictures as they are. Links are rewritten, so that
// the library is closed: none of its pages links to a path that it does not have. Files
// and directories that begin with a dot are not taken.
package guide
