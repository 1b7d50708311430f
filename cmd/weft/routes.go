package main

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/weft-go/weft/openapi"
)

func routesCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:               "routes document",
		Short:             "List the operations of an OpenAPI document",
		Long:              "Routes prints a table of the operations: method, path, operationId and summary.\n" + sourceHelp,
		Example:           "  weft routes books.yaml\n  weft routes https://api.example.com/openapi.json -json | jq -r '.[].path'",
		Args:              usage(cobra.ExactArgs(1)),
		ValidArgsFunction: completeDocuments,
		RunE: func(cmd *cobra.Command, args []string) error {
			doc, err := source(args[0]).load(cmd)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), rowsOf(doc))
			}
			return writeTable(cmd.OutOrStdout(), rowsOf(doc))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON: a list of objects")
	return cmd
}

// A row is an operation of the table.
type row struct {
	Method     string   `json:"method"`
	Path       string   `json:"path"`
	Operation  string   `json:"operationId"`
	Summary    string   `json:"summary"`
	Tags       []string `json:"tags"`
	Deprecated bool     `json:"deprecated"`
}

// rowsOf returns the operations in the order of the document.
func rowsOf(doc *openapi.Document) []row {
	rows := []row{}
	for path, item := range doc.Paths.All() {
		for method, op := range item.All() {
			rows = append(rows, row{method, path, op.OperationID, firstLine(op, item), op.Tags, op.Deprecated})
		}
	}
	return rows
}

// firstLine returns the summary of an operation, or the beginning of its description.
func firstLine(op *openapi.Operation, item *openapi.PathItem) string {
	for _, text := range []string{op.Summary, op.Description, item.Summary, item.Description} {
		if text = strings.TrimSpace(text); text != "" {
			line, _, _ := strings.Cut(text, "\n")
			return strings.Join(strings.Fields(line), " ")
		}
	}
	return ""
}

// maxSummary is how many characters of a summary the table shows.
const maxSummary = 60

func writeTable(w io.Writer, rows []row) error {
	tab := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(tab, "METHOD\tPATH\tOPERATION\tSUMMARY")
	for _, r := range rows {
		text := []rune(r.Summary)
		if len(text) > maxSummary {
			text = append(text[:maxSummary-1], '…')
		}
		if r.Deprecated {
			text = append([]rune("(deprecated) "), text...)
		}
		operation := r.Operation
		if operation == "" {
			operation = "-"
		}
		fmt.Fprintln(tab, strings.TrimRight(strings.Join([]string{r.Method, r.Path, operation, string(text)}, "\t"), "\t"))
	}
	return tab.Flush()
}

// writeJSON writes a value as indented JSON.
func writeJSON(w io.Writer, v any) error {
	if err := json.MarshalWrite(w, v, jsontext.WithIndent("  ")); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
