// Package cli makes a command-line client of endpoints: one command for each, with
// options for its inputs.
//
//	func main() {
//		app := cli.FromEndpoints("books", "1.0.0", "The book shop on the command line.",
//			"Questions: shop@books.example", "books.example", 443,
//			[]endpoint.Described{GetBook, AddBook}, true)
//		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
//		code := app.Run(ctx, os.Args[1:])
//		stop()
//		os.Exit(code)
//	}
//
// which is used like this:
//
//	$ books books get --id 42
//	{
//	  "id": 42,
//	  "title": "Dune"
//	}
//	$ books books create --title Emma --authors 'Jane Austen' --price 799
//
// The descriptions are all it needs. Inputs are checked by the endpoints' own codecs
// before anything is sent, so a mistake is reported with the name of the option:
//
//	$ books books list --limit 1000
//	books: --limit: want at most 100
//
// # Commands
//
// With cliStyle the commands are grouped by the first literal of their path, and
// their names are verbs: `books list`, `books get`, `books create`, `books replace`,
// `books update`, `books delete`, followed by the other literals of the path, as in
// `books get-cover`, and text that shares a segment with a parameter: GET
// /books/{id}.pdf is `books get-pdf`. A GET that ends in a plural lists. Two commands that would have
// the same name say what they are called by: `shelves get-by-number`, `shelves
// get-by-name`.
//
// Without it commands are flat, and their names are the method and the path:
// `get-books`, `get-books-id`. Tags are headings in the help.
//
// A name depends on the endpoint alone, and on its neighbours only if they would
// collide. The order of the list does not matter.
//
// # Options
//
// Path, query, header and cookie parameters are options with the parameter's name in
// kebab case: maxPrice is --max-price. Repeat the option for a list. A bool needs no
// value. If two options would have one name, or the name belongs to an option of
// every command, the place comes first: --query-format.
//
// # Bodies
//
// A body is given in one of these ways:
//
//	--body '{"title":"Emma"}'          text
//	--body @book.json                  a file; --body-file book.json is the same
//	--body -                           standard input
//	--title Emma --address.city Rome   fields, if it is a struct
//
// Fields inside fields have dots in their names, lists are repeated, maps are given as
// --notes key=value, and what has no simpler form is JSON. --null binding sends a null
// where one is allowed. Every field has a second name that begins with body, as in
// --body.title; if the plain name belongs to another option, it is the only one in the
// help. Parts of a multipart body are options, too; those that are
// files take the name of a file, and - for standard input.
//
// What is given is JSON, or text where the endpoint takes text. --format chooses what
// is sent and asked for: json, protobuf, avro, thrift or msgpack. A file in another
// format is told with --content-type, and so is the kind of an image.
//
// # Answers
//
// An answer is printed as indented JSON, whatever format it came in; text and bytes
// are printed as they are. A stream is printed as it arrives, one JSON value a line;
// so are server-sent events: the data, or an object of event, id and data if they
// have names or ids. --output, or -o, says otherwise:
//
//	json    the default; pretty is another name for it
//	yaml    YAML, with the members of objects in their order; the values of a stream
//	        are documents
//	table   a list of objects as columns, an object as names and values, and the values
//	        of a stream on a line each
//	raw     the bytes as they came
//
// so that
//
//	$ books books list -o table
//	id  title  authors
//	42  Dune   ["Frank Herbert"]
//	43  Emma   ["Jane Austen"]
//
// Any other value is the name of a file to write the bytes to. Bytes that are no text
// are not written to a terminal.
//
// # Credentials
//
// --user name:password and --token give credentials. So do environment variables,
// which are better, since other users of the machine see what is on a command line:
// for an application named books they are BOOKS_USER, BOOKS_PASSWORD and BOOKS_TOKEN.
// Those are sent only to endpoints that ask for authentication. Custom schemes have
// options and variables of their own names. No credentials are ever printed, unless
// --curl and --show-secrets ask for it.
//
// # Curl
//
// --curl checks the options and then, instead of sending the request, prints it as a
// command line for curl and a POSIX shell:
//
//	$ books books create --title Emma --price 799 --token t0ken --curl
//	curl -H 'Authorization: Bearer '"$BOOKS_TOKEN" … --data-binary '{"title":"Emma","price":799}' https://books.example:443/books
//
// Secrets are variables, with the names that the application itself looks for. Values
// of cookies count as secrets. With --show-secrets they are printed. Files are named,
// so that curl reads them, and a body in a binary format is written to it by printf.
//
// # Exit codes
//
// See [Code]: 0 for success, 1 if there was no answer, 2 for wrong usage, 3 for the
// answers 4xx, 4 for 5xx, and 5 for an answer that is not what the description says.
// Failures go to standard error, with their status and their body as indented JSON.
//
// # Sending
//
// Requests are sent over HTTP by net/http. They are sent again if --retry says so and
// it can do no harm, and follow redirects on the same server. --ca-file names a PEM file
// of authorities to trust instead of the system's. --insecure trusts anybody, and says
// so on standard error each time. [Config.Open] takes
// something else in, such as a client of package client:
//
//	cli.Config{Open: func(s cli.Server) (endpoint.Doer, error) {
//		return client.New(s.URL, client.Config{Timeout: s.Timeout}), nil
//	}}
package cli
