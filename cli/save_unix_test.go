//go:build unix

package cli_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/weft-go/weft/cli"
)

// TestOutputFileMode: who may read the file is up to the user's umask.
func TestOutputFileMode(t *testing.T) {
	addr, dir := serve(t), t.TempDir()
	old := syscall.Umask(0)
	t.Cleanup(func() { syscall.Umask(old) })
	for mask, want := range map[int]fs.FileMode{0o022: 0o644, 0o077: 0o600, 0o002: 0o664} {
		syscall.Umask(mask)
		name := filepath.Join(dir, want.String())
		if got := run(t, addr, true, "", cli.Config{}, "tags", "list", "-o", name); got.code != 0 {
			t.Fatalf("%d %s", got.code, got.err)
		}
		if info, err := os.Stat(name); err != nil || info.Mode() != want {
			t.Errorf("umask %03o: got %v, %v, want %v", mask, info.Mode(), err, want)
		}
	}
}
