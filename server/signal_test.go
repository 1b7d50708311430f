package server_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// programVariable names the program that the test binary is to be.
const programVariable = "WEFT_SERVER_TEST_PROGRAM"

// programs are what tests run in a process of their own. They return its exit code.
func programs() map[string]func() int {
	return map[string]func() int{
		"serve":        serveProgram,
		"drain":        drainProgram,
		"soak":         soakProgram,
		"stream panic": func() int { return panicProgram(weft.Stream("text/plain", streamPanic)) },
		"upgrade panic": func() int {
			return panicProgram(weft.Upgrade("x", func(net.Conn, io.Reader) { panic("in the protocol") }))
		},
	}
}

// serveProgram serves until a signal, and exits with 3 if requests were cut. It prints
// its address, and a line when a request waits.
func serveProgram() int {
	g := newGate()
	srv := server.New(quiet(server.Config{}).WithBinding("127.0.0.1", 0).WithGracefulShutdownTimeout(2 * time.Second))
	go func() {
		for srv.Addr() == nil { // Serve catches signals before it listens
			time.Sleep(time.Millisecond)
		}
		fmt.Println(srv.Addr())
		<-g.began
		fmt.Println("waiting")
		if line, err := bufio.NewReader(os.Stdin).ReadString('\n'); err == nil && line == "open\n" {
			close(g.open)
		}
	}()
	err := srv.Serve(context.Background(), g.routes())
	switch {
	case errors.Is(err, server.ErrCut):
		return 3
	case err != nil:
		return 2
	}
	return 0
}

// soakProgram serves until its input ends. For each line of that it says how much memory
// it uses.
func soakProgram() int {
	srv := server.New(quiet(server.Config{HeaderTimeout: 2 * time.Second}).WithBinding("127.0.0.1", 0))
	if _, err := srv.Install(says("hello")); err != nil {
		return 2
	}
	fmt.Println(srv.Addr())
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		fmt.Println(m.StackInuse + m.HeapInuse)
	}
	return 0
}

// A process is the test binary as another program.
type process struct {
	*exec.Cmd
	in  io.Writer
	out *bufio.Reader
}

func start(t *testing.T, program string) *process {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.CommandContext(t.Context(), executable)}
	p.Env = append(os.Environ(), programVariable+"="+program)
	p.Stderr = t.Output()
	p.in, err = p.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(out)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Process.Kill()
		p.Wait()
	})
	return p
}

// line reads a line that the process prints.
func (p *process) line(t *testing.T) string {
	t.Helper()
	s, err := p.out.ReadString('\n')
	if err != nil {
		t.Fatalf("the process has ended: %v", err)
	}
	return strings.TrimSpace(s)
}

// exit waits for the process and returns its exit code.
func (p *process) exit() int {
	_ = p.Wait()
	return p.ProcessState.ExitCode()
}

// TestServeEndsWithASignal: SIGTERM and SIGINT shut down gracefully, and what Serve
// returns says whether requests were cut.
func TestServeEndsWithASignal(t *testing.T) {
	for _, test := range []struct {
		name   string
		signal os.Signal
		open   bool
		code   int
	}{
		{"TERM", syscall.SIGTERM, true, 0},
		{"INT", os.Interrupt, true, 0},
		{"TERMCuts", syscall.SIGTERM, false, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := start(t, "serve")
			c := wefttest.Dial(t, p.line(t))
			c.Send(waitingRequest)
			p.line(t)
			if err := p.Process.Signal(test.signal); err != nil {
				t.Fatal(err)
			}
			if test.open {
				fmt.Fprintln(p.in, "open")
				r := c.Read(weft.GET)
				if v, _ := r.Headers.Get("Connection"); r.Body != "waited" {
					t.Errorf("got %q with Connection %q", r.Body, v)
				}
			}
			c.ReadEnd()
			if code := p.exit(); code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
		})
	}
}

// TestSecondSignalEndsTheProcess: who cannot wait for the graceful end asks again.
func TestSecondSignalEndsTheProcess(t *testing.T) {
	t.Parallel()
	p := start(t, "serve")
	addr := p.line(t)
	c := wefttest.Dial(t, addr)
	c.Send(waitingRequest)
	p.line(t)
	idle := wefttest.Dial(t, addr)
	ask(t, idle)
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	idle.ReadEnd() // the shutdown has begun
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait()
	if s, ok := p.ProcessState.Sys().(syscall.WaitStatus); !ok || s.Signal() != syscall.SIGTERM {
		t.Errorf("the process ended with %v", p.ProcessState)
	}
}

func streamPanic(yield func([]byte, error) bool) {
	yield([]byte("hello"), nil)
	panic("in the stream")
}

// panicProgram serves until its input ends.
func panicProgram(bad weft.Response) int {
	srv := server.New(server.Config{}.WithBinding("127.0.0.1", 0))
	_, err := srv.Install(weft.NewRoutes(
		route.GET("/bad").Handle(func(*weft.Request) (weft.Response, error) { return bad, nil }),
		route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("hello"), nil }),
	))
	if err != nil {
		return 2
	}
	fmt.Println(srv.Addr())
	io.Copy(io.Discard, os.Stdin)
	return 0
}

// TestLatePanicsEndOneConnectionOnly: a panic after the head was sent cannot become
// 500 any more, but it must not end the process either.
func TestLatePanicsEndOneConnectionOnly(t *testing.T) {
	for _, program := range []string{"stream panic", "upgrade panic"} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			p := start(t, program)
			addr := p.line(t)
			bad := wefttest.Dial(t, addr)
			bad.Send("GET /bad HTTP/1.1\r\nHost: test\r\n\r\n")
			if r, err := bad.TryRead(weft.GET); err == nil && r.Status == 200 {
				t.Errorf("the client got a whole answer: %v", r)
			}
			nc, err := net.DialTimeout("tcp", addr, time.Second)
			if err != nil {
				t.Fatalf("the process has ended: %v", err)
			}
			nc.Close()
			ask(t, wefttest.Dial(t, addr))
		})
	}
}
