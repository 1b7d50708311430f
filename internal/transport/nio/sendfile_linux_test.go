//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package nio

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// pair returns two sockets that are connected.
func pair(t *testing.T) (a, b int) {
	t.Helper()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		syscall.Close(fds[0])
		syscall.Close(fds[1])
	})
	return fds[0], fds[1]
}

func fileWith(t *testing.T, content []byte) *os.File {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// A job is done in as many steps as the socket makes of it, and loses nothing.
func TestFileJob(t *testing.T) {
	content := bytes.Repeat([]byte("0123456789"), 200_000)
	f := fileWith(t, content)
	from, to := pair(t)
	job := fileJob{head: []byte("head"), src: int(f.Fd()), offset: 5, left: int64(len(content)) - 10}
	var got []byte
	buf := make([]byte, 64<<10)
	steps := 0
	for done := false; !done; steps++ {
		done = job.run(from)
		for {
			n, err := syscall.Read(to, buf)
			if err == syscall.EAGAIN {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, buf[:n]...)
		}
	}
	want := append([]byte("head"), content[5:len(content)-5]...)
	if job.err != nil || job.refused || !bytes.Equal(got, want) {
		t.Errorf("got %d bytes, want %d: %v", len(got), len(want), job.err)
	}
	if steps < 2 {
		t.Error("the socket took everything at once; the test shows nothing")
	}
}

func TestFileJobEnds(t *testing.T) {
	f := fileWith(t, []byte("short"))
	from, _ := pair(t)
	short := fileJob{src: int(f.Fd()), left: 10}
	if !short.run(from) || short.err != io.ErrUnexpectedEOF {
		t.Errorf("short file: %v", short.err)
	}
	proc, err := os.Open("/proc/self/environ") // a file whose bytes are made when it is read
	if err != nil {
		t.Fatal(err)
	}
	defer proc.Close()
	refused := fileJob{src: int(proc.Fd()), left: 10}
	if !refused.run(from) || !refused.refused || refused.err != nil {
		t.Errorf("no file: %+v", refused)
	}
	if err := syscall.Shutdown(from, syscall.SHUT_WR); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []*fileJob{{head: []byte("h"), left: 1}, {src: int(f.Fd()), left: 1}} {
		if !gone.run(from) || gone.err != syscall.EPIPE {
			t.Errorf("no reader: %v", gone.err)
		}
	}
}

func TestCopyFile(t *testing.T) {
	content := bytes.Repeat([]byte("x"), 3*sendPiece+7)
	f := fileWith(t, content)
	var got []byte
	send := func(p []byte) error { got = append(got, p...); return nil }
	if err := copyFile(send, f, &fileJob{offset: 7, left: int64(len(content) - 7)}); err != nil || !bytes.Equal(got, content[7:]) {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
	if err := copyFile(send, f, &fileJob{left: int64(len(content) + 1)}); err != io.ErrUnexpectedEOF {
		t.Errorf("short file: %v", err)
	}
	failed := errors.New("gone")
	if err := copyFile(func([]byte) error { return failed }, f, &fileJob{left: 1}); err != failed {
		t.Errorf("no reader: %v", err)
	}
}
