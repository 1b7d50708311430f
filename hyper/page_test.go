package hyper_test

import (
	"errors"
	"html/template"
	"io"
	"testing"

	. "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

func TestPage(t *testing.T) {
	broken := NodeFunc(func(w io.Writer) error {
		_, _ = io.WriteString(w, "half of a page")
		return errors.New("it broke")
	})
	for name, c := range map[string]struct {
		html   any
		status weft.Status
		want   string
	}{
		"node":     {Doctype(HTML(Body(P(Text("a & b"))))), 200, "<!doctype html><html><body><p>a &amp; b</p></body></html>"},
		"string":   {"<p>a</p>", 200, "<p>a</p>"},
		"template": {template.HTML("<p>b</p>"), 200, "<p>b</p>"},
		"broken":   {broken, 500, ""},
		"no HTML":  {42, 500, ""},
	} {
		t.Run(name, func(t *testing.T) {
			routes := weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) { return hyper.Page(req, c.html) }))
			resp := wefttest.New(t, routes).Get("/").Status(c.status)
			if c.status == 200 {
				resp.Header("Content-Type", "text/html; charset=utf-8").Body(c.want)
			}
		})
	}
}
