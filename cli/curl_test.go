package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-go/weft/cli"
)

// TestCurl prints command lines, and sends nothing.
func TestCurl(t *testing.T) {
	tests := []struct{ name, args, want string }{
		{"get", "tags|list", "curl -H 'Accept: "},
		{"url", "books|list|--page|2", " 'http://h:80/books?page=2&limit=2'\n"},
		{"fields", "books|create|--title|it's|--authors|A|--price|1",
			` -H 'Content-Type: application/json' --data-binary '{"title":"it'\''s","authors":["A"],"price":1}' http://h:80/books` + "\n"},
		{"delete", "books|delete|--id|1", "curl -X DELETE "},
		{"settings", "tags|list|--retry|2|--insecure|--ca-file|my ca.pem|-o|tags.json", "curl --retry 2 --cacert 'my ca.pem' --insecure --output tags.json "},
		{"header", "tags|list|--header|X-Empty:|--header|X-Trace: a b", "-H 'X-Empty;' -H 'X-Trace: a b' "},
		{"basic", "staff|get-basic|--user|ada:engine", `--user ada:"$SHOP_PASSWORD" `},
		{"basic, shown", "staff|get-basic|--user|ada:engine|--show-secrets", "--user ada:engine "},
		{"digest", "staff|get-digest|--user|ada:engine", `--digest --user ada:"$SHOP_PASSWORD" `},
		{"bearer", "staff|get-bearer|--token|t0ken", `-H 'Authorization: Bearer '"$SHOP_TOKEN" `},
		{"bearer, shown", "staff|get-bearer|--token|t0ken|--show-secrets", "-H 'Authorization: Bearer t0ken' "},
		{"custom", "staff|create-key|--id|1|--number|1|--key|k3y", `"$SHOP_KEY"`},
		{"a header of one's own", "tags|list|--header|X-API-Key: k3y", `"$SHOP_X_API_KEY"`},
		{"cookie", "tags|list|--header|Cookie: a=s3cret; b=s3cret", `-H 'Cookie: a='"$SHOP_A"'; b='"$SHOP_B" `},
		{"at sign", "books|replace-note|--id|1|--body|x@y", "--data-binary x@y "},
		{"binary", "books|create|--title|E|--authors|A|--price|1|--format|msgpack", "printf '"},
		{"standard input", "books|replace-note|--id|1|--body|-", "--data-binary @- "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, "h:80", true, "text", cli.Config{Open: refuse(t)}, append(strings.Split(tt.args, "|"), "--curl")...)
			if got.code != 0 || !strings.Contains(got.out, tt.want) || strings.Count(got.out, "\n") != 1 {
				t.Errorf("%d %s\ngot  %s\nwant %s", got.code, got.err, got.out, tt.want)
			}
			for _, secret := range []string{"engine", "t0ken", "k3y", "s3cret", "YWRh"} {
				if !strings.Contains(tt.args, "--show-secrets") && strings.Contains(got.out+got.err, secret) {
					t.Errorf("%q is shown: %s", secret, got.out)
				}
			}
		})
	}
}

// TestCurl_checks wants faults to be found as if the request were sent.
func TestCurl_checks(t *testing.T) {
	got := run(t, "h:80", true, "", cli.Config{Open: refuse(t)}, "books", "list", "--limit", "1000", "--curl")
	if got.code != int(cli.Usage) || got.out != "" || !strings.Contains(got.err, "--limit: ") {
		t.Errorf("%d %q %s", got.code, got.out, got.err)
	}
}

// TestCurl_runs lets a shell run the lines. What comes is what the command prints.
func TestCurl_runs(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("there is no curl")
	}
	addr, dir := serve(t), t.TempDir()
	book, cover := filepath.Join(dir, "a; book.json"), filepath.Join(dir, `the "cover", 1.png`)
	for name, data := range map[string]string{book: `{"title":"Emma","authors":["J"],"price":1}`, cover: "\x89PNG\r\n\x1a\n\x00"} {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, args := range map[string]string{
		"get":        "books|get|--id|42",
		"query":      "books|list|--page|2",
		"fields":     "books|create|--title|it's $HOME \\ \"x\" `y`\n%s|--authors|ä|--price|1",
		"file":       "books|create|--body-file|" + book,
		"text":       "books|replace-note|--id|1|--body|@" + book,
		"literal at": "books|replace-note|--id|1|--body|x@y",
		"basic":      "staff|get-basic|--user|ada:engine",
		"digest":     "staff|get-digest|--user|ada:engine",
		"bearer":     "staff|get-bearer|--token|t0ken",
		"key":        "staff|create-key|--id|1|--number|1|--key|k3y",
		"binary":     "books|create|--title|100%|--authors|A|--price|1|--format|msgpack|--header|Accept: application/json",
		"parts":      "publish|create|--book|@" + book + "|--blurb|@good; \"really\"|--cover|" + cover + "|--sample|" + book,
		"part":       "publish|create|--book.title|a;b|--book.authors|A|--book.price|1|--blurb|<b|--cover|" + cover + "|--sample|" + book,
	} {
		t.Run(name, func(t *testing.T) {
			words := strings.Split(args, "|")
			want := run(t, addr, true, "", cli.Config{}, append(words, "--output", "raw")...)
			line := run(t, addr, true, "", cli.Config{}, append(words, "--output", "raw", "--curl")...)
			c := exec.CommandContext(t.Context(), shell, "-c", strings.Replace(line.out, "curl ", "curl -sS ", 1))
			c.Env = append(os.Environ(), "SHOP_PASSWORD=engine", "SHOP_TOKEN=t0ken", "SHOP_KEY=k3y", "no_proxy=*")
			got, err := c.CombinedOutput()
			if err != nil || want.code != 0 || string(got) != want.out {
				t.Errorf("%s%v\ngot  %q\nwant %d %q %s", line.out, err, got, want.code, want.out, want.err)
			}
		})
	}
}
