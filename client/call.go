package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/weft-go/weft"
)

// A call goes through four layers, each of which knows only the one below it:
//
//	follow     one request after the other, as long as answers redirect
//	persist    one attempt after the other, as long as there is hope
//	authorize  a request and, if it is challenged, another one with the answer
//	send       one request and one answer
//
// All of it happens in one context that ends with the call: when the answer has been
// read, when the watchdog barks, or when the caller's context ends.

// A call is a request on its way, up to the end of its answer.
type call struct {
	client  *Client
	ctx     context.Context
	cancel  context.CancelCauseFunc
	dog     *watchdog
	expires time.Time // when the dog barks, if the body is in memory; zero if never

	request  *weft.Request // for the present hop, without what is for the base only
	fields   weft.Headers  // for the base only
	body     payload
	away     bool // a hop was not to the server of the base
	decodes  bool // we have asked for codings, so we undo them
	attempt  int
	attempts int  // that are allowed
	sent     bool // the present attempt has come to the network
}

// begin checks a request and completes it. It fails with an [*Error].
func (c *Client) begin(ctx context.Context, req *weft.Request) (*call, error) {
	k := &call{client: c, request: req, attempts: 1 + c.config.Retries}
	if c.err != nil {
		return nil, k.fail(c.err)
	}
	if _, err := weft.ParseMethod(string(req.Method())); err != nil {
		return nil, k.fail(err)
	}
	if err := errors.Join(req.Headers().Err(), req.Body().Err()); err != nil {
		return nil, k.fail(err)
	}
	if err := ctx.Err(); err != nil {
		return nil, k.fail(ended(ctx))
	}
	k.complete(ctx)
	k.ctx, k.cancel = context.WithCancelCause(ctx)
	k.dog = watch(c.config.Timeout, k.bark)
	if c.config.Timeout > 0 {
		k.expires = time.Now().Add(c.config.Timeout)
	}
	k.body = newPayload(req.Body(), k.dog)
	return k, nil
}

// bark ends the call because the server keeps us waiting.
func (k *call) bark() { k.cancel(&TimedOut{k.client.config.Timeout}) }

// end releases what the call holds.
func (k *call) end() {
	k.dog.end()
	k.cancel(nil)
	k.body.close()
}

// fail returns the error of the call. Why the context has ended, or why the program
// could not go on with the request's body, says more than what the network made of it.
func (k *call) fail(err error) error {
	if _, ok := errors.AsType[*Error](err); ok {
		return err
	}
	if k.ctx != nil && k.ctx.Err() != nil {
		err = ended(k.ctx)
	} else if failure := k.body.failure(); failure != nil {
		err = failure
	}
	return &Error{Method: k.request.Method(), URL: k.place(), Attempt: k.attempt, Cause: err}
}

// place returns the URL of the present hop for people to read.
func (k *call) place() string {
	return k.request.URL().WithQueryParams(weft.QueryParams{}).WithFragment("").String()
}

// send sends one request. The answer is the one of the network, whatever its status.
func (k *call) send(req *http.Request) (*http.Response, error) {
	k.sent = true
	resp, err := k.client.transport.RoundTrip(req)
	if err == nil && resp == nil {
		err = errors.New("the transport returned neither an answer nor an error")
	}
	if err != nil {
		return nil, err
	}
	if jar := k.client.config.Cookies; jar != nil {
		if cookies := resp.Cookies(); len(cookies) > 0 {
			jar.SetCookies(req.URL, cookies)
		}
	}
	return resp, nil
}

// authorize sends the request with the credentials and, if the server challenges them,
// once more with the answer to the challenge.
func (k *call) authorize() (*http.Response, error) {
	req, err := k.prepare()
	if err != nil {
		return nil, err
	}
	resp, err := k.send(req)
	if err != nil || resp.StatusCode != http.StatusUnauthorized || !k.mayAnswer() {
		return resp, err
	}
	if !k.client.login.digest.learn(resp.Header.Values("WWW-Authenticate")) {
		return resp, nil
	}
	discard(resp)
	if req, err = k.prepare(); err != nil {
		return nil, err
	}
	return k.send(req)
}

// mayAnswer says whether a challenge is for us, and the request can be sent again.
func (k *call) mayAnswer() bool {
	return k.client.login.digest != nil && !k.away && k.body.replayable() &&
		!k.request.Headers().Has("Authorization") && !k.fields.Has("Authorization")
}

// largestRest is how much of an unwanted body is read so that its connection can be
// used again.
const largestRest = 64 << 10

// discard throws an answer away.
func discard(resp *http.Response) {
	if 0 <= resp.ContentLength && resp.ContentLength <= largestRest {
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, largestRest)) // if it fails, there is nothing to reuse
	}
	_ = resp.Body.Close()
}
