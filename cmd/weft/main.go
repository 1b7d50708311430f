// Weft is the command line tool of the framework.
//
//	weft gen -in api.yaml -out internal/api -package api   # Go source from an OpenAPI document
//	weft new shop                                          # a small project to start from
//	weft serve public                                      # static files over HTTP
//	weft version
//
// Every command explains itself with --help. The exit code is 0 for success, 1 for a
// failure and 2 for a command line that cannot be understood.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}

// A usageError is a command line that cannot be understood.
type usageError struct{ error }

// run executes a command line and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:           "weft",
		Short:         "The tool of the HTTP framework weft",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          usage(cobra.NoArgs),
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(genCommand(), newCommand(), serveCommand(), versionCommand())
	root.SetArgs(longFlags(args))
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintln(stderr, "weft:", err)
	var usage usageError
	if errors.As(err, &usage) {
		return 2
	}
	return 1
}

// usage marks the errors of an argument check.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usageError{err}
		}
		return nil
	}
}

// longFlags lets flags be written with one dash, as Go's own tools do: -in is --in.
// No command has flags of one letter but -h.
func longFlags(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		if len(arg) > 2 && arg[0] == '-' && arg[1] != '-' {
			arg = "-" + arg
		}
		out[i] = arg
	}
	return out
}
