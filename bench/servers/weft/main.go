// Weft serves the routes of the comparison with weft: the default configuration,
// and the default transport unless another one is asked for.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/weft-go/weft/server"

	"github.com/weft-go/weft/bench/payload"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	name := flag.String("channel", "AUTO", "AUTO, NIO, EPOLL or URING")
	files := flag.String("files", "", "directory that is served under /files/")
	count := flag.Int("routes", payload.Routes, "routes below /api")
	layers := flag.Int("middleware", 0, "layers of middleware that does nothing")
	cert := flag.String("cert", "", "certificate; if given, the port speaks TLS")
	key := flag.String("key", "", "the certificate's key")
	flag.Parse()
	channel, err := channelType(*name)
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	config := server.Config{}.WithBinding("127.0.0.1", *port)
	if *cert != "" {
		ssl, err := server.SSLFromFiles(*cert, *key)
		if err != nil {
			log.Fatal(err)
		}
		config = config.WithSSL(ssl)
	}
	if err := server.Customized(config, server.TransportConfig{ChannelType: channel}).Serve(ctx, routes(*files, *count, *layers)); err != nil {
		log.Fatal(err)
	}
}

func channelType(name string) (server.ChannelType, error) {
	for _, c := range []server.ChannelType{server.ChannelAuto, server.ChannelNIO, server.ChannelEPOLL, server.ChannelURING} {
		if c.String() == name {
			return c, nil
		}
	}
	return 0, fmt.Errorf("channel: want AUTO, NIO, EPOLL or URING, got %q", name)
}
