package hyper

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base32"
	"net/url"
	"strings"
	"sync"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/coding"
	"github.com/weft-go/weft/status"
)

// The client is embedded in the program, so that a page needs nothing from elsewhere.
// Its URL has a hash of its contents: what a URL stands for never changes, and browsers
// keep it for a year without asking.

// The pattern takes hyper.js and hyper.js.br, and leaves hyper.js.map to those who look
// for faults.
//
//go:embed assets/hyper.j*[^p]
var bundled embed.FS

// DefaultPrefix is where [Assets] serves the client, unless [Prefix] says otherwise.
const DefaultPrefix = "/hyper"

// An AssetOption changes where the client is, for [Script] and [Assets] alike.
type AssetOption func(*assetConfig)

type assetConfig struct {
	prefix  string
	version string
	nonce   string
	bundles []*asset
}

func assetOptions(options []AssetOption) assetConfig {
	c := assetConfig{prefix: DefaultPrefix}
	for _, o := range options {
		o(&c)
	}
	return c
}

// Prefix sets the path below which the client is served. It begins with a slash. The
// same one has to be given to [Script] and [Assets].
func Prefix(path string) AssetOption {
	return func(c *assetConfig) { c.prefix = strings.TrimSuffix(path, "/") }
}

// Version chooses the version of the client, for [Script]. The default is the one that
// is a part of the program. Another one has to be served: by [Assets] with [Bundle], or
// by the application, at {prefix}/{version}/hyper.js.
func Version(version string) AssetOption { return func(c *assetConfig) { c.version = version } }

// Bundle adds a version of the client to those that [Assets] serves. It keeps script.
func Bundle(version string, script []byte) AssetOption {
	return func(c *assetConfig) { c.bundles = append(c.bundles, newAsset(version, script, nil)) }
}

// Nonce allows the script under a Content-Security-Policy with a nonce, for [Script].
func Nonce(nonce string) AssetOption { return func(c *assetConfig) { c.nonce = nonce } }

// url returns the address of the client.
func (c *assetConfig) url() string {
	if c.version == "" {
		return c.prefix + "/" + client().fileName()
	}
	return c.prefix + "/" + url.PathEscape(c.version) + "/hyper.js"
}

// Assets returns the routes that serve the client: the one that is a part of the
// program, under a name with a hash of its contents, and those of [Bundle] under their
// version. Responses may be cached for ever. They are compressed with brotli or gzip.
func Assets(options ...AssetOption) weft.Routes {
	c := assetOptions(options)
	parts := []weft.Part{weft.NewPattern(weft.GET, c.prefix+"/"+client().fileName()).Handle(client().serve)}
	for _, b := range c.bundles {
		parts = append(parts, weft.NewPattern(weft.GET, c.prefix+"/"+url.PathEscape(b.version)+"/hyper.js").Handle(b.serve))
	}
	return weft.NewRoutes(parts...)
}

// An asset is a client in the forms in which it is sent.
type asset struct {
	version string
	plain   []byte
	hash    string
	brotli  []byte // nil if there is none
	gzip    func() []byte
}

// client returns the client that is a part of the program.
var client = sync.OnceValue(func() *asset {
	plain, err := bundled.ReadFile("assets/hyper.js")
	if err != nil {
		panic("hyper: " + err.Error()) // it was embedded
	}
	brotli, _ := bundled.ReadFile("assets/hyper.js.br") // there may be none
	return newAsset("", plain, brotli)
})

func newAsset(version string, plain, brotli []byte) *asset {
	sum := sha256.Sum256(plain)
	hash := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
	return &asset{version, plain, hash, brotli, sync.OnceValue(func() []byte { return gzipped(plain) })}
}

func gzipped(b []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // the level exists
	_, _ = w.Write(b)                                       // a buffer takes everything
	_ = w.Close()
	return out.Bytes()
}

func (a *asset) fileName() string { return "hyper." + a.hash + ".js" }

// serve answers with the client, in the coding that the browser likes best.
func (a *asset) serve(req *weft.Request) (weft.Response, error) {
	body, name := a.plain, ""
	offers, bodies := []string{"gzip"}, [][]byte{nil}
	if a.brotli != nil {
		offers, bodies = []string{"br", "gzip"}, [][]byte{a.brotli, nil}
	}
	if i, _ := coding.Choose(req.RawHeaders("Accept-Encoding"), offers); i >= 0 {
		body, name = bodies[i], offers[i]
	}
	if name == "gzip" {
		body = a.gzip()
	}
	etag := `"` + a.hash + `"`
	if name != "" {
		etag = `"` + a.hash + "-" + name + `"`
	}
	headers := weft.NewHeaders("Cache-Control", "public, max-age=31536000, immutable", "ETag", etag, "Vary", "Accept-Encoding",
		"X-Content-Type-Options", "nosniff")
	if matches(req.RawHeaders("If-None-Match"), etag) {
		return weft.NewResponse(status.NotModified).SetHeaders(headers), nil
	}
	if name != "" {
		headers = headers.Add("Content-Encoding", name)
	}
	return weft.Bytes(body, weft.MediaJavaScript).SetHeaders(headers), nil
}

// matches says whether a client has the representation with an ETag already (RFC 9110
// section 13.1.2).
func matches(fields []string, etag string) bool {
	for _, f := range fields {
		for e := range coding.Elements(f) {
			if e == "*" || strings.TrimPrefix(e, "W/") == etag {
				return true
			}
		}
	}
	return false
}
