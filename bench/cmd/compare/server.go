package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A server is a running candidate.
type server struct {
	name   string
	port   int
	cmd    *exec.Cmd
	log    string // file with what it printed
	exited chan struct{}
	// newlines are the kinds of requests to which its JSON ends with a newline.
	newlines map[string]bool
}

const (
	startPatience = 5 * time.Second
	stopPatience  = 2 * time.Second
)

// startServer starts a candidate on a free port and waits until it accepts
// connections. The server ends when the calling thread does, at the latest.
func startServer(ctx context.Context, shop *workshop, name string, launch launcher) (*server, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	args, err := launch(port)
	if err != nil {
		return nil, err
	}
	if shop.pin {
		args = append([]string{"taskset", "-c", serverCore}, args...)
	}
	s := &server{name: name, port: port, exited: make(chan struct{})}
	s.log = filepath.Join(shop.tmp, fmt.Sprintf("%s-%d.log", name, port))
	if err := s.spawn(args); err != nil {
		return nil, err
	}
	if err := s.await(ctx); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

func (s *server) address() string { return "127.0.0.1:" + strconv.Itoa(s.port) }

func (s *server) spawn(args []string) error {
	log, err := os.Create(s.log)
	if err != nil {
		return err
	}
	defer log.Close()
	s.cmd = exec.Command(args[0], args[1:]...)
	s.cmd.Stdout, s.cmd.Stderr = log, log
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	if err := s.cmd.Start(); err != nil {
		return err
	}
	go func() {
		s.cmd.Wait()
		close(s.exited)
	}()
	return nil
}

// await returns when the server accepts a connection.
func (s *server) await(ctx context.Context) error {
	deadline := time.After(startPatience)
	for {
		conn, err := net.DialTimeout("tcp", s.address(), time.Second)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.exited:
			return fmt.Errorf("ended at start: %s", s.output())
		case <-deadline:
			return fmt.Errorf("not listening on %s after %s: %s", s.address(), startPatience, s.output())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// alive reports whether the server still runs.
func (s *server) alive() bool {
	select {
	case <-s.exited:
		return false
	default:
		return true
	}
}

// output returns the end of what the server printed.
func (s *server) output() string {
	data, _ := os.ReadFile(s.log)
	text := strings.TrimSpace(string(data))
	if len(text) > 300 {
		text = "…" + text[len(text)-300:]
	}
	return text
}

// stop asks the server to end and, when it does not, ends it.
func (s *server) stop() {
	s.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.exited:
		return
	case <-time.After(stopPatience):
	}
	// The group, because nginx has workers.
	syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
	<-s.exited
}

// freePort returns a port that nobody listens on.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
