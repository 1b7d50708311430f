package main

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
)

// project holds the files of a new project. Their names end in .tmpl, so that the go
// command does not take them for its own.
//
//go:embed project
var project embed.FS

func newCommand() *cobra.Command {
	var module, replace string
	cmd := &cobra.Command{
		Use:     "new dir",
		Short:   "Make a small project to start from",
		Long:    "New writes a module with one described endpoint, a server for it and a test. The directory must be empty or not there.",
		Example: "  weft new shop\n  cd shop && go mod tidy && go test ./...",
		Args:    usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if module == "" {
				module = filepath.Base(filepath.Clean(args[0]))
			}
			if err := writeProject(args[0], module, replace); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s is ready: cd %s && go mod tidy && go run .\n", module, args[0])
			return nil
		},
	}
	cmd.Flags().StringVar(&module, "module", "", "the module's path (the directory's name by default)")
	cmd.Flags().StringVar(&replace, "replace", "", "a directory with the framework's own source to use")
	return cmd
}

// writeProject writes the files of a new project.
func writeProject(dir, module, replace string) error {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s: the directory is not empty", dir)
	}
	directive := ""
	if replace != "" {
		path, err := filepath.Abs(replace)
		if err != nil {
			return err
		}
		directive = "\nrequire github.com/weft-go/weft v0.0.0\n\nreplace github.com/weft-go/weft => " + path + "\n"
	}
	major, _, _ := strings.Cut(strings.TrimPrefix(runtime.Version(), "go"), "-")
	fill := strings.NewReplacer("{{module}}", module, "{{go}}", goLine(major), "{{replace}}", directive)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return fs.WalkDir(project, "project", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := project.ReadFile(path)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(path), ".tmpl")
		return os.WriteFile(filepath.Join(dir, name), []byte(fill.Replace(string(text))), 0o644)
	})
}

// goLine returns the version for a go.mod, without the patch.
func goLine(version string) string {
	parts := strings.SplitN(version, ".", 3)
	if len(parts) < 2 {
		return "1.27"
	}
	return parts[0] + "." + parts[1]
}
