package hyper

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/eventstream"
)

// The names of the two events.
const (
	eventElements = "hyper-patch-elements"
	eventSignals  = "hyper-patch-signals"
)

// A Patch is one change to a page: to its elements, to its signals, or a script that
// runs in it. It is made by [PatchElements], [PatchSignals], [ExecuteScript] and their
// relatives, and is an immutable value that may be sent any number of times: as the
// only answer to a request ([Event]), as one of many ([Stream.Send]), or to everybody
// ([Topic]).
//
// What is wrong with a patch, such as a value that has no JSON form, is told when it is
// sent.
type Patch struct {
	content content
	id      string
	retry   time.Duration
	key     string
	err     error
}

// A content is what a patch does.
type content interface {
	// appendEvent appends the lines of the event, without id and retry.
	appendEvent(ctx context.Context, dst []byte) ([]byte, error)

	// response returns the patch as the only answer to a request.
	response(ctx context.Context) (weft.Response, error)
}

// newPatch returns a patch, or the error that its making met.
func newPatch(c content, id string, retry time.Duration, err error) Patch {
	p := Patch{content: c, id: id, retry: retry, err: err}
	if p.retry == DefaultRetryDuration {
		p.retry = 0
	}
	if p.err == nil {
		p.err = (&eventstream.Event{ID: id, Retry: retry}).Check()
	}
	return p
}

// Err returns what is wrong with the patch, or nil if it can be sent, as far as that is
// known before its HTML is rendered.
func (p Patch) Err() error {
	if p.err == nil && p.content == nil {
		return fmt.Errorf("patch: the zero Patch changes nothing")
	}
	return p.err
}

// WithEventID returns the patch with another event id. A [Topic] uses it.
func (p Patch) WithEventID(id string) Patch {
	if strings.ContainsAny(id, "\r\n\x00") && p.err == nil {
		p.err = fmt.Errorf("event id %q: contains a line break or NUL", id)
	}
	p.id = id
	return p
}

// WithKey returns the patch with a key that says what it is about. A later patch with
// the same key makes an earlier one superfluous; see [Coalesce].
func (p Patch) WithKey(key string) Patch {
	p.key = key
	return p
}

// Key returns the patch's key. One that was not given one has a key if it takes the
// place of something for good: HTML with a selector and the mode Outer, Inner or
// Replace.
func (p Patch) Key() string { return p.key }

// Encode returns the bytes of the patch as an event of a stream. It fails if the patch
// or its HTML has an error. The context is for the HTML.
func (p Patch) Encode(ctx context.Context) ([]byte, error) { return p.append(ctx, nil) }

// append appends the event to dst.
func (p Patch) append(ctx context.Context, dst []byte) ([]byte, error) {
	b, err := p.head(ctx, dst)
	if err != nil {
		return dst, err
	}
	return p.end(b), nil
}

// head appends the event but for its end, which does not need the context.
func (p Patch) head(ctx context.Context, dst []byte) ([]byte, error) {
	if err := p.Err(); err != nil {
		return dst, err
	}
	return p.content.appendEvent(ctx, dst)
}

// end appends id, retry and the empty line.
func (p Patch) end(dst []byte) []byte { return eventstream.AppendEnd(dst, p.id, p.retry) }

// Response returns the patch as the only answer to a request: text/html,
// application/json or text/javascript, with the options in header fields. It fails if
// the patch or its HTML has an error. Event ids and times to wait have no place in it.
func (p Patch) Response(req *weft.Request) (weft.Response, error) {
	if err := p.Err(); err != nil {
		return weft.Response{}, err
	}
	return p.content.response(req.Context())
}
