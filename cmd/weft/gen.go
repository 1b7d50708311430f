package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/weft-go/weft/codegen"
	"github.com/weft-go/weft/openapi"
)

func genCommand() *cobra.Command {
	var in, out, pkg string
	var models, strict bool
	cmd := &cobra.Command{
		Use:   "gen -in api.yaml -out dir -package name",
		Short: "Write Go source from an OpenAPI document",
		Long: "Gen reads an OpenAPI document of version 3.0, 3.1 or 3.2, JSON or YAML, and writes a Go package:\n" +
			"types, endpoint descriptions, an interface to implement and a client.\n\n" +
			"What the document says and the code cannot is listed on the standard error, with its place.",
		Example: "  weft gen -in books.yaml -out internal/books -package books",
		Args:    usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if in == "" || out == "" {
				return usageError{fmt.Errorf("gen: want -in and -out")}
			}
			if pkg == "" {
				pkg = filepath.Base(filepath.Clean(out))
			}
			doc, err := openapi.Load(os.DirFS(filepath.Dir(in)), filepath.Base(in))
			if err != nil {
				return err
			}
			code := codegen.EndpointGen{ModelsOnly: models}.FromOpenAPI(doc)
			for _, e := range code.Report {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", in, e)
			}
			if strict && len(code.Report) > 0 {
				return fmt.Errorf("%s: %d things cannot be expressed; nothing is written", in, len(code.Report))
			}
			return codegen.WriteFiles(code, out, pkg, nil)
		},
	}
	cmd.Flags().StringVar(&in, "in", "", "the document")
	cmd.Flags().StringVar(&out, "out", "", "the directory of the package")
	cmd.Flags().StringVar(&pkg, "package", "", "the package's name or import path (the directory's name by default)")
	cmd.Flags().BoolVar(&models, "models", false, "write types only")
	cmd.Flags().BoolVar(&strict, "strict", false, "fail if anything cannot be expressed")
	return cmd
}
