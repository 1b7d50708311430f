package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/endpoint"
)

// A call is a run of one command.
type call struct {
	app       *App
	operation *operation
	settings  *settings
	config    weft.CodecConfig
	out, err  io.Writer
	meter     *meter
}

// call runs a command: it checks the options, sends the request and prints the answer.
func (a *App) call(c *cobra.Command, o *operation, s *settings, g given) error {
	if err := s.check(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(c.Context())
	defer cancel() // ends what the codecs keep for the time of the request
	k := &call{app: a, operation: o, settings: s, config: a.config.Codec, out: c.OutOrStdout(), err: c.ErrOrStderr()}
	if a.config.terminal(k.err) {
		k.meter = newMeter(k.err, a.config.now)
	}
	files := &files{stdin: c.InOrStdin()}
	defer files.close()
	login, err := a.login(s)
	if err != nil {
		return err
	}
	in := &input{operation: o, given: g, files: files, config: k.config, authorization: login.field()}
	req, err := k.prepare(ctx, in, login)
	if err != nil {
		return err
	}
	if o.d.Deprecated {
		fmt.Fprintf(k.err, "%s: %s is deprecated\n", a.name, o.title())
	}
	if s.curl {
		return k.printCurl(in, req, login)
	}
	return k.send(ctx, req, login)
}

// prepare returns the request.
func (k *call) prepare(ctx context.Context, in *input, l login) (*weft.Request, error) {
	req, err := in.request(ctx, k.settings.format)
	if err != nil {
		return nil, err
	}
	headers := req.Headers().SetDefault("Accept", k.operation.accept(k.settings.format))
	extra, err := k.settings.fields()
	if err != nil {
		return nil, err
	}
	for name := range extra.All() {
		headers = headers.Remove(name)
	}
	req = l.apply(req.SetHeaders(headers.AddAll(extra)), k.operation)
	req, err = k.app.applySecrets(req, k.operation, in.given)
	if err != nil {
		return nil, usage("%w", err)
	}
	return req.WithBody(k.meter.sending(req.Body())), nil
}

// send sends the request and prints the answer.
func (k *call) send(ctx context.Context, req *weft.Request, l login) error {
	trust, err := k.trust()
	if err != nil {
		return err
	}
	doer, err := k.app.config.Open(Server{
		URL: k.settings.url(), Timeout: k.settings.timeout, Retries: k.settings.retry,
		Credentials: l.credentials, TLS: trust,
	})
	if err != nil {
		return noAnswer(err)
	}
	if c, ok := doer.(io.Closer); ok {
		defer c.Close()
	}
	if k.settings.verbose {
		doer = &talker{doer: doer, w: k.err, operation: k.operation}
	}
	resp, err := doer.Do(ctx, req.WithContext(ctx))
	if err != nil {
		k.meter.end()
		return noAnswer(err)
	}
	defer func() { _ = resp.Body().Close() }() // it was read, or nobody wants it
	if !k.isOutput(resp.Status()) {
		k.meter.end()
		return k.printFailure(&resp)
	}
	err = k.printOutput(&resp)
	k.meter.end()
	return err
}

// isOutput says whether a status is that of a declared output.
func (k *call) isOutput(s weft.Status) bool {
	for _, o := range k.operation.d.Outputs {
		if o.Status == s || o.Status == 0 && s < 400 {
			return true
		}
	}
	return false
}

var _ endpoint.Doer = (*talker)(nil)
