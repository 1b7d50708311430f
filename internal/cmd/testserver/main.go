// Command testserver is a server for test suites from outside: raw request
// corpora, load generators, protocol scanners. Its routes do small, plain things.
//
//	go run ./internal/cmd/testserver -addr 127.0.0.1:0
//
// prints the address it listens on as its first line. See routes.go for what it
// answers.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
)

// options are the command's flags.
type options struct {
	addr, transport           string
	cert, key, clientCA       string
	h2c, compress, decompress bool
	echo, stream              bool
}

func main() {
	var o options
	flag.StringVar(&o.addr, "addr", "127.0.0.1:8080", "`address` to listen on; port 0 is any free one")
	flag.StringVar(&o.transport, "transport", "nio", "nio, epoll or uring")
	flag.StringVar(&o.cert, "tls-cert", "", "PEM `file` with the certificate; turns TLS on")
	flag.StringVar(&o.key, "tls-key", "", "PEM `file` with the certificate's key")
	flag.StringVar(&o.clientCA, "client-ca", "", "PEM `file` with the authorities of client certificates")
	flag.BoolVar(&o.h2c, "h2c", false, "serve HTTP/2 without TLS")
	flag.BoolVar(&o.compress, "compress", false, "compress responses")
	flag.BoolVar(&o.decompress, "decompress", false, "decompress requests")
	flag.BoolVar(&o.echo, "echo", false, "answer every request with its own body")
	flag.BoolVar(&o.stream, "stream", true, "hand request bodies on while they arrive")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "testserver:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	config, err := configure(o)
	if err != nil {
		return err
	}
	routes := plainRoutes()
	if o.echo {
		routes = weft.NewRoutes().With(weft.Around(func(weft.Handler) weft.Handler { return echo }))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var transport server.TransportConfig
	if err := transport.ChannelType.UnmarshalText([]byte(o.transport)); err != nil {
		return fmt.Errorf("-transport: %w", err)
	}
	srv := server.Customized(config, transport)
	if _, err := srv.Install(routes); err != nil {
		return err
	}
	fmt.Println(srv.Addr())
	<-ctx.Done()
	return srv.Shutdown(context.Background())
}

// configure translates the flags.
func configure(o options) (server.Config, error) {
	c := server.Config{
		Address:           o.addr,
		AcceptContinue:    true,
		H2C:               o.h2c,
		LengthWithChunked: o.echo, // the corpora have a request that RFC 9112 lets servers accept
		RequestStreaming:  server.RequestStreaming{Enabled: o.stream},
		Logger:            slog.New(slog.NewTextHandler(os.Stderr, nil)),
	}
	if o.compress {
		c = c.WithResponseCompression(server.ResponseCompressionConfig{})
	}
	if o.decompress {
		c = c.WithRequestDecompression(true)
	}
	if o.cert == "" {
		return c, nil
	}
	ssl, err := server.SSLFromFiles(o.cert, o.key)
	if err == nil && o.clientCA != "" {
		ssl, err = ssl.WithClientCA(o.clientCA)
	}
	return c.WithSSL(ssl), err
}
