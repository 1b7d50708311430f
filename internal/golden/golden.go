package golden

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// dir is where golden files live, relative to the directory of the package
// under test.
const dir = "testdata/golden"

// updating reads the -update flag of the test binary.
var updating = updateFlag(flag.CommandLine)

// Updating reports whether the test binary was started with -update. It is
// false until flags have been parsed.
func Updating() bool { return updating() }

// Check compares got with the golden file testdata/golden/name of the package
// under test and marks t as failed, with a line by line difference, if they are
// not the same bytes. The name may contain slashes, but must stay inside
// testdata/golden.
//
// If the test binary runs with -update, Check writes got to the file instead,
// and creates missing directories.
//
// Check does not stop the test. It may be called from several goroutines with
// different names.
func Check(t testing.TB, name string, got []byte) {
	t.Helper()
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		t.Errorf("golden file %q: the name must stay inside %s", name, dir)
		return
	}
	path := filepath.Join(filepath.FromSlash(dir), filepath.FromSlash(name))
	if Updating() {
		write(t, path, got)
		return
	}
	compare(t, path, got)
}

func compare(t testing.TB, path string, got []byte) {
	t.Helper()
	want, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.Errorf("golden file %s does not exist; run the test with -update to create it. Got:\n%s", path, got)
	case err != nil:
		t.Errorf("golden file %s: %v", path, err)
	case !bytes.Equal(want, got):
		t.Errorf("golden file %s differs; run the test with -update if the new output is right:\n%s", path, Diff(want, got))
	}
}

// write leaves a file with the right bytes alone, so that an update touches
// only what changed.
func write(t testing.TB, path string, got []byte) {
	t.Helper()
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, got) {
		return
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Errorf("golden file %s: %v", path, err)
		return
	}
	if err := os.WriteFile(path, got, 0o644); err != nil {
		t.Errorf("golden file %s: %v", path, err)
		return
	}
	t.Logf("golden file %s: updated", path)
}

// updateFlag registers -update in set and returns a function that reads it. A
// second registration of one name panics in package flag, so a flag that is
// already there is used as it is.
func updateFlag(set *flag.FlagSet) func() bool {
	if set.Lookup("update") == nil {
		set.Bool("update", false, "rewrite golden files instead of comparing with them")
	}
	f := set.Lookup("update")
	return func() bool {
		on, err := strconv.ParseBool(f.Value.String())
		return err == nil && on
	}
}
