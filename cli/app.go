package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/endpoint"
)

// An App is a command-line client. It is immutable; its methods may be called any
// number of times, from several goroutines if the streams of its [Config] allow it.
type App struct {
	name, version   string
	summary, footer string
	host            string
	port            int
	config          Config
	operations      []*operation
	grouped         bool
}

// A Config says what an application works with. The zero value is the default.
type Config struct {
	// Open returns what sends the requests of one command. The default sends them with
	// net/http. If the Doer is an io.Closer it is closed in the end.
	Open func(Server) (endpoint.Doer, error)

	// TLS is the configuration of TLS for the default. Nil trusts the system's
	// authorities.
	TLS *tls.Config

	// Codec says how values map to formats. It has to be what the server uses.
	Codec weft.CodecConfig

	// Stdin is the standard input. The default is that of the process.
	Stdin io.Reader

	// Stdout is where answers are printed. The default is the process's standard output.
	Stdout io.Writer

	// Stderr is where failures, messages and progress are printed. The default is the
	// process's standard error.
	Stderr io.Writer

	// LookupEnv finds an environment variable. The default is os.LookupEnv.
	LookupEnv func(name string) (string, bool)

	// terminal says whether a stream is a terminal.
	terminal func(any) bool

	// now tells the time for the display of progress.
	now func() time.Time
}

// A Server is where the requests of a command go, as its options say.
type Server struct {
	// URL is the base, such as https://books.example:8443.
	URL string

	// Timeout is how long the server may keep us waiting. Zero means for ever.
	Timeout time.Duration

	// Retries is how often a request is sent again that got no answer.
	Retries int

	// Credentials answer a Digest challenge. All others are in the request already. Nil
	// means none.
	Credentials auth.Credentials

	// TLS is the one of [Config], with what --ca-file and --insecure say.
	TLS *tls.Config
}

// FromEndpoints returns an application with one command for each endpoint. The name
// is that of the program, and summary and footer stand at the beginning and the end of
// its help. Host and port are those of the server unless options say otherwise; with
// the port 443 it speaks TLS. With cliStyle commands are nouns and verbs, `books get`;
// without it they are flat, `get-books-id`. Only one Config may be given.
//
// It panics, naming the place in the program where there is one, if the name is empty
// or an endpoint cannot be described.
func FromEndpoints(name, version, summary, footer, host string, port int, endpoints []endpoint.Described, cliStyle bool, config ...Config) *App {
	if name == "" {
		panic("cli: want a name, got an empty one")
	}
	if len(config) > 1 {
		panic(fmt.Sprintf("cli: want one Config, got %d", len(config)))
	}
	a := &App{name: name, version: version, summary: summary, footer: footer, host: host, port: port, grouped: cliStyle}
	if len(config) == 1 {
		a.config = config[0]
	}
	a.config = a.config.filled()
	for _, e := range endpoints {
		a.operations = append(a.operations, newOperation(e, a.config.Codec))
	}
	a.nameAll()
	return a
}

// filled returns the configuration with its defaults in place.
func (c Config) filled() Config {
	if c.Open == nil {
		c.Open = open
	}
	if c.Stdin == nil {
		c.Stdin = os.Stdin
	}
	if c.Stdout == nil {
		c.Stdout = os.Stdout
	}
	if c.Stderr == nil {
		c.Stderr = os.Stderr
	}
	if c.LookupEnv == nil {
		c.LookupEnv = os.LookupEnv
	}
	if c.terminal == nil {
		c.terminal = isTerminal
	}
	if c.now == nil {
		c.now = time.Now
	}
	return c
}

// Run runs the command that the arguments name, without the name of the program, and
// returns its exit code; see [Code]. It prints what there is to say. When the context
// ends, so does the command.
func (a *App) Run(ctx context.Context, args []string) int {
	root := a.Command()
	root.SetArgs(append([]string{}, args...)) // nil would stand for os.Args
	err := root.ExecuteContext(ctx)
	if err == nil {
		return int(OK)
	}
	if e, ok := errors.AsType[*Exit](err); !ok || e.Cause != nil {
		fmt.Fprintf(a.config.Stderr, "%s: %v\n", a.name, err)
	}
	code := CodeOf(err)
	if code == Usage {
		fmt.Fprintf(a.config.Stderr, "Add --help for help.\n")
	}
	return int(code)
}

// Command returns the application as a command, to be run or to be put below another
// one. Each call returns a new tree. Its commands fail with an [*Exit], or with an
// error of the command line.
func (a *App) Command() *cobra.Command {
	root := &cobra.Command{
		Use:           a.name,
		Short:         a.summary,
		Version:       a.version,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          choose,
		Args:          cobra.ArbitraryArgs,

		SuggestionsMinimumDistance: suggestible,
	}
	root.SetFlagErrorFunc(wrongOption)
	root.SetIn(a.config.Stdin)
	root.SetOut(a.config.Stdout)
	root.SetErr(a.config.Stderr)
	root.SetUsageTemplate(usageTemplate(root.UsageTemplate(), a.footer))
	settings := a.addSettings(root)
	for _, o := range a.operations {
		c := a.command(o, settings)
		a.place(root, o, c).AddCommand(c)
	}
	return root
}

// suggestible is how many letters may be wrong in a name for the right one to be
// suggested.
const suggestible = 2

// wrongOption returns the error of an option that a command does not have. If there is
// no such command in the first place, that is what is wrong.
func wrongOption(c *cobra.Command, err error) error {
	if args := c.Flags().Args(); c.HasSubCommands() && len(args) > 0 {
		return choose(c, args)
	}
	return usage("%w", err)
}

// choose is what a command does that only has others below it: it shows its help, and
// refuses what is not one of them.
func choose(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return c.Help()
	}
	message := fmt.Sprintf("there is no command %q", args[0])
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		message += fmt.Sprintf("; did you mean %q?", near[0])
	}
	return usage("%s", message)
}

// place returns the command below which the one of an operation belongs. Flat commands
// are put under the heading of their first tag.
func (a *App) place(root *cobra.Command, o *operation, c *cobra.Command) *cobra.Command {
	if !a.grouped {
		if len(o.d.Tags) > 0 {
			c.GroupID = o.d.Tags[0]
			if !root.ContainsGroup(c.GroupID) {
				root.AddGroup(&cobra.Group{ID: c.GroupID, Title: c.GroupID + ":"})
			}
		}
		return root
	}
	for _, c := range root.Commands() {
		if c.Name() == o.group {
			return c
		}
	}
	group := &cobra.Command{Use: o.group, Short: a.verbs(o.group), Long: "The commands of " + o.group + ".", RunE: choose, Args: cobra.ArbitraryArgs,
		SuggestionsMinimumDistance: suggestible}
	root.AddCommand(group)
	return group
}

// verbs describes a group: by its only command, or by the names of all.
func (a *App) verbs(group string) string {
	var names []string
	short := ""
	for _, o := range a.operations {
		if o.group == group {
			names, short = append(names, o.name), o.short()
		}
	}
	if len(names) == 1 {
		return short
	}
	slices.Sort(names)
	if len(names) > shownVerbs {
		names = append(names[:shownVerbs], "…")
	}
	return strings.Join(names, ", ")
}

// shownVerbs is how many commands of a group are named in the help of the root.
const shownVerbs = 6
