package transport_test

import (
	"io"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/route"
)

// recorder is a sink that keeps what it gets.
type recorder struct {
	discard
	text strings.Builder
}

func (r *recorder) Send(p []byte) error { r.text.Write(p); return nil }

func (r *recorder) feed(m *transport.Machine, s string) { m.Filled(copy(m.Space(), s)); m.Run(r) }

// TestStreamsShedTheirMemory has another connection go on in the memory that an event
// stream does not need, while the stream's own request is still in use.
func TestStreamsShedTheirMemory(t *testing.T) {
	set := settings()
	conn := &weft.Connection{Runtime: set.Runtime}
	var first, other *transport.Machine
	var beside recorder
	set.Install(weft.NewRoutes(
		route.GET("/events/{name}").Handle(func(req *weft.Request) (weft.Response, error) {
			return weft.StreamFunc(weft.MediaEventStream, func(w io.Writer) error {
				other = transport.NewMachine(set, conn)
				for range 100 {
					beside.feed(other, "GET /plain/elsewhere HTTP/1.1\r\nHost: b.example\r\n\r\n")
				}
				agent, _ := req.RawHeader("User-Agent")
				_, err := io.WriteString(w, "data: "+req.Param("name")+" "+agent+"\n\n")
				return err
			}), nil
		}),
		route.GET("/plain/{name}").Handle(func(req *weft.Request) (weft.Response, error) {
			return weft.Text(req.Param("name")), nil
		}),
	))
	first = transport.NewMachine(set, conn)
	var got recorder
	got.feed(first, "GET /events/prices HTTP/1.1\r\nHost: a.example\r\nUser-Agent: tester\r\n\r\n")
	got.feed(first, "GET /plain/afterwards HTTP/1.1\r\nHost: a.example\r\n\r\n")
	first.Free()
	other.Free()
	if s := got.text.String(); !strings.Contains(s, "data: prices tester\n\n") || !strings.HasSuffix(s, "\r\n\r\nafterwards") {
		t.Errorf("the stream's connection got %q", s)
	}
	if n := strings.Count(beside.text.String(), "\r\n\r\nelsewhere"); n != 100 {
		t.Errorf("the other connection got %d answers of 100", n)
	}
}
