package endpoint

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/internal/pattern"
)

// A Doer sends requests: a client from package client, or routes in memory from
// package wefttest.
type Doer interface {
	// Do sends a request, whose URL is relative, and returns the response. The body of
	// the response may be a stream; whoever reads it closes it.
	Do(ctx context.Context, req *weft.Request) (weft.Response, error)
}

// A Configured is a [Doer] with a codec configuration of its own.
type Configured interface {
	// CodecConfig returns the configuration that requests are written with.
	CodecConfig() format.Config
}

// A Caller performs the calls of one endpoint through a [Doer].
type Caller struct {
	d        *Description
	doer     Doer
	failures []failure
	config   format.Config
	path     pattern.Pattern
	accept   string
	hasBody  bool // an output has a body, which whoever gets it closes
}

// Client returns a function that performs the call through doer. Declared failures
// come back as the Go errors they are; every other answer that is not a declared
// output is an [*UnexpectedResponse].
func (e Endpoint[F]) Client(doer Doer) F {
	return e.shape.Client(e.core.caller(doer), e.core.output(e.shape.Union))
}

func (e *core) caller(doer Doer) *Caller {
	if doer == nil {
		e.d.fail("Client: the doer is nil")
	}
	path, err := pattern.Parse(e.d.Path)
	if err != nil {
		e.d.fail("%v", err)
	}
	c := &Caller{d: e.d, doer: doer, failures: e.failures, path: path}
	if k, ok := doer.(Configured); ok {
		c.config = k.CodecConfig()
	}
	c.accept = e.outputs().Accept()
	c.hasBody = c.accept != ""
	if c.hasBody && c.accept != "*/*" {
		c.accept += ", application/problem+json"
	}
	return c
}

// Perform sends a request that write fills in, and reads the answer. Package partial
// calls it.
func Perform[R any](ctx context.Context, c *Caller, out codec.Codec[R], write func(*codec.Target)) (R, error) {
	var zero R
	resp, err := c.send(ctx, write)
	if err != nil {
		return zero, err
	}
	src := codec.FromResponse(&resp, c.config)
	if !c.isOutput(resp.Status()) {
		defer resp.Body().Close()
		return zero, c.failure(&resp)
	}
	v := out.Decode(&src)
	if !c.hasBody {
		resp.Body().Close()
	}
	if err := src.Err(); err != nil {
		resp.Body().Close()
		return zero, &UnexpectedResponse{Endpoint: c.name(), Status: resp.Status(), Cause: err}
	}
	return v, nil
}

// PerformEmpty is [Perform] for a function whose only result is an error.
func PerformEmpty(ctx context.Context, c *Caller, out codec.Codec[codec.None], write func(*codec.Target)) error {
	_, err := Perform(ctx, c, out, write)
	return err
}

// send writes the request and sends it.
func (c *Caller) send(ctx context.Context, write func(*codec.Target)) (weft.Response, error) {
	req, err := c.request(ctx, write)
	if err != nil {
		return weft.Response{}, err
	}
	return c.doer.Do(ctx, req)
}

// request writes the request.
func (c *Caller) request(ctx context.Context, write func(*codec.Target)) (*weft.Request, error) {
	t := codec.ToRequest(c.config)
	write(&t)
	path, err := formatPath(c.path, &t)
	if err == nil {
		err = t.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name(), err)
	}
	u, err := weft.ParseURL(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name(), err)
	}
	if q := t.Query(); q.Len() > 0 {
		u = u.WithQueryParams(q)
	}
	headers := t.Headers()
	if c.accept != "" {
		headers = headers.SetDefault("Accept", c.accept)
	}
	return weft.NewRequest(c.d.Method, u, t.Body()).SetHeaders(headers).WithContext(ctx), nil
}

// formatPath puts path parameters into the pattern.
func formatPath(p pattern.Pattern, t *codec.Target) (string, error) {
	var values []string
	for _, s := range p.Params() {
		v, ok := t.Param(s.Name)
		if !ok {
			return "", fmt.Errorf("path %q: missing", s.Name)
		}
		values = append(values, v)
	}
	return p.Format(values...)
}

func (c *Caller) name() string { return string(c.d.Method) + " " + c.d.Path }

func (c *Caller) isOutput(s weft.Status) bool {
	for _, o := range c.d.Outputs {
		if o.Status == s || o.Status == 0 && s < 400 {
			return true
		}
	}
	return false
}

// failure turns an answer into the error that it declares. The status chooses the
// codec; of several with the same status the first that can be decoded is taken.
func (c *Caller) failure(resp *weft.Response) error {
	if body, err := resp.Body().Bytes(); err == nil { // several codecs may want to look
		kept := resp.WithBody(weft.BodyBytes(body, resp.Body().MediaType()))
		resp = &kept
	}
	for _, f := range c.failures {
		if codec.StatusOf(f.codec.Tree()) != resp.Status() || isProblem(resp) && !f.names(problemJSON) {
			continue
		}
		src := codec.FromResponse(resp, c.config)
		v := f.codec.DecodeAny(&src)
		if err, ok := v.(error); ok && src.OK() {
			return err
		}
	}
	return newUnexpectedResponse(c.name(), resp)
}

const problemJSON = "application/problem+json"

// isProblem says whether the framework of the other side has answered by itself.
func isProblem(resp *weft.Response) bool {
	media, _ := resp.Header("Content-Type")
	return strings.HasPrefix(media, problemJSON)
}

// names says whether the failure is declared with a media type.
func (f failure) names(media string) bool {
	for _, p := range f.codec.Tree().Parts() {
		if p.In == codec.InBody && slices.Contains(p.MediaTypes, media) {
			return true
		}
	}
	return false
}
