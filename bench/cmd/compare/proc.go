package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// What the kernel knows about processes, read from /proc (see proc(5)).
//
// /proc/PID/stat splits CPU time into user and system but counts in ticks of
// 10 ms. /proc/PID/task/*/schedstat counts nanoseconds but does not split, and
// forgets threads that have ended. So the total comes from schedstat, and stat
// says which share of it was the kernel's.

// ticksPerSecond is USER_HZ, which Linux fixes at 100 for /proc.
const ticksPerSecond = 100

// cpuTime is CPU time in seconds.
type cpuTime struct {
	user, system float64 // in ticks
	total        float64 // precise
}

func (t cpuTime) minus(earlier cpuTime) cpuTime {
	d := cpuTime{t.user - earlier.user, t.system - earlier.system, t.total - earlier.total}
	// A thread that ended took its schedstat with it.
	if ticks := d.user + d.system; d.total < 0.9*ticks {
		d.total = ticks
	}
	return d
}

// processTree returns a process and all its descendants.
func processTree(root int) []int {
	parents := map[int]int{}
	entries, _ := filepath.Glob("/proc/[0-9]*")
	for _, entry := range entries {
		pid, _ := strconv.Atoi(filepath.Base(entry))
		if fields := statFields(pid); len(fields) > 1 {
			parents[pid], _ = strconv.Atoi(fields[1])
		}
	}
	tree := []int{root}
	for i := 0; i < len(tree); i++ {
		for pid, parent := range parents {
			if parent == tree[i] {
				tree = append(tree, pid)
			}
		}
	}
	return tree
}

// statFields returns the fields of /proc/PID/stat after the command's name,
// which may hold spaces and parentheses itself. Field 0 is the state.
func statFields(pid int) []string {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
}

// cpuOf adds up the CPU time of processes.
func cpuOf(pids []int) cpuTime {
	var sum cpuTime
	for _, pid := range pids {
		if fields := statFields(pid); len(fields) > 12 {
			sum.user += number(fields[11]) / ticksPerSecond
			sum.system += number(fields[12]) / ticksPerSecond
		}
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
		for _, task := range tasks {
			data, err := os.ReadFile(task)
			if err != nil {
				continue
			}
			running, _, _ := strings.Cut(string(data), " ")
			sum.total += number(running) / 1e9
		}
	}
	return sum
}

// residentBytes adds up the resident memory of processes.
func residentBytes(pids []int) float64 {
	var sum float64
	for _, pid := range pids {
		data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if _, rest, found := strings.Cut(string(data), "VmRSS:"); found {
			sum += number(strings.Fields(rest)[0]) * 1024
		}
	}
	return sum
}

// machineBusy returns the CPU seconds that the whole machine has spent working.
func machineBusy() float64 {
	data, _ := os.ReadFile("/proc/stat")
	line, _, _ := strings.Cut(string(data), "\n")
	var sum float64
	for i, field := range strings.Fields(line) {
		switch i {
		case 0, 4, 5: // the name, idle, waiting for a disk
		case 9, 10: // guests, already part of user
		default:
			sum += number(field) / ticksPerSecond
		}
	}
	return sum
}

// number parses what the kernel wrote; anything else is 0.
func number(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}
