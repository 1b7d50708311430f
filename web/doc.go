// Package web is the home of what weft sends to browsers: the TypeScript client of
// the hyper package, in web/hyper, the program that bundles it, in web/build, and
// its tests in a real browser, in web/browser.
//
// It is a module of its own, so that a user of weft downloads neither a bundler
// nor a driver for browsers. The bundle is committed in hyper/assets; go generate
// makes it anew, and a test compares.
package web

//go:generate go run ./build
