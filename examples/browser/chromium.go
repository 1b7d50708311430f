package browser

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// running is the one Chromium of a test run, started by the first page.
var running = sync.OnceValues(start)

var stop = func() {}

// Main runs the tests of a package and ends Chromium after them. It is for TestMain.
func Main(m *testing.M) {
	code := m.Run()
	stop()
	os.Exit(code)
}

func start() (context.Context, error) {
	program := find()
	if program == "" {
		return nil, errors.New("no Chromium: set CHROMIUM or put chromium into PATH")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("disable-component-update", true))
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stopBrowser := chromedp.NewContext(allocator)
	stop = func() { stopBrowser(); stopAllocator() }
	return ctx, chromedp.Do(ctx)
}

func find() string {
	if program := os.Getenv("CHROMIUM"); program != "" {
		return program
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if program, err := exec.LookPath(name); err == nil {
			return program
		}
	}
	return ""
}
