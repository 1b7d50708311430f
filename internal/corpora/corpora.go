// Package corpora finds the public test data that is kept beside the repository
// and not in it.
//
// The environment variable WEFT_CORPORA names its directory; the Makefile sets
// it when ../shared/corpora exists. A test that needs the data asks for its
// part of it:
//
//	dir := corpora.Dir(t, "json/parsing")
//	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
//
// On a developer's machine without the data such a test is skipped and says so.
// Where CI=true is set it fails, because a skipped suite in continuous
// integration looks like one that passed.
package corpora

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// Variable is the name of the environment variable that holds the directory of
// the corpora.
const Variable = "WEFT_CORPORA"

// Dir returns the path of the directory sub in the corpora, where sub is a path
// with forward slashes. If WEFT_CORPORA is not set, or there is no such
// directory, Dir skips the test, or ends it as failed if the environment says
// CI=true.
func Dir(t testing.TB, sub string) string {
	t.Helper()
	root := os.Getenv(Variable)
	if root == "" {
		unavailablef(t, "%s is not set; it names the directory of the public test data (wanted: %s)", Variable, sub)
		return ""
	}
	dir := filepath.Join(root, filepath.FromSlash(sub))
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		unavailablef(t, "%s=%s: %v", Variable, root, err)
	case !info.IsDir():
		unavailablef(t, "%s=%s: %s is not a directory", Variable, root, sub)
	}
	return dir
}

func unavailablef(t testing.TB, format string, args ...any) {
	t.Helper()
	if ci, err := strconv.ParseBool(os.Getenv("CI")); err == nil && ci {
		t.Fatalf(format, args...)
		return
	}
	t.Skipf(format, args...)
}
