package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
)

// A call as a command line of curl. It is made from the request that would be sent,
// with two exceptions. Files are named and not copied, and so are parts of a multipart
// body: curl reads them itself. Secrets are left to variables of the shell, which have
// the names of the variables of the environment that the application reads, so that
// the line can be passed on, and works for whoever has credentials.

const (
	// maxInline is how long a body may be that stands in the command line.
	maxInline = 1 << 20

	// maxWord is how long a word may be that a program is started with. Systems allow
	// 128 KiB at least, and quotes take some of it.
	maxWord = 64 << 10
)

// A curl is a command line in the making.
type curl struct {
	*call
	in    *input
	login login
	words []word
	pipe  string // what writes the body to curl's standard input, or ""
}

// printCurl prints the request as a command line.
func (k *call) printCurl(in *input, req *weft.Request, l login) error {
	c := &curl{call: k, in: in, login: l}
	c.add(literal("curl"))
	if err := c.body(req); err != nil {
		return err
	}
	body := c.words[1:]
	c.words = c.words[:1:1]
	c.method(req, len(body) > 0)
	c.options()
	c.credentials(req)
	c.headers(req)
	c.words = append(c.words, body...)
	c.url(req)
	var b strings.Builder
	b.WriteString(c.pipe)
	for i, w := range c.words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.String())
	}
	if _, err := fmt.Fprintln(k.out, b.String()); err != nil {
		return &Exit{Code: Unexpected, Cause: err}
	}
	return nil
}

// add adds words.
func (c *curl) add(words ...word) { c.words = append(c.words, words...) }

// option adds an option with a value.
func (c *curl) option(name, value string) { c.add(literal(name), literal(value)) }

// secret returns a secret, or the variable that stands for it.
func (c *curl) secret(name, value string) piece {
	if c.settings.showSecrets {
		return piece{text: value}
	}
	return piece{text: shellName(c.app.variable(name)), variable: true}
}

// method names the method unless curl finds it by itself.
func (c *curl) method(req *weft.Request, hasBody bool) {
	switch m := req.Method(); {
	case m == weft.HEAD && !hasBody:
		c.add(literal("--head"))
	case m == weft.POST && hasBody, m == weft.GET && !hasBody:
	default:
		c.option("-X", string(m))
	}
}

// options adds the settings that curl has, too.
func (c *curl) options() {
	s := c.settings
	if s.retry > 0 {
		c.option("--retry", fmt.Sprint(s.retry))
	}
	if s.caFile != "" {
		c.option("--cacert", s.caFile)
	}
	if s.insecure {
		c.add(literal("--insecure"))
	}
	if s.isFile() {
		c.option("--output", s.output)
	}
}

// credentials adds a name and a password.
func (c *curl) credentials(req *weft.Request) {
	l, ok := c.login.credentials.(auth.BasicCredentials)
	field, has := req.RawHeader("Authorization")
	switch {
	case !ok || has && field != c.login.field():
		return
	case !has && !c.asksDigest():
		return
	case !has:
		c.add(literal("--digest"))
	}
	c.add(literal("--user"), word{{text: l.User + ":"}, c.secret("password", l.Password.Reveal())})
}

// asksDigest says whether a password may be needed to answer a challenge.
func (c *curl) asksDigest() bool {
	for _, s := range c.operation.d.Auth.Schemes() {
		if s.Kind == auth.KindDigest {
			return true
		}
	}
	return false
}

// headers adds the header fields, but for those that curl makes itself.
func (c *curl) headers(req *weft.Request) {
	_, basic := c.login.credentials.(auth.BasicCredentials)
	for name, value := range req.Headers().All() {
		if basic && strings.EqualFold(name, "Authorization") && value == c.login.field() {
			continue // it is --user
		}
		if value == "" {
			c.option("-H", name+";") // a colon would take the field away
			continue
		}
		c.add(literal("-H"), append(literal(name+": "), c.value(name, value)...))
	}
	media := req.Body().MediaType()
	switch {
	case req.Headers().Has("Content-Type") || req.Body().IsEmpty() || c.operation.hasParts():
	case media == "":
		c.option("-H", "Content-Type:") // or curl would say that it is a form
	default:
		c.option("-H", "Content-Type: "+media)
	}
}

// value returns the value of a header field, with variables for its secrets.
func (c *curl) value(name, value string) word {
	switch strings.ToLower(name) {
	case "authorization":
		if scheme, rest, ok := strings.Cut(value, " "); ok {
			return word{{text: scheme + " "}, c.secret("token", rest)}
		}
		return word{c.secret("token", value)}
	case "cookie":
		var w word
		for i, cookie := range weft.ParseCookies(value) {
			separator := ""
			if i > 0 {
				separator = "; "
			}
			w = append(w, piece{text: separator + cookie.Name + "="}, c.secret(cookie.Name, cookie.Value))
		}
		if w == nil {
			return word{c.secret(name, value)}
		}
		return w
	case "proxy-authorization", "x-api-key":
		return word{c.secret(name, value)}
	}
	for _, p := range c.operation.secret {
		if p.In == codec.InHeader && strings.EqualFold(p.Name, name) {
			return word{c.secret(p.Name, value)}
		}
	}
	return literal(value)
}

// url adds the URL. Secrets are the last of its parameters.
func (c *curl) url(req *weft.Request) {
	u := req.URL()
	var secrets word
	for _, p := range c.operation.secret {
		value, ok := u.QueryParams().Get(p.Name)
		if p.In != codec.InQuery || !ok || c.settings.showSecrets {
			continue
		}
		u = u.WithQueryParams(u.QueryParams().Remove(p.Name))
		separator := "&"
		if u.QueryParams().Len() == 0 && len(secrets) == 0 {
			separator = "?"
		}
		secrets = append(secrets, piece{text: separator + p.Name + "="}, c.secret(p.Name, value))
	}
	text := c.settings.url() + strings.TrimSuffix(u.String(), "?")
	if strings.ContainsAny(text, "[]{}") {
		c.add(literal("--globoff"))
	}
	if strings.Contains(text, "/.") {
		c.add(literal("--path-as-is"))
	}
	c.add(append(literal(text), secrets...))
}

// body adds the body.
func (c *curl) body(req *weft.Request) error {
	switch {
	case req.Body().IsEmpty():
		return nil
	case c.operation.hasParts():
		c.parts()
		return nil
	}
	if name, ok := c.file(req.Body().MediaType()); ok {
		c.option("--data-binary", "@"+name)
		return nil
	}
	r := req.Body().AsStream()
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, maxInline+1))
	switch {
	case err != nil:
		return usage("--body: %w", err)
	case len(data) > maxInline:
		return usage("--curl: the body is longer than %d bytes; give it as a file, in the format that is sent", maxInline)
	}
	c.inline(data)
	return nil
}

// inline adds a body that stands in the command line.
func (c *curl) inline(data []byte) {
	text := string(data)
	switch {
	case len(data) > maxWord || !utf8.Valid(data) || strings.Contains(text, "\x00"):
		c.pipe = "printf " + printfQuote(data) + " | "
		c.option("--data-binary", "@-")
	case strings.HasPrefix(text, "@"):
		c.option("--data-raw", text) // the other would read a file
	default:
		c.option("--data-binary", text)
	}
}

// file returns the file that the body is in, if its bytes can be sent as they are.
func (c *curl) file(sent string) (string, bool) {
	name, ok := c.in.given.last("body-file")
	if !ok {
		text, _ := c.in.given.last("body")
		if name, ok = strings.CutPrefix(text, "@"); !ok && text == "-" {
			name, ok = text, true
		}
	}
	return name, ok && essence(c.in.sourceMedia(c.operation.body, name)) == essence(sent)
}
