package hyper

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/weft-go/weft"
)

// An Action is an expression that sends a request: @get('/books/42'). It comes from
// [Request] or [Fetch], and [Action.With] adds options.
type Action struct {
	method  weft.Method
	url     Expr // a string or template literal
	headers []member
	payload Expr
	options RequestOptions
	err     error
}

// A member is a name and a value of an object literal.
type member struct {
	name  string
	value Expr
}

// Cancellation says what happens to the request before when an element sends another.
type Cancellation string

// The kinds of cancellation.
const (
	CancelAuto     Cancellation = ""         // the request before is given up; the default
	CancelCleanup  Cancellation = "cleanup"  // it is given up, and also when the element goes
	CancelDisabled Cancellation = "disabled" // requests run beside each other
)

// RetryPolicy says when the client sends a request again.
type RetryPolicy string

// The policies.
const (
	RetryAuto   RetryPolicy = ""       // when the network fails; the default
	RetryError  RetryPolicy = "error"  // also after an answer of 4xx or 5xx
	RetryAlways RetryPolicy = "always" // also when a stream has ended as it should
	RetryNever  RetryPolicy = "never"  // not at all
)

// RequestOptions say how the client sends a request. The zero value is the default.
type RequestOptions struct {
	// Form sends the fields of the closest form in place of the signals, once the form
	// is valid.
	Form bool

	// Selector is a CSS selector of the form to send in place of the closest one.
	Selector string

	// SignalsInQuery puts the signals into the query whatever the method. By default
	// POST, PUT and PATCH have them in the body.
	SignalsInQuery bool

	// FilterSignals chooses the signals that are sent. The default is all but those
	// that begin with an underscore.
	FilterSignals SignalFilter

	// Headers are added to the request. Values may be expressions; strings are texts.
	Headers map[string]any

	// Payload is sent in place of the signals: a value, or an expression.
	Payload any

	// OpenWhenHidden keeps a stream open while nobody looks at the page.
	OpenWhenHidden bool

	// PatchErrors lets answers of 4xx and 5xx with HTML patch the page.
	PatchErrors bool

	// Cancellation says what happens to the request before.
	Cancellation Cancellation

	// Retry says when the request is sent again.
	Retry RetryPolicy

	// RetryInterval is the first time to wait before that. Zero means a second.
	RetryInterval time.Duration

	// RetryScaler is by how much each further wait is longer. Zero means 2.
	RetryScaler float64

	// RetryMaxWait is the longest wait. Zero means 30 seconds.
	RetryMaxWait time.Duration

	// RetryMaxCount is how often a request is sent again. Zero means 10.
	RetryMaxCount int
}

// Fetch returns an expression that sends a request to a URL. Where there is a described
// endpoint, [Request] is the better choice.
func Fetch(method weft.Method, url string) Action {
	return Action{method: method, url: Expr{js: quoted(url)}}
}

// With returns the action with options.
func (a Action) With(o RequestOptions) Action {
	a.options = o
	return a
}

// String returns the expression's text, or nothing if it could not be made.
func (a Action) String() string {
	js, _ := a.source()
	return js
}

// Err returns why the action could not be made, or nil.
func (a Action) Err() error {
	_, err := a.source()
	return err
}

func (a Action) source() (string, error) {
	if a.err != nil {
		return "", a.err
	}
	switch a.method {
	case weft.GET, weft.POST, weft.PUT, weft.PATCH, weft.DELETE:
	default:
		return "", fmt.Errorf("request: the client has no action for %s", a.method)
	}
	members, err := a.members()
	if err != nil {
		return "", fmt.Errorf("request: %w", err)
	}
	js := "@" + strings.ToLower(string(a.method)) + "(" + a.url.js
	if len(members) > 0 {
		js += ", " + objectLiteral(members)
	}
	return js + ")", a.url.err
}

// members returns the options that are not the default.
func (a Action) members() ([]member, error) {
	o := a.options
	var m []member
	add := func(name string, when bool, value any) {
		if when {
			m = append(m, member{name, JS("%s", value)})
		}
	}
	add("contentType", o.Form, "form")
	add("selector", o.Selector != "", o.Selector)
	add("signals", o.SignalsInQuery, "query")
	add("filterSignals", o.FilterSignals != SignalFilter{}, o.FilterSignals)
	if headers := a.allHeaders(); len(headers) > 0 {
		m = append(m, member{"headers", Expr{js: objectLiteral(headers), err: errorOf(headers)}})
	}
	add("payload", a.payload != Expr{}, a.payload)
	add("payload", o.Payload != nil && a.payload == Expr{}, o.Payload)
	add("openWhenHidden", o.OpenWhenHidden, true)
	add("patchErrors", o.PatchErrors, true)
	add("requestCancellation", o.Cancellation != "", string(o.Cancellation))
	add("retry", o.Retry != "", string(o.Retry))
	add("retryInterval", o.RetryInterval > 0, o.RetryInterval.Milliseconds())
	add("retryScaler", o.RetryScaler > 0, o.RetryScaler)
	add("retryMaxWait", o.RetryMaxWait > 0, o.RetryMaxWait.Milliseconds())
	add("retryMaxCount", o.RetryMaxCount > 0, o.RetryMaxCount)
	return m, errorOf(m)
}

// allHeaders returns the header fields of the endpoint and those of the options, which
// go first, in the order of their names.
func (a Action) allHeaders() []member {
	list := append([]member(nil), a.headers...)
	for _, name := range sortedKeys(a.options.Headers) {
		list = append(list, member{name, JS("%s", a.options.Headers[name])})
	}
	return list
}

func errorOf(list []member) error {
	var err error
	for _, m := range list {
		err = errors.Join(err, m.value.err)
	}
	return err
}

// objectLiteral returns an object literal, as people write it.
func objectLiteral(list []member) string {
	parts := make([]string, len(list))
	for i, m := range list {
		name := m.name
		if !isSignalName(name) || strings.Contains(name, ".") {
			name = quoted(name)
		}
		parts[i] = name + ": " + m.value.js
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
