package codec

import (
	"context"
	"fmt"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/status"
)

// A Source is a message that is being read: a request on the server, or a response
// on the client. It collects everything that is wrong with the message, so that
// the sender is told all of it at once. It is for one goroutine.
type Source struct {
	request  *weft.Request
	response *weft.Response
	config   format.Config
	faults   []weft.Fault
	failure  error  // ends reading: the body is too large, the media type unknown
	decoded  bool   // all faults so far are of values that could be decoded
	form     *parts // of a multipart body, once one of its parts was asked for
}

// FromRequest returns a source that reads a request.
func FromRequest(r *weft.Request) Source {
	return Source{request: r, config: r.CodecConfig(), decoded: true}
}

// FromResponse returns a source that reads the response to a request sent with
// the given configuration.
func FromResponse(r *weft.Response, c format.Config) Source {
	return Source{response: r, config: c, decoded: true}
}

// Context returns the context of the request that is read.
func (s *Source) Context() context.Context {
	if s.request == nil {
		return context.Background()
	}
	return s.request.Context()
}

// Request returns the request that is read, or nil.
func (s *Source) Request() *weft.Request { return s.request }

// Config returns the codec configuration that applies.
func (s *Source) Config() format.Config { return s.config }

// Header returns a header field of the message.
func (s *Source) Header(name string) (string, bool) {
	if s.request != nil {
		return s.request.RawHeader(name)
	}
	return s.response.Header(name)
}

// Status returns the status of the response that is read, or 0.
func (s *Source) Status() weft.Status {
	if s.response == nil {
		return 0
	}
	return s.response.Status()
}

// Body returns the body of the message.
func (s *Source) Body() weft.Body {
	if s.request != nil {
		return s.request.Body()
	}
	return s.response.Body()
}

// Fault reports a value that could not be decoded.
func (s *Source) Fault(in Place, name, message string) {
	s.decoded = false
	s.faults = append(s.faults, weft.Fault{In: in.String(), Name: name, Message: message})
}

// Invalid reports a value that was decoded but breaks a constraint.
func (s *Source) Invalid(in Place, name, message string) {
	if in != InBody {
		s.decoded = false
	}
	s.faults = append(s.faults, weft.Fault{In: in.String(), Name: name, Message: message})
}

// Fail reports an error that leaves nothing more to read.
func (s *Source) Fail(err error) {
	if s.failure == nil {
		s.failure = err
	}
}

// OK says whether nothing was wrong so far.
func (s *Source) OK() bool { return s.failure == nil && len(s.faults) == 0 }

// Faults returns what was wrong so far.
func (s *Source) Faults() []weft.Fault { return s.faults }

// Err returns what was wrong as one error, or nil. For a request it is a
// [*weft.Problem]: 400 if something could not be decoded, 422 if a body only breaks
// its constraints. For a response it is a [*MalformedResponse]. What was reported
// with [Source.Fail] goes before both.
func (s *Source) Err() error {
	switch {
	case s.failure != nil:
		return s.failure
	case len(s.faults) == 0:
		return nil
	case s.response != nil:
		return &MalformedResponse{Status: s.Status(), Faults: s.faults}
	}
	p := &weft.Problem{Status: status.BadRequest, Detail: "the request has a fault", Errors: s.faults}
	if s.decoded {
		p.Status = status.UnprocessableContent
	}
	if len(s.faults) > 1 {
		p.Detail = "the request has faults"
	}
	return p
}

// MalformedResponse is the error of a response that is not what its description
// says. It is no [*weft.Problem], so that a server that passes it on answers 500.
type MalformedResponse struct {
	// Status is the status of the response.
	Status weft.Status

	// Faults say what is wrong, and where.
	Faults []weft.Fault
}

// Error lists the faults.
func (e *MalformedResponse) Error() string {
	text := fmt.Sprintf("response %d", int(e.Status))
	for i, f := range e.Faults {
		separator := "; "
		if i == 0 {
			separator = ": "
		}
		text += separator + f.In
		if f.Name != "" {
			text += fmt.Sprintf(" %q", f.Name)
		}
		text += ": " + f.Message
	}
	return text
}

// mark remembers how much was wrong at some point.
type mark struct {
	faults int
	failed bool
}

func (s *Source) mark() mark { return mark{len(s.faults), s.failure != nil} }

// cleanSince says whether nothing went wrong since the mark.
func (s *Source) cleanSince(m mark) bool {
	return len(s.faults) == m.faults && (s.failure != nil) == m.failed
}
