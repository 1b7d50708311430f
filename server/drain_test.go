package server_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// What a client may rely on when a server that is busy gets SIGTERM:
//
//   - A request that a handler has seen gets its complete answer.
//   - A request that no handler has seen, because its bytes were still on their way or
//     in the kernel when the server closed the connection, gets no byte of an answer. Its
//     client may send it again elsewhere: over HTTP/1.1 since the connection was closed
//     before an answer began (RFC 9112, section 9.3.1, and 9110, section 9.2.2), over
//     HTTP/2 since GOAWAY says which streams were not looked at (RFC 9113, section 6.8).
//
// So there is no third case: an answer that is cut, or work that was done for nobody.

// drainVariable says how the program serves: a transport, and TLS or not.
const drainVariable = "WEFT_SERVER_TEST_DRAIN"

// drainProgram serves until a signal. It prints its address, and at the end which
// requests its handler has seen.
func drainProgram() int {
	var seen sync.Map
	routes := weft.NewRoutes(route.POST("/{id:int}").Handle(func(req *weft.Request) (weft.Response, error) {
		id, err := req.ParamAs[int]("id")
		if err != nil {
			return weft.Response{}, err
		}
		seen.Store(id, true)
		if id%3 == 0 {
			time.Sleep(time.Duration(id%20) * time.Millisecond)
		}
		return weft.Text(drainAnswer(id)), nil
	}))
	channelName, secure, _ := strings.Cut(os.Getenv(drainVariable), " ")
	var transport server.TransportConfig
	if err := transport.ChannelType.UnmarshalText([]byte(channelName)); err != nil {
		return 4
	}
	config := withH2C(quiet(server.Config{})).WithBinding("127.0.0.1", 0)
	if secure != "" {
		ssl, err := server.SSLGenerate()
		if err != nil {
			return 5
		}
		config = config.WithSSL(ssl)
	}
	srv := server.Customized(config, transport)
	go func() {
		for srv.Addr() == nil {
			time.Sleep(time.Millisecond)
		}
		fmt.Println(srv.Addr())
	}()
	err := srv.Serve(context.Background(), routes)
	for id := range seen.Range {
		fmt.Println(id)
	}
	switch {
	case errors.Is(err, server.ErrCut):
		return 3
	case err != nil:
		return 2
	}
	return 0
}

// drainAnswer is the answer to a request. Some are long.
func drainAnswer(id int) string { return strings.Repeat(fmt.Sprint(id, " "), 1+id%7*500) }

// A drainLoad is a crowd of clients, and what has become of their requests.
type drainLoad struct {
	addr   string
	secure bool
	next   atomic.Int64
	all    sync.WaitGroup

	mu       sync.Mutex
	answered map[int]bool
	refused  map[int]bool // without a byte
	faults   []string
}

func (l *drainLoad) answer(id int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answered[id] = true
}

func (l *drainLoad) refuse(id int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refused[id] = true
}

func (l *drainLoad) fault(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.faults = append(l.faults, fmt.Sprintf(format, args...))
}

// count returns how many requests were answered so far.
func (l *drainLoad) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.answered)
}

// dial connects, or returns nil if the server does not listen any more.
func (l *drainLoad) dial() net.Conn {
	var c net.Conn
	var err error
	if l.secure {
		c, err = tls.Dial("tcp", l.addr, &tls.Config{InsecureSkipVerify: true})
	} else {
		c, err = net.Dial("tcp", l.addr)
	}
	if err != nil {
		return nil
	}
	_ = c.SetDeadline(time.Now().Add(patience))
	return c
}

// http1 sends requests over HTTP/1.1, some at a time, until the server is gone.
func (l *drainLoad) http1(pipelined int) {
	body := strings.Repeat("x", 2000)
	for c := l.dial(); c != nil; c = l.dial() {
		from := &countedReader{Reader: c}
		r := bufio.NewReader(from)
		for {
			first := int(l.next.Add(int64(pipelined))) - pipelined
			var requests strings.Builder
			for id := first; id < first+pipelined; id++ {
				fmt.Fprintf(&requests, "POST /%d HTTP/1.1\r\nHost: test\r\nContent-Length: %d\r\n\r\n%s", id, id%2*len(body), body[:id%2*len(body)])
			}
			_, _ = io.WriteString(c, requests.String()) // that it is not read shows below
			if !l.readAnswers(r, from, first, first+pipelined) {
				break
			}
		}
		c.Close()
	}
}

// readAnswers reads the answers to requests. It reports whether the connection goes on.
func (l *drainLoad) readAnswers(r *bufio.Reader, from *countedReader, first, end int) bool {
	open := true
	for id := first; id < end; id++ {
		before := from.n - r.Buffered()
		a, body, err := readResponse(r)
		switch {
		case err != nil && from.n > before:
			l.fault("request %d got %d bytes of an answer, and then %v", id, from.n-before, err)
			return false
		case err != nil:
			for ; id < end; id++ {
				l.refuse(id)
			}
			return false
		case a.StatusCode != 200 || body != drainAnswer(id):
			l.fault("request %d got %d with %d bytes", id, a.StatusCode, len(body))
			return false
		}
		l.answer(id)
		open = open && !a.Close
	}
	return open
}

// readResponse reads a whole answer.
func readResponse(r *bufio.Reader) (*http.Response, string, error) {
	resp, err := http.ReadResponse(r, nil)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return resp, string(b), err
}

// A countedReader counts what was read.
type countedReader struct {
	io.Reader
	n int
}

func (r *countedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.n += n
	return n, err
}

// http2 sends requests one after the other over a connection that it shares, until the
// server is gone.
func (l *drainLoad) http2(client *http.Client, scheme string) {
	for {
		id := int(l.next.Add(1)) - 1
		resp, err := client.Post(fmt.Sprintf("%s://%s/%d", scheme, l.addr, id), "text/plain", strings.NewReader("hello"))
		if err != nil {
			l.refuse(id)
			if errors.Is(err, syscall.ECONNREFUSED) {
				return
			}
			continue
		}
		b, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != 200 || string(b) != drainAnswer(id) {
			l.fault("request %d over %s got %d with %d bytes, %v", id, resp.Proto, resp.StatusCode, len(b), err)
			return
		}
		l.answer(id)
	}
}

// clients returns the clients for HTTP/2, each with a connection of its own.
func (l *drainLoad) clients(t *testing.T, n int) []*http.Client {
	var list []*http.Client
	for range n {
		transport := &http.Transport{Protocols: new(http.Protocols)}
		if l.secure {
			transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
			transport.Protocols.SetHTTP2(true)
		} else {
			transport.Protocols.SetUnencryptedHTTP2(true)
		}
		t.Cleanup(transport.CloseIdleConnections)
		list = append(list, &http.Client{Transport: transport, Timeout: patience})
	}
	return list
}

// TestTermLosesNothing loads a process over HTTP/1.1 and HTTP/2, sends SIGTERM in the
// middle of it, and checks what the comment above says.
func TestTermLosesNothing(t *testing.T) {
	ways := []string{"NIO TLS"}
	for _, on := range channels() {
		ways = append(ways, on.String())
	}
	for _, how := range ways {
		t.Run(how, func(t *testing.T) {
			t.Setenv(drainVariable, how)
			p := start(t, "drain")
			l := &drainLoad{addr: p.line(t), secure: strings.HasSuffix(how, "TLS"), answered: map[int]bool{}, refused: map[int]bool{}}
			scheme := "http"
			if l.secure {
				scheme = "https"
			}
			for i := range 24 {
				l.all.Go(func() { l.http1(1 + i%3) })
			}
			for _, client := range l.clients(t, 4) {
				for range 6 {
					l.all.Go(func() { l.http2(client, scheme) })
				}
			}
			for deadline := time.Now().Add(patience); l.count() < 1500 && time.Now().Before(deadline); {
				time.Sleep(time.Millisecond)
			}
			if err := p.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			l.all.Wait()
			l.check(t, p)
		})
	}
}

// check compares what clients have got with what handlers have seen.
func (l *drainLoad) check(t *testing.T, p *process) {
	t.Helper()
	out, err := io.ReadAll(p.out)
	if err != nil {
		t.Fatal(err)
	}
	if code := p.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	seen := 0
	for line := range strings.FieldsSeq(string(out)) {
		var id int
		if _, err := fmt.Sscan(line, &id); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		seen++
		if !l.answered[id] {
			l.faults = append(l.faults, fmt.Sprintf("request %d was served, and not answered (refused: %v)", id, l.refused[id]))
		}
	}
	if seen != len(l.answered) || seen < 1500 {
		t.Errorf("%d requests were served, and %d answered", seen, len(l.answered))
	}
	for _, f := range l.faults {
		t.Error(f)
	}
	t.Logf("%d requests were answered, and %d refused", len(l.answered), len(l.refused))
}
