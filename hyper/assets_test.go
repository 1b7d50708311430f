package hyper_test

import (
	"compress/gzip"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/wefttest"
)

// source returns the address in a script element.
func source(t *testing.T, s hyper.ScriptElement) string {
	t.Helper()
	m := regexp.MustCompile(`^<script type="module" src="([^"]+)"( nonce="[^"]*")?></script>$`).FindStringSubmatch(s.String())
	if m == nil {
		t.Fatalf("got %s", s)
	}
	return m[1]
}

func TestAssets(t *testing.T) {
	plain, err := os.ReadFile("assets/hyper.js")
	if err != nil {
		t.Fatal(err)
	}
	c := wefttest.New(t, weft.NewRoutes(hyper.Assets()))
	url := source(t, hyper.Script())
	resp := c.Get(url).Status(200).
		Header("Content-Type", "text/javascript; charset=utf-8").
		Header("Cache-Control", "public, max-age=31536000, immutable").
		Header("Vary", "Accept-Encoding").
		NoHeader("Content-Encoding").
		Body(string(plain))
	etag, _ := resp.Response().Header("ETag")
	if !strings.Contains(url, strings.Trim(etag, `"`)) {
		t.Errorf("the hash %s is not in %s", etag, url)
	}
	c.With("If-None-Match", `"x", W/`+etag).Get(url).Status(304).Header("ETag", etag)
	c.With("If-None-Match", `"x"`).Get(url).Status(200)
	c.Head(url).Status(200)
	c.Get(strings.Replace(url, ".js", "x.js", 1)).Status(404)
}

func TestAssetsAreCompressed(t *testing.T) {
	plain, _ := os.ReadFile("assets/hyper.js")
	brotli, noBrotli := os.ReadFile("assets/hyper.js.br")
	c := wefttest.New(t, weft.NewRoutes(hyper.Assets()))
	url := source(t, hyper.Script())
	zipped := c.With("Accept-Encoding", "gzip").Get(url).Header("Content-Encoding", "gzip")
	r, err := gzip.NewReader(strings.NewReader(zipped.Text()))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(r); string(b) != string(plain) || err != nil {
		t.Errorf("gzip gives %d bytes, %v", len(b), err)
	}
	one, _ := zipped.Response().Header("ETag")
	two, _ := c.Get(url).Response().Header("ETag")
	if one == two {
		t.Error("two representations have the same ETag")
	}
	if noBrotli == nil {
		c.With("Accept-Encoding", "gzip, br").Get(url).Header("Content-Encoding", "br").Body(string(brotli))
	}
	c.With("Accept-Encoding", "identity").Get(url).NoHeader("Content-Encoding")
}

func TestAssetOptions(t *testing.T) {
	routes := weft.NewRoutes(hyper.Assets(hyper.Prefix("/static/"), hyper.Bundle("0.9.0", []byte("old"))))
	c := wefttest.New(t, routes)
	c.Get(source(t, hyper.Script(hyper.Prefix("/static")))).Status(200)
	old := source(t, hyper.Script(hyper.Prefix("/static"), hyper.Version("0.9.0")))
	if old != "/static/0.9.0/hyper.js" {
		t.Errorf("got %s", old)
	}
	c.Get(old).Status(200).Body("old")
	if got := hyper.Script(hyper.Version(`"><`), hyper.Nonce(`"`)).String(); got !=
		`<script type="module" src="/hyper/%22%3E%3C/hyper.js" nonce="&#34;"></script>` {
		t.Errorf("got %s", got)
	}
	var b strings.Builder
	if err := hyper.Script().Render(&b); err != nil || b.String() != hyper.Script().String() || b.String() != string(hyper.Script().HTML()) {
		t.Errorf("got %s, %v", b.String(), err)
	}
}
