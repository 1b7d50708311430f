package nofile_test

import (
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/weft-go/weft/bench/internal/nofile"
)

func TestRaiseReachesChildProcesses(t *testing.T) {
	const want = 64
	if err := nofile.Raise(want); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("sh", "-c", "ulimit -Sn; ulimit -Hn").Output()
	if err != nil {
		t.Fatal(err)
	}
	soft, hard, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if soft != hard {
		t.Errorf("child: soft limit %s, hard limit %s, want them equal", soft, hard)
	}
	if n, err := strconv.Atoi(soft); err == nil && n < want {
		t.Errorf("child: soft limit %d, want at least %d", n, want)
	}
}

func TestRaiseTellsWhenTheLimitIsTooLow(t *testing.T) {
	if err := nofile.Raise(math.MaxInt64); err == nil {
		t.Error("no error for a limit that no kernel allows")
	}
}
