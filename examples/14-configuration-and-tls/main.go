// A server that is configured from outside, over TLS, with its own health checks.
//
//	go run ./examples/14-configuration-and-tls
//	curl -k https://localhost:8443/
//	WEFT_HTTP_SERVER_BINDING_PORT=9000 go run ./examples/14-configuration-and-tls
package main

import (
	"context"
	_ "embed"
	"fmt"
	"log"
	"os"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/config"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

//go:embed weft.yaml
var shipped string

// configure reads what the program ships with, then what a developer has in local.yaml, then
// the environment. Later sources win. A misspelt key is an error that names its line.
func configure(more ...server.Source) (*server.Server, error) {
	sources := append([]server.Source{
		config.YAML("weft.yaml").Holding(shipped),
		config.File("local.yaml").Optional(),
	}, more...)
	c, err := server.Load(sources...)
	if err != nil {
		return nil, err
	}
	// A certificate for this machine. In production it is server.SSLFromFiles, or the
	// keys below ssl in the configuration; both notice when the files change.
	ssl, err := server.SSLGenerate("localhost")
	if err != nil {
		return nil, err
	}
	return server.Customized(c.Config.WithSSL(ssl), c.Transport), nil
}

func routes(srv *server.Server) weft.Routes {
	return weft.NewRoutes(
		route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
			return weft.Text(fmt.Sprintf("hello over %s\n", req.Version())), nil
		}),
		srv.HealthRoutes(), // /healthz and /readyz
	)
}

func main() {
	srv, err := configure(config.Environment())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprint(os.Stderr, srv.Dump()) // every value that is set, with its source
	if err := srv.Serve(context.Background(), routes(srv)); err != nil {
		log.Fatal(err)
	}
}
