package cli

import (
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/weft-go/weft"
)

// settings are the options that every command has.
type settings struct {
	host    string
	port    int
	tls     bool
	timeout time.Duration
	retry   int
	headers []string
	verbose bool
	output  string
	format  string
	user    string
	token   string

	caFile      string
	insecure    bool
	curl        bool
	showSecrets bool
}

// The values of --output that are not names of files.
const (
	outputJSON   = "json"
	outputPretty = "pretty" // another name of json
	outputYAML   = "yaml"
	outputTable  = "table"
	outputRaw    = "raw"
)

const (
	defaultTimeout = 30 * time.Second
	maxRetries     = 10
)

// addSettings adds the options of every command to the root.
func (a *App) addSettings(root *cobra.Command) *settings {
	s := &settings{}
	f := root.PersistentFlags()
	f.SortFlags = false
	f.StringVar(&s.host, "host", a.host, "the server's name or address")
	f.IntVar(&s.port, "port", a.port, "the server's port; 0 is that of the scheme")
	f.BoolVar(&s.tls, "tls", a.port == httpsPort, "speak https")
	f.DurationVar(&s.timeout, "timeout", defaultTimeout, "how long the server may keep us waiting; 0 is for ever")
	f.IntVar(&s.retry, "retry", 0, "how often to try again if that can do no harm")
	f.StringArrayVar(&s.headers, "header", nil, "a further header field, as 'Name: value' (repeatable)")
	f.StringVar(&s.format, "format", "", "format to send and to ask for: "+strings.Join(formatNames(), ", "))
	f.StringVarP(&s.output, "output", "o", outputJSON, "how to print the answer: json, yaml, table, raw, or the name of a file")
	f.StringVarP(&s.user, "user", "u", "", "name:password to log in with; better in $"+a.variable("user")+" and $"+a.variable("password"))
	f.StringVar(&s.token, "token", "", "token to log in with; better in $"+a.variable("token"))
	f.StringVar(&s.caFile, "ca-file", "", "a PEM file with the authorities to trust, instead of the system's")
	f.BoolVar(&s.insecure, "insecure", false, "do not check the server's certificate")
	f.BoolVar(&s.curl, "curl", false, "print a command line for curl instead of sending the request")
	f.BoolVar(&s.showSecrets, "show-secrets", false, "let --curl print credentials instead of variables")
	f.BoolVarP(&s.verbose, "verbose", "v", false, "show the heads of request and answer")
	// They fail only for options that do not exist.
	_ = root.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formatNames(), cobra.ShellCompDirectiveNoFileComp))
	_ = root.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{outputJSON, outputYAML, outputTable, outputRaw}, cobra.ShellCompDirectiveDefault))
	for _, name := range []string{"host", "port", "timeout", "retry", "header", "user", "token"} {
		_ = root.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	return s
}

const httpsPort = 443

// check returns what is wrong with the settings.
func (s *settings) check() error {
	switch {
	case s.host == "" || strings.ContainsAny(s.host, "/?#@ "):
		return usage("--host: want a name or an address, got %q", s.host)
	case s.port < 0 || s.port > 65535:
		return usage("--port: want 0 to 65535, got %d", s.port)
	case s.timeout < 0:
		return usage("--timeout: want no less than 0, got %v", s.timeout)
	case s.retry < 0 || s.retry > maxRetries:
		return usage("--retry: want 0 to %d, got %d", maxRetries, s.retry)
	case s.output == "":
		return usage("--output: want json, yaml, table, raw or the name of a file")
	case s.format != "" && !slices.Contains(formatNames(), s.format):
		return usage("--format: want one of %s, got %q", strings.Join(formatNames(), ", "), s.format)
	}
	_, err := s.fields()
	return err
}

// isFile says whether the answer goes to a file.
func (s *settings) isFile() bool {
	return !slices.Contains([]string{outputJSON, outputPretty, outputYAML, outputTable, outputRaw}, s.output)
}

// url returns the base of the server.
func (s *settings) url() string {
	scheme := "http"
	if s.tls {
		scheme = "https"
	}
	host := strings.Trim(s.host, "[]")
	if s.port != 0 {
		return scheme + "://" + net.JoinHostPort(host, strconv.Itoa(s.port))
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return scheme + "://" + host
}

// fields returns the header fields of --header.
func (s *settings) fields() (weft.Headers, error) {
	var h weft.Headers
	for _, line := range s.headers {
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return h, usage("--header: want 'Name: value', got %d characters without a colon", len(line))
		}
		h = h.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	if err := h.Err(); err != nil {
		return h, usage("--header: %w", err)
	}
	return h, nil
}

// variable returns the name of an environment variable of the application.
func (a *App) variable(name string) string {
	return strings.ToUpper(strings.ReplaceAll(kebab(a.name)+"_"+kebab(name), "-", "_"))
}
