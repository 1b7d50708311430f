package compress_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/compress"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

func Example() {
	srv := server.New(server.Config{}.
		WithBinding("127.0.0.1", 0).
		WithResponseCompression(compress.Default()))
	defer srv.Close()
	hello := route.GET("/").Handle(func(*weft.Request) (weft.Response, error) {
		return weft.Text(strings.Repeat("hello ", 1000)), nil
	})
	if _, err := srv.Install(weft.NewRoutes(hello)); err != nil {
		fmt.Println(err)
		return
	}

	req, _ := http.NewRequest(http.MethodGet, "http://"+srv.Addr().String(), nil)
	req.Header.Set("Accept-Encoding", "gzip, deflate, br")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	fmt.Println(resp.Header.Get("Content-Encoding"), len(body) < 100)
	// Output: br true
}
