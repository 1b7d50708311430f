package main

import (
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"
)

func TestProcessTreeHoldsDescendants(t *testing.T) {
	cmd := exec.Command("cat")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	tree := processTree(os.Getpid())
	in.Close()
	cmd.Wait()
	if tree[0] != os.Getpid() || !slices.Contains(tree, cmd.Process.Pid) {
		t.Errorf("got %v, want %d first and %d somewhere", tree, os.Getpid(), cmd.Process.Pid)
	}
}

func TestCPUOfCountsWork(t *testing.T) {
	self := []int{os.Getpid()}
	before := cpuOf(self)
	// Reading /proc is work enough.
	const want = 0.02
	deadline := time.Now().Add(30 * time.Second)
	for cpuOf(self).minus(before).total < want && time.Now().Before(deadline) {
	}
	if got := cpuOf(self).minus(before).total; got < want {
		t.Errorf("got %g s of CPU after 30 s of work, want at least %g", got, want)
	}
	if residentBytes(self) < 1<<20 {
		t.Errorf("resident: got %g bytes, want at least a mebibyte", residentBytes(self))
	}
}

func TestCPUTimeFallsBackToTicksWhenThreadsEnded(t *testing.T) {
	before := cpuTime{user: 1, system: 1, total: 2}
	after := cpuTime{user: 2, system: 2, total: 2.5}
	if got := after.minus(before).total; got != 2 {
		t.Errorf("got %g, want 2", got)
	}
}
