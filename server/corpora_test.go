package server_test

import (
	"bytes"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/corpora"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// A corpusCase is a byte stream and what a server has to make of it. See the README
// of the corpora.
type corpusCase struct {
	Suite   string    `json:"suite"`
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Input   []byte    `json:"input_b64"`
	Expect  string    `json:"expect"` // accept, accept-min, reject, wait or any
	N       int       `json:"n"`      // messages that are served
	Level   string    `json:"level"`  // must, should or info
	Note    string    `json:"note"`
	Methods []string  `json:"methods"`
	Bodies  []*[]byte `json:"bodies_b64"`
}

// differences are cases of level info in which this server does otherwise, and why.
func differences() map[string]string {
	return map[string]string{
		"invalid.md:359":                    "unknown methods are allowed: applications have methods of their own",
		"method.md:99":                      "CONNECT is a method like others until a handler makes a tunnel, so its Content-Length counts",
		"sample.md:317":                     "HTTP/0.9 is not spoken",
		"transfer-encoding.md:754":          "no transfer coding but chunked is understood; 501 is what RFC 9112 asks for",
		"transfer-encoding.md:796":          "no transfer coding but chunked is understood; 501 is what RFC 9112 asks for",
		"TestServerValidatesHostHeader[21]": "Host is required, for CONNECT too: RFC 9112, section 3.2",
	}
}

func TestCorpora(t *testing.T) { eachChannel(t, testCorpora) }

func testCorpora(t *testing.T, on channel) {
	files, err := filepath.Glob(filepath.Join(corpora.Dir(t, "http1"), "requests-*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	var cases []corpusCase
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var some []corpusCase
		if err := json.Unmarshal(b, &some); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		cases = append(cases, some...)
	}
	var seen sync.Map
	t.Cleanup(func() {
		for id := range differences() {
			if _, ok := seen.Load(id); !ok && !t.Failed() {
				t.Errorf("%s is listed as a difference, but it is none any more", id)
			}
		}
	})
	memory := on.start(t, echoEverything(), corpusConfig)
	streaming := on.start(t, echoEverything(), corpusConfig, server.Config.EnableRequestStreaming)
	for _, mode := range []struct {
		name, addr string
		piece      int
	}{
		{"Whole", memory.Addr, 1 << 20},
		{"ByteByByte", memory.Addr, 1},
		{"StreamedWhole", streaming.Addr, 1 << 20},
		{"StreamedByteByByte", streaming.Addr, 1},
	} {
		t.Run(mode.name, func(t *testing.T) {
			t.Parallel()
			for _, c := range cases {
				t.Run(c.Suite+"/"+c.ID, func(t *testing.T) {
					t.Parallel()
					if c.judge(t, c.run(t, mode.addr, mode.piece)) {
						seen.Store(c.ID, true)
					}
				})
			}
		})
	}
}

// corpusConfig accepts what RFC 9112 lets a server accept and the corpora want to be
// accepted.
func corpusConfig(c server.Config) server.Config {
	c.LengthWithChunked = true
	return c.WithAcceptContinue(true)
}

// echoEverything answers every method on every path with the body of the request.
func echoEverything() weft.Routes {
	return weft.NewRoutes().With(weft.Around(func(weft.Handler) weft.Handler { return echoAll }))
}

// An outcome is what a server made of a byte stream.
type outcome struct {
	answers []*wefttest.RawResponse
	open    bool  // the connection was still open when nothing more came
	fault   error // why the last response could not be read
}

// served returns how many messages were answered before the first refusal.
func (o *outcome) served() int {
	for i, r := range o.answers {
		if refuses(r.Status) {
			return i
		}
	}
	return len(o.answers)
}

// refuses says whether a status means that a message was refused as a message; the
// handler of these tests answers with 200 only.
func refuses(status int) bool { return status >= 400 }

const (
	answerTime  = 5 * time.Second        // for an answer that has to come
	silenceTime = 250 * time.Millisecond // after which none comes any more
)

// run sends a case to a server. A stream that the corpus has cut right after its
// offence is completed, so that the server looks at it.
func (c *corpusCase) run(t *testing.T, addr string, piece int) *outcome {
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		for rest := c.Input; len(rest) > 0; {
			n := min(piece, len(rest))
			if _, err := nc.Write(rest[:n]); err != nil {
				return // refused already
			}
			rest = rest[n:]
		}
	}()
	defer func() { <-sent }()
	in := wefttest.NewRawReader(nc)
	o := &outcome{}
	o.read(nc, in, c)
	if o.open && c.Expect == "reject" && len(o.answers) <= c.N {
		<-sent
		if _, err := io.WriteString(nc, "\r\n\r\n"); err == nil {
			o.read(nc, in, c)
		}
	}
	return o
}

// read reads answers until the connection ends or falls silent.
func (o *outcome) read(nc net.Conn, in *wefttest.RawReader, c *corpusCase) {
	for {
		patience := silenceTime
		if c.Expect != "wait" && len(o.answers) < c.N {
			patience = answerTime
		}
		nc.SetReadDeadline(time.Now().Add(patience))
		r, err := in.Read(c.method(len(o.answers)))
		if err == nil {
			if r.Status >= 200 {
				o.answers = append(o.answers, r)
			}
			continue
		}
		o.open = errors.Is(err, os.ErrDeadlineExceeded)
		if r != nil || !o.open && err != io.EOF && !isReset(err) {
			o.fault = err
		}
		return
	}
}

func isReset(err error) bool { return strings.Contains(err.Error(), "reset by peer") }

// method returns the method of the i-th message that is served. An answer to HEAD
// has no body; but a server that refuses a message may not know its method.
func (c *corpusCase) method(i int) weft.Method {
	if i < min(c.N, len(c.Methods)) {
		return weft.Method(c.Methods[i])
	}
	return weft.GET
}

// judge compares what came out with what the corpus expects. It reports whether the
// outcome is a known difference.
func (c *corpusCase) judge(t *testing.T, o *outcome) (known bool) {
	t.Helper()
	problem := c.problem(o)
	if problem == "" {
		return false
	}
	if reason, ok := differences()[c.ID]; ok && c.Level == "info" {
		t.Logf("%s; known: %s", problem, reason)
		return true
	}
	var codes []int
	for _, r := range o.answers {
		codes = append(codes, r.Status)
	}
	t.Errorf("%s\nlevel %s, expected %s %d, answers %v, still open: %v\n%s\n%q",
		problem, c.Level, c.Expect, c.N, codes, o.open, c.Note, c.Input)
	return false
}

// problem says what is wrong with an outcome, or nothing.
func (c *corpusCase) problem(o *outcome) string {
	served := o.served()
	refused := served < len(o.answers)
	switch {
	case o.fault != nil:
		return fmt.Sprintf("a malformed response: %v", o.fault)
	case refused && len(o.answers) > served+1:
		return "something was answered after a refusal"
	case refused && o.open:
		return "the connection stayed open after a refusal"
	}
	switch c.Expect {
	case "accept":
		if served != c.N || refused && served < c.N {
			return fmt.Sprintf("%d messages were served, want %d", served, c.N)
		}
		return c.bodyProblem(o)
	case "accept-min":
		if served < c.N {
			return fmt.Sprintf("%d messages were served, want at least %d", served, c.N)
		}
		return c.bodyProblem(o)
	case "reject":
		switch {
		case served > c.N:
			return fmt.Sprintf("%d messages were served, want at most %d", served, c.N)
		case !refused && o.open:
			return "the message was neither served nor refused"
		}
	case "wait":
		if served > c.N {
			return "an incomplete message was served"
		}
	}
	return ""
}

// bodyProblem compares the bodies, which come back as the server understood them.
func (c *corpusCase) bodyProblem(o *outcome) string {
	for i, want := range c.Bodies {
		if i >= c.N || want == nil || c.method(i) == weft.HEAD {
			continue
		}
		if got := o.answers[i].Body; !bytes.Equal([]byte(got), *want) {
			return fmt.Sprintf("body %d is %q, want %q", i, got, *want)
		}
	}
	return ""
}
