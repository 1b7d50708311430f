//go:build unix

package server_test

import (
	"crypto/tls"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// TestSoakUpload: a body that is larger than the memory may be arrives whole, and the
// server holds no more of it near the end than at the start.
//
// With WEFT_SOAK=1 the bodies are of 4 GiB.
func TestSoakUpload(t *testing.T) {
	for _, on := range channels() { // one after the other, and beside no other test: memory is measured
		t.Run(on.String(), func(t *testing.T) { testSoakUpload(t, on) })
	}
}

func testSoakUpload(t *testing.T, on channel) {
	size := int64(24 << 20)
	if os.Getenv("WEFT_SOAK") == "1" {
		size = 4 << 30
	}
	ssl := must(t)(server.SSLGenerate())
	streaming := func(c server.Config) server.Config { return quiet(c).EnableRequestStreaming() }
	secured := func(c server.Config) server.Config { return c.WithSSL(ssl) }
	plain := "http://" + on.start(t, uploadRoutes(), streaming).Addr
	secure := "https://" + on.start(t, uploadRoutes(), streaming, secured).Addr
	for _, test := range []struct {
		name, base string
		known, h2  bool
	}{
		{"Length", plain, true, false},
		{"Chunked", plain, false, false},
		{"TLS", secure, true, false},
		{"HTTP2", secure, true, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: test.h2}
			defer transport.CloseIdleConnections()
			uploadWhole(t, transport, test.base+"/upload", size, test.known)
		})
	}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// uploadRoutes answer with the length and the checksum of what arrives.
func uploadRoutes() weft.Routes {
	return weft.NewRoutes(route.POST("/upload").Handle(func(req *weft.Request) (weft.Response, error) {
		r := req.Body().AsStream()
		defer r.Close()
		sum := crc32.New(castagnoli)
		n, err := io.Copy(sum, r)
		return weft.Text(fmt.Sprintf("%s: %d bytes, %x", req.Version(), n, sum.Sum32())), err
	}))
}

// uploadWhole sends a body of that size, and compares what the server has read and held.
func uploadWhole(t *testing.T, transport *http.Transport, url string, size int64, known bool) {
	t.Helper()
	body := newUploadBody(size)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, body)
	if err != nil {
		t.Fatal(err)
	}
	version := "HTTP/1.1"
	if transport.ForceAttemptHTTP2 {
		version = "HTTP/2"
	}
	if known {
		req.ContentLength = size
	}
	start := time.Now()
	resp, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if want := fmt.Sprintf("%s: %d bytes, %x", version, size, body.sum); err != nil || string(answer) != want {
		t.Errorf("status %d, %q, %v; want %q", resp.StatusCode, answer, err, want)
	}
	t.Logf("%d MiB in %v; memory after each quarter: %d KiB", size>>20, time.Since(start).Round(time.Millisecond), body.memory)
	for _, held := range body.memory[1:] {
		if held > body.memory[0]+uploadSlack>>10 {
			t.Errorf("memory grew from %d to %d KiB while the body was sent", body.memory[0], held)
		}
	}
}

// uploadSlack is what buffers may take at one time and not at another.
const uploadSlack = 4 << 20

// An uploadBody makes up a body as it is read. After each quarter of it, it notes how
// much memory is in use.
type uploadBody struct {
	size, sent int64
	block      []byte
	sum        uint32
	memory     []uint64 // in KiB
}

func newUploadBody(size int64) *uploadBody {
	b := &uploadBody{size: size, block: make([]byte, 1<<20)}
	for i := range b.block {
		b.block[i] = byte(i * i >> 7) // so that no piece is like its neighbours
	}
	return b
}

// Read returns the next piece.
func (b *uploadBody) Read(p []byte) (int, error) {
	if b.sent == b.size {
		return 0, io.EOF
	}
	piece := b.block[b.sent%int64(len(b.block)):]
	n := copy(p, piece[:min(int64(len(piece)), b.size-b.sent)])
	b.sum = crc32.Update(b.sum, castagnoli, p[:n])
	if quarter := b.size / 4; (b.sent+int64(n))/quarter > b.sent/quarter {
		b.memory = append(b.memory, count().memory>>10)
	}
	b.sent += int64(n)
	return n, nil
}
