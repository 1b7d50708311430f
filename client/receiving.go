package client

import (
	"errors"
	"io"
	"net/http"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/coding"
)

// maxResponseSetting is the name of the limit for answers.
const maxResponseSetting = "Config.MaxResponse"

// A receiving is the body of an answer that is read while it arrives. Its end, with or
// without an error, ends the call. It is for one goroutine; another one may close it.
type receiving struct {
	call  *call
	src   io.ReadCloser
	dog   *watchdog // nil if the server may be silent for as long as it likes
	limit int64     // of bytes; -1 if there is none
	n     int64     // bytes so far
}

func newReceiving(k *call, answer *http.Response, codings []coding.Scheme, limit int64) *receiving {
	k.dog.end()
	r := &receiving{call: k, src: answer.Body, limit: limit}
	if answer.ContentLength >= 0 || !k.isStream(answer) {
		r.dog = watch(k.client.config.Timeout, k.bark)
		r.dog.suspend()
	}
	if len(codings) > 0 {
		r.src = coding.NewReader(answer.Body, codings, coding.Bound{Size: limit})
	} else if limit >= 0 && answer.ContentLength > limit {
		r.n = answer.ContentLength // there is no need to read as far as that
	}
	return r
}

// Read reads from the network. Its errors are io.EOF and [*Error].
func (r *receiving) Read(p []byte) (int, error) {
	if r.limit >= 0 && r.n > r.limit {
		return 0, r.fail(&weft.BodyTooLarge{Limit: r.limit, Setting: maxResponseSetting})
	}
	if r.dog != nil {
		r.dog.resume()
	}
	n, err := r.src.Read(p)
	if r.dog != nil {
		r.dog.suspend()
	}
	r.n += int64(n)
	switch {
	case r.limit >= 0 && r.n > r.limit:
		return 0, r.fail(&weft.BodyTooLarge{Limit: r.limit, Setting: maxResponseSetting})
	case err == io.EOF:
		r.end()
		return n, io.EOF
	case err != nil:
		return n, r.fail(inOurTerms(err))
	}
	return n, nil
}

// Close ends the call. What has not been read is lost.
func (r *receiving) Close() error {
	r.end() // first, because it ends a read that still waits
	return r.src.Close()
}

func (r *receiving) end() {
	if r.dog != nil {
		r.dog.end()
	}
	r.call.end()
}

func (r *receiving) fail(err error) error {
	err = r.call.fail(err)
	r.end()
	return err
}

// inOurTerms returns an error of decompressing as one that others know.
func inOurTerms(err error) error {
	if e, ok := errors.AsType[*coding.Corrupt](err); ok {
		return &weft.MalformedBody{Want: "a body in " + e.Scheme.String(), Cause: e.Cause}
	}
	if e, ok := errors.AsType[*coding.TooLarge](err); ok {
		return &weft.BodyTooLarge{Limit: e.Size, Setting: maxResponseSetting}
	}
	return err
}
