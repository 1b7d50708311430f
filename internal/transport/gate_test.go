package transport_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/route"
)

// A recordingSink keeps what is sent.
type recordingSink struct{ strings.Builder }

func (s *recordingSink) Handling() {}

func (s *recordingSink) Send(p []byte) error {
	_, err := s.Write(p)
	return err
}

func (s *recordingSink) SendTwo(head, body []byte) error { return s.Send(append(head, body...)) }

// TestGate: a request that the gate does not let pass is answered by the next Run, with
// its body; those before it have been answered, and those after it follow.
func TestGate(t *testing.T) {
	set := &transport.Settings{Limits: h1.DefaultLimits(), KeepAlive: true, MaxBody: 100,
		Runtime: &weft.Runtime{Logger: slog.New(slog.DiscardHandler)}}
	set.Tick(time.Now())
	set.Install(weft.NewRoutes(route.POST("/{name}").Handle(func(req *weft.Request) (weft.Response, error) {
		body, err := req.Body().Bytes()
		return weft.Text("<" + req.Param("name") + " " + string(body) + ">"), err
	})))
	var wire strings.Builder
	for _, name := range []string{"a", "b", "c"} {
		wire.WriteString("POST /" + name + " HTTP/1.1\r\nHost: test\r\nContent-Length: 4\r\n\r\nbody")
	}
	for _, piece := range []int{1, 7, 1000} {
		m := transport.NewMachine(set, &weft.Connection{Runtime: set.Runtime})
		closed := func(x *weft.Exchange) bool { return x.Head().Path() == "/b" }
		var sink recordingSink
		left := 0
		for rest := wire.String(); rest != ""; {
			n := copy(m.Space(), rest[:min(piece, len(rest))])
			rest = rest[n:]
			m.Filled(n)
			m.Gate(closed)
			if m.Run(&sink) == transport.Leave {
				if left++; strings.Contains(sink.String(), "<b") || !strings.Contains(sink.String(), "<a body>") {
					t.Errorf("when the gate closed, this was sent: %q", sink.String())
				}
				m.Gate(nil)
				m.Run(&sink)
			}
		}
		if left != 1 {
			t.Errorf("pieces of %d: the gate closed %d times", piece, left)
		}
		if got := sink.String(); strings.Count(got, "HTTP/1.1 200") != 3 || !strings.Contains(got, "<b body>") || !strings.Contains(got, "<c body>") {
			t.Errorf("pieces of %d: got %q", piece, got)
		}
		m.Free()
	}
}
