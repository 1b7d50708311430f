package ui

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"strings"
	"sync"

	"github.com/swaggest/swgui/v5/static"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/coding"
)

//go:embed assets
var own embed.FS

// A file is something to serve, compressed where the client can read that.
type file struct {
	mediaType string
	tag       string
	zipped    []byte                 // nil if compressing gains nothing
	plain     func() ([]byte, error) // the bytes as they are
}

// newFile returns a file with its bytes.
func newFile(mediaType string, data []byte) *file {
	f := &file{mediaType: mediaType, tag: tagOf(data), plain: func() ([]byte, error) { return data, nil }}
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is one that there is
	_, err := w.Write(data)
	if closed := w.Close(); err == nil && closed == nil && b.Len() < len(data) { // a buffer takes everything
		f.zipped = b.Bytes()
	}
	return f
}

// newZipped returns a file that is there compressed. Hardly anybody asks for it plain,
// so it is only unpacked when somebody does.
func newZipped(mediaType string, zipped []byte) *file {
	return &file{mediaType: mediaType, tag: tagOf(zipped), zipped: zipped, plain: sync.OnceValues(func() ([]byte, error) {
		r, err := gzip.NewReader(bytes.NewReader(zipped))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(r)
	})}
}

func tagOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:12])
}

// serve answers a request for the file: 304 if the client has it (RFC 9110 section
// 13.1.2).
func (f *file) serve(req *weft.Request) weft.Response {
	data, tag, zipped := f.zipped, `"`+f.tag+`-gzip"`, f.zipped != nil
	if zipped {
		i, _ := coding.Choose(req.RawHeaders("Accept-Encoding"), []string{"gzip"})
		zipped = i == 0
	}
	if !zipped {
		tag = `"` + f.tag + `"`
	}
	r := weft.NotModified()
	if !matches(req.RawHeaders("If-None-Match"), tag) {
		if !zipped {
			var err error
			if data, err = f.plain(); err != nil {
				return weft.ErrorResponse(req, err)
			}
		}
		r = weft.Bytes(data, f.mediaType)
		if zipped {
			r = r.WithHeader("Content-Encoding", "gzip")
		}
	}
	if f.zipped != nil {
		r = r.WithHeader("Vary", "Accept-Encoding")
	}
	// Browsers ask each time whether what they have is still good, which costs little
	// and never shows the page of an older version.
	return r.WithHeader("ETag", tag).WithHeader("Cache-Control", "no-cache").WithHeader("X-Content-Type-Options", "nosniff")
}

// matches reports whether one of the tags that a client has is the current one. The
// comparison is the weak one, since a proxy may have weakened it.
func matches(fields []string, tag string) bool {
	for _, field := range fields {
		for one := range strings.SplitSeq(field, ",") {
			one = strings.TrimPrefix(strings.TrimSpace(one), "W/")
			if one == tag || one == "*" {
				return true
			}
		}
	}
	return false
}

// assets returns the files that the page loads, by their names.
func assets() map[string]*file {
	const script, style = "text/javascript; charset=utf-8", "text/css; charset=utf-8"
	all := map[string]*file{
		"start.js":  newFile(script, mustRead(own, "assets/start.js")),
		"style.css": newFile(style, mustRead(own, "assets/style.css")),
	}
	for name, mediaType := range map[string]string{
		"swagger-ui-bundle.js": script, "swagger-ui-standalone-preset.js": script, "swagger-ui.css": style,
	} {
		all[name] = newZipped(mediaType, mustRead(static.FS, name+".gz"))
	}
	all["favicon-32x32.png"] = newFile("image/png", mustRead(static.FS, "favicon-32x32.png"))
	return all
}

// mustRead returns a file of the binary.
func mustRead(fsys embed.FS, name string) []byte {
	data, err := fsys.ReadFile(name)
	if err != nil {
		panic("ui: " + err.Error())
	}
	return data
}
