// Weft is the command line tool of the framework.
//
//	weft gen api.yaml -out internal/api   # Go source from an OpenAPI document
//	weft check api.yaml old.yaml          # mistakes, and what breaks clients of the old version
//	weft routes api.yaml                  # a table of the operations
//	weft docs api.yaml                    # the document in the browser
//	weft new shop                         # a small project to start from
//	weft serve public                     # static files over HTTP
//	weft completion bash                  # a script for the shell
//	weft version
//
// Documents are files, URLs, or - for the standard input. Every command explains itself
// with --help. The exit code is 0 for success, 1 for a failure and 2 for a command line
// that cannot be understood; weft check also gives 1 for findings and 2 for a document
// that cannot be read.
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
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// A usageError is a command line that cannot be understood.
type usageError struct{ error }

// An exit ends the program with a code. Without an error nothing is printed.
type exit struct {
	code int
	err  error
}

func (e exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

// run executes a command line and returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:           "weft",
		Short:         "The tool of the HTTP framework weft",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          usage(cobra.NoArgs),
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(genCommand(), checkCommand(), routesCommand(), docsCommand(), newCommand(), serveCommand(), versionCommand())
	root.SetArgs(longFlags(args))
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return codeOf(root.ExecuteContext(ctx), stderr)
}

// codeOf prints an error and returns its exit code.
func codeOf(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	code := 1
	if _, ok := errors.AsType[usageError](err); ok {
		code = 2
	}
	if e, ok := errors.AsType[exit](err); ok {
		if e.err == nil {
			return e.code
		}
		code = e.code
	}
	fmt.Fprintln(stderr, "weft:", err)
	return code
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
