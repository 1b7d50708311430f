package server_test

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

func ExampleConfig_WithResponseCompression() {
	srv := server.New(server.Config{}.
		WithBinding("127.0.0.1", 0).
		WithResponseCompression(server.ResponseCompressionConfig{
			ContentThreshold: 500,
			Options:          []server.CompressionOption{server.Gzip(3)},
		}))
	defer srv.Close()
	hello := route.GET("/").Handle(func(*weft.Request) (weft.Response, error) {
		return weft.Text(strings.Repeat("hello ", 100)), nil
	})
	if _, err := srv.Install(weft.NewRoutes(hello)); err != nil {
		fmt.Println(err)
		return
	}

	req, _ := http.NewRequest(http.MethodGet, "http://"+srv.Addr().String(), nil)
	req.Header.Set("Accept-Encoding", "br, gzip;q=0.9")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	fmt.Println(resp.Header.Get("Content-Encoding"), resp.Header.Get("Vary"), resp.ContentLength < 50)
	// Output: gzip Accept-Encoding true
}
