package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/endpoint"
)

// A transport sends the requests of one command with net/http. It knows one server and
// follows redirects to no other, so that credentials stay where they belong.
type transport struct {
	server Server
	base   weft.URL
	client *http.Client
	own    *http.Transport
}

const (
	maxRedirects = 10
	firstPause   = 200 * time.Millisecond
	longestPause = 5 * time.Second
	largestHead  = 256 << 10
	dialTimeout  = 10 * time.Second
)

// open returns what sends requests unless the configuration says otherwise.
func open(s Server) (endpoint.Doer, error) {
	base, err := weft.ParseURL(s.URL)
	if err != nil {
		return nil, usage("--host: %w", err)
	}
	t := &transport{server: s, base: base, own: &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: dialTimeout}).DialContext,
		TLSClientConfig:        s.TLS,
		TLSHandshakeTimeout:    dialTimeout,
		ForceAttemptHTTP2:      true,
		MaxResponseHeaderBytes: largestHead,
	}}
	t.client = &http.Client{Transport: t.own, CheckRedirect: t.mayFollow}
	return t, nil
}

// Close closes the connections.
func (t *transport) Close() error {
	t.own.CloseIdleConnections()
	return nil
}

// mayFollow lets redirects pass that stay on the server.
func (t *transport) mayFollow(req *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return fmt.Errorf("more than %d redirects", maxRedirects)
	}
	if req.URL.Scheme != via[0].URL.Scheme || req.URL.Host != via[0].URL.Host {
		return http.ErrUseLastResponse
	}
	return nil
}

// Do sends a request, again if it may.
func (t *transport) Do(ctx context.Context, req *weft.Request) (weft.Response, error) {
	defer func() { _ = req.Body().Close() }()
	again := !req.Body().IsStream() && req.Method().IsIdempotent()
	for attempt := 0; ; attempt++ {
		resp, err := t.attempt(ctx, req)
		if !again || attempt >= t.server.Retries || ctx.Err() != nil || err == nil && !isTemporary(resp.Status()) {
			return resp, err
		}
		pause, ok := pauseFor(resp, attempt)
		if !ok {
			return resp, err
		}
		if err == nil {
			_ = resp.Body().Close() // there is another to come
		}
		select {
		case <-ctx.Done():
			return weft.Response{}, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// isTemporary says whether an answer asks to come back.
func isTemporary(s weft.Status) bool {
	return s == http.StatusTooManyRequests || s == http.StatusBadGateway || s == http.StatusServiceUnavailable || s == http.StatusGatewayTimeout
}

// pauseFor returns how long to wait before another attempt. It is false if the server
// asks for more than we are ready to wait.
func pauseFor(resp weft.Response, attempt int) (time.Duration, bool) {
	if after, ok := resp.Header("Retry-After"); ok {
		seconds, err := strconv.Atoi(after)
		pause := time.Duration(seconds) * time.Second
		return pause, err == nil && seconds >= 0 && seconds <= int(longestPause/time.Second)
	}
	return min(firstPause<<attempt, longestPause), true
}

// attempt sends a request once, or twice if it is challenged.
func (t *transport) attempt(ctx context.Context, req *weft.Request) (weft.Response, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	w := &watch{cancel: cancel, timeout: t.server.Timeout}
	w.start()
	answer, err := t.send(ctx, req, w, "")
	if err == nil && answer.StatusCode == http.StatusUnauthorized && !req.Body().IsStream() {
		if value, ok := t.digest(req, answer); ok {
			// There is another to come.
			_ = answer.Body.Close()
			answer, err = t.send(ctx, req, w, value) //nolint:bodyclose // received keeps it
		}
	}
	if err != nil {
		w.stop()
		defer cancel(nil)
		return weft.Response{}, plain(ctx, err)
	}
	return received(ctx, answer, w), nil
}

// digest returns the answer to a Digest challenge, if there is one for us.
func (t *transport) digest(req *weft.Request, answer *http.Response) (string, bool) {
	c, ok := t.server.Credentials.(auth.BasicCredentials)
	if !ok || req.Headers().Has("Authorization") {
		return "", false
	}
	for _, challenge := range answer.Header.Values("WWW-Authenticate") {
		value, err := auth.DigestResponse(challenge, string(req.Method()), answer.Request.URL.RequestURI(), c.User, c.Password.Reveal())
		if err == nil {
			return value, true
		}
	}
	return "", false
}

// send sends one request.
func (t *transport) send(ctx context.Context, req *weft.Request, w *watch, authorization string) (*http.Response, error) {
	u := req.URL().Absolute(t.base.Scheme(), t.base.HostPort(), 0)
	out, err := http.NewRequestWithContext(ctx, string(req.Method()), u.String(), nil)
	if err != nil {
		return nil, err
	}
	for name, value := range req.Headers().All() {
		out.Header.Add(name, value)
	}
	if host := out.Header.Get("Host"); host != "" {
		out.Host = host
	}
	if authorization != "" {
		out.Header.Set("Authorization", authorization)
	}
	if out.Header.Get("User-Agent") == "" {
		out.Header.Set("User-Agent", "weft-cli")
	}
	if err := attach(out, req.Body(), w); err != nil {
		return nil, err
	}
	return t.client.Do(out)
}

// attach gives a body to a request.
func attach(out *http.Request, b weft.Body, w *watch) error {
	if b.IsEmpty() {
		return b.Err()
	}
	if media := b.MediaType(); media != "" && out.Header.Get("Content-Type") == "" {
		out.Header.Set("Content-Type", media)
	}
	if b.IsStream() {
		out.ContentLength = -1
		if n, ok := b.Len(); ok {
			out.ContentLength = n
		}
		out.Body = &watched{b.AsStream(), w}
		return nil
	}
	data, err := b.Bytes()
	if err != nil {
		return err
	}
	out.ContentLength = int64(len(data))
	out.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	out.Body, err = out.GetBody()
	return err
}

// plain returns why there is no answer, without the URL, in which there may be
// secrets.
func plain(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

// received returns an answer in our form.
func received(ctx context.Context, answer *http.Response, w *watch) weft.Response {
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(answer.Header)) {
		for _, value := range answer.Header[name] {
			pairs = append(pairs, name, value)
		}
	}
	media := answer.Header.Get("Content-Type")
	resp := weft.NewResponse(weft.Status(answer.StatusCode)).SetHeaders(weft.NewHeaders(pairs...))
	if e := essence(media); e == weft.MediaEventStream || e == "application/x-ndjson" || e == "application/jsonl" {
		w.stop() // it may be silent for as long as it likes
	}
	body := &receiving{ctx: ctx, body: answer.Body, watch: w}
	if answer.ContentLength == 0 || answer.StatusCode == http.StatusNoContent || answer.StatusCode == http.StatusNotModified {
		_ = body.Close() // there is nothing in it
		return resp
	}
	return resp.WithBody(weft.BodyReader(body, answer.ContentLength, media))
}
