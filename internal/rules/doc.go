// Package rules holds the house rules that a machine can check, as ordinary
// tests.
//
// Each rule is a function from a [Tree], the repository as parsed, to a list of
// [Finding] values. The tests of this package run every rule twice: over a few
// small trees that break it, to show that it can fail, and over the repository.
// A finding says where, what, and why the rule exists, so that nobody has to
// look up the reason.
//
// The rules:
//
//   - [Order]: a package imports only packages above it in the design's list;
//   - [ForbiddenImports]: packages for which there is a better choice;
//   - [PackageDocs], [ExportedDocs], [Examples]: what a reader finds in go doc;
//   - [Variables]: no exported variable that a program could change;
//   - [Sizes], [Names], [Words], [Generated]: how files look;
//   - [Links]: relative links in Markdown lead somewhere;
//   - [Modules]: every go.mod asks for the same Go.
//
// A rule that stands in the way of a better text or program is changed here, with
// its reason, and not worked around.
package rules
