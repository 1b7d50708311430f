package hyper_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/compress"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// A stream is compressed as a whole, although each event goes out at once: what one
// event has said, the next one does not say again.
func TestSimilarFragmentsCompress(t *testing.T) {
	const events = 200
	srv := wefttest.Start(t, weft.NewRoutes(route.GET("/").Handle(hyper.Events(func(_ *weft.Request, page *hyper.Stream) error {
		for i := range events {
			row := hyper.HTMLf(`<tr id="row-%d" class="order"><td class="number">%d</td><td class="customer">customer %d</td>`+
				`<td><button class="button primary" data-on:click="@post('/orders/%d/ship')">ship</button></td></tr>`, i%20, i, i*7919%1000, i)
			if err := page.PatchElements(row); err != nil {
				return err
			}
		}
		return nil
	}))), func(c server.Config) server.Config { return c.WithResponseCompression(compress.Default()) })

	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "br")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	wire, err := io.ReadAll(resp.Body)
	if err != nil || resp.Header.Get("Content-Encoding") != "br" {
		t.Fatalf("got %v, coding %q", err, resp.Header.Get("Content-Encoding"))
	}
	text, err := io.ReadAll(brotli.NewReader(bytes.NewReader(wire)))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "event: hyper-patch-elements"); n != events {
		t.Errorf("got %d events, want %d", n, events)
	}
	ratio := fmt.Sprintf("%d bytes as %d", len(text), len(wire))
	if t.Log(ratio); len(text) < 10*len(wire) {
		t.Errorf("the stream is sent %s, want a tenth at most", ratio)
	}
}
