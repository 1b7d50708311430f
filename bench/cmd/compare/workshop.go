package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// A workshop is the temporary directory in which everything is built, and what
// the builds need to know.
type workshop struct {
	module  string // directory of the bench module
	tmp     string
	load    string // the load generator
	wire    string // the one for TLS, HTTP/2, events and WebSockets
	threads int    // what a server that has to be told may use
	pin     bool
	install bool
}

// newWorkshop makes the directory, writes the expected bodies into it and
// builds the load generator. The caller closes the workshop.
func newWorkshop(ctx context.Context, opts options) (*workshop, error) {
	module, err := moduleDir(ctx)
	if err != nil {
		return nil, err
	}
	tmp, err := os.MkdirTemp("", "weft-compare-")
	if err != nil {
		return nil, err
	}
	// nginx, started by root, serves files as another user.
	if err := os.Chmod(tmp, 0o755); err != nil {
		return nil, err
	}
	shop := &workshop{module: module, tmp: tmp, threads: runtime.NumCPU(), pin: opts.pin, install: opts.install}
	if opts.pin {
		shop.threads = 1
	}
	if err := shop.fill(ctx); err != nil {
		shop.close()
		return nil, err
	}
	return shop, nil
}

func (w *workshop) fill(ctx context.Context) error {
	if err := w.writeRequests(); err != nil {
		return err
	}
	// Builds work on a copy of go.mod, so that a new dependency of weft does not stop the
	// comparison and the comparison does not edit the repository.
	for _, ext := range []string{".mod", ".sum"} {
		data, err := os.ReadFile(filepath.Join(w.module, "go"+ext))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(w.tmp, "build"+ext), data, 0o644); err != nil {
			return err
		}
	}
	if err := w.writeCertificate(); err != nil {
		return err
	}
	var err error
	if w.load, err = w.cBuild(ctx, "load"); err != nil {
		return err
	}
	w.wire, err = w.goBuild(ctx, "./cmd/wire", "")
	return err
}

func (w *workshop) close() { os.RemoveAll(w.tmp) }

// modfile is the flag that makes the go tool work on the copy of go.mod.
func (w *workshop) modfile() string { return "-modfile=" + filepath.Join(w.tmp, "build.mod") }

// goBuild builds a main package of the module, with a tag unless it is empty, and
// returns the path of the program. A program that is there already is not built again.
func (w *workshop) goBuild(ctx context.Context, pkg, tag string) (string, error) {
	bin := filepath.Join(w.tmp, filepath.Base(pkg)+tag)
	if _, err := os.Stat(bin); err == nil {
		return bin, nil
	}
	_, err := w.command(ctx, "go", "build", "-mod=mod", w.modfile(), "-tags", tag, "-o", bin, pkg)
	return bin, err
}

// cBuild builds every .c file of a directory of the module into one program.
func (w *workshop) cBuild(ctx context.Context, dir string) (string, error) {
	if _, err := exec.LookPath("cc"); err != nil {
		return "", errors.New("no C compiler: cc is not in PATH; install gcc or clang (apt-get install gcc libc6-dev)")
	}
	sources, err := filepath.Glob(filepath.Join(w.module, dir, "*.c"))
	if err != nil {
		return "", err
	}
	bin := filepath.Join(w.tmp, dir)
	_, err = w.command(ctx, "cc", append([]string{"-O2", "-Wall", "-pthread", "-o", bin}, sources...)...)
	return bin, err
}

// command runs a tool in the module's directory and returns what it printed.
// The error holds the tool's own words.
func (w *workshop) command(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = w.module
	out, err := cmd.CombinedOutput()
	text := strings.TrimSpace(string(out))
	if err != nil {
		return text, fmt.Errorf("%s: %w: %s", name, err, text)
	}
	return text, nil
}

// moduleDir finds the bench module around the working directory.
func moduleDir(ctx context.Context) (string, error) {
	const path = "github.com/weft-go/weft/bench"
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", path).Output()
	if err != nil {
		return "", fmt.Errorf("module %s not found from here: run compare inside bench/", path)
	}
	return strings.TrimSpace(string(out)), nil
}
