package main

import (
	"fmt"
	"net"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/server"
)

func serveCommand() *cobra.Command {
	var address string
	cmd := &cobra.Command{
		Use:   "serve dir",
		Short: "Serve the files of a directory",
		Long: "Serve answers requests with the files of a directory until it is interrupted: with entity tags, ranges and\n" +
			"precompressed siblings. Files whose names begin with a dot, and links that lead outside, are not served.",
		Example: "  weft serve public --address 127.0.0.1:9000",
		Args:    usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			routes, err := fileRoutes(args[0])
			if err != nil {
				return err
			}
			config, err := binding(address)
			if err != nil {
				return usageError{err}
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "serving %s at http://%s\n", args[0], address)
			return server.New(config).Serve(cmd.Context(), routes)
		},
	}
	cmd.Flags().StringVar(&address, "address", "127.0.0.1:8080", "host and port to listen on")
	return cmd
}

// fileRoutes returns routes that answer with the files of a directory.
func fileRoutes(dir string) (weft.Routes, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return weft.Routes{}, err
	}
	if !info.IsDir() {
		return weft.Routes{}, fmt.Errorf("%s: want a directory", dir)
	}
	return weft.NewRoutes().
		With(middleware.ServeDirectory("/", dir)).
		With(middleware.SecureHeaders()).
		With(middleware.Recover()).
		With(middleware.RequestLogging()), nil
}

// binding returns the configuration of a server that listens on an address.
func binding(address string) (server.Config, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return server.Config{}, err
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return server.Config{}, fmt.Errorf("address %q: want a port from 0 to 65535", address)
	}
	if n == 0 {
		return server.Config{}.WithBinding(host, 0).OnAnyOpenPort(), nil
	}
	return server.Config{}.WithBinding(host, int(n)), nil
}
