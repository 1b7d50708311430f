// Package browser tests the hyper client in a real Chromium.
//
// Each test opens a page with a few elements, does what a user or a server would
// do, and compares what the page says. The servers write the events of the wire
// format by hand, so that the client is tested against the text of the protocol
// and not against the Go package that speaks it too. All pages are served with a
// Content-Security-Policy that forbids eval and inline scripts without a nonce.
//
// Chromium is the program that the environment variable CHROMIUM names, or one of
// chromium, chromium-browser and google-chrome in PATH. Without one the tests are
// skipped, and fail if CI=true.
package browser
