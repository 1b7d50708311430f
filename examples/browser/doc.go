// Package browser looks at the pages of the examples in a real Chromium, as a test and
// as somebody would who cannot see, has no mouse, or a narrow screen:
//
//	page := browser.Open(t, url+"/login", browser.View{Width: 360, Dark: true})
//	for _, finding := range page.Audit() {
//		t.Error(finding)
//	}
//	page.Keys("reader" + kb.Tab + "reader" + kb.Enter)
//	page.Want(`location.pathname`, "/")
//
// Chromium is the program that the environment variable CHROMIUM names, or one of
// chromium, chromium-browser and google-chrome in PATH. Without one the tests are
// skipped, and fail if CI=true. With the environment variable SCREENSHOTS set to a
// directory, [Page.Picture] leaves pictures there for people.
package browser
