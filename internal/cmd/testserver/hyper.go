package main

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/status"
)

// hyperEvents answers with the hypermedia events that the request describes, as JSON in
// the query parameter hyper or in the body:
//
//	{"events": [{"type": "patchElements", "elements": "<p id=\"a\">", "mode": "inner"}]}
//
// The types are patchElements, patchSignals, executeScript, dispatchEvent,
// removeElements, removeSignals, redirect and consoleLog.
func hyperEvents(req *weft.Request) (weft.Response, error) {
	descriptions, err := hyper.ReadSignals[hyperRequest](req)
	if err != nil {
		return weft.Response{}, err
	}
	var patches []hyper.Patch
	for i, raw := range descriptions.Events {
		p, err := hyperPatch(raw)
		if err != nil {
			return weft.Response{}, &weft.Problem{Status: status.BadRequest, Detail: fmt.Sprintf("event %d: %v", i, err)}
		}
		patches = append(patches, p)
	}
	return hyper.Response(req, func(page *hyper.Stream) error {
		for _, p := range patches {
			if err := page.Send(p); err != nil {
				return err
			}
		}
		return nil
	}), nil
}

type hyperRequest struct {
	Events []jsontext.Value `json:"events"`
}

// A hyperEvent is the description of an event. Fields are nil where the default is
// meant.
type hyperEvent struct {
	Type              string         `json:"type"`
	EventID           string         `json:"eventId"`
	RetryDuration     int64          `json:"retryDuration"` // in milliseconds
	Elements          string         `json:"elements"`
	Selector          string         `json:"selector"`
	Mode              *string        `json:"mode"`
	UseViewTransition bool           `json:"useViewTransition"`
	Namespace         string         `json:"namespace"`
	Signals           jsontext.Value `json:"signals"`
	SignalsRaw        string         `json:"signals-raw"`
	OnlyIfMissing     bool           `json:"onlyIfMissing"`
	Script            string         `json:"script"`
	Attributes        jsontext.Value `json:"attributes"`
	AutoRemove        *bool          `json:"autoRemove"`
	Name              string         `json:"name"`
	Detail            any            `json:"detail"`
	Source            string         `json:"source"`
	Bubbles           *bool          `json:"bubbles"`
	Cancelable        bool           `json:"cancelable"`
	Composed          bool           `json:"composed"`
	Paths             []string       `json:"paths"`
	URL               string         `json:"url"`
	Message           any            `json:"message"`
}

// hyperPatch returns the patch that a description stands for.
func hyperPatch(raw jsontext.Value) (hyper.Patch, error) {
	var e hyperEvent
	if err := json.Unmarshal(raw, &e); err != nil {
		return hyper.Patch{}, err
	}
	retry := time.Duration(e.RetryDuration) * time.Millisecond
	off := func(b *bool) bool { return b != nil && !*b }
	var p hyper.Patch
	switch e.Type {
	case "patchElements", "removeElements":
		o, err := e.elementOptions(retry)
		if err != nil {
			return p, err
		}
		p = hyper.PatchElements(e.Elements, o)
	case "patchSignals":
		text := e.SignalsRaw
		if text == "" {
			text = string(e.Signals)
		}
		p = hyper.PatchSignals(text, hyper.PatchSignalOptions{OnlyIfMissing: e.OnlyIfMissing, EventID: e.EventID, RetryDuration: retry})
	case "executeScript":
		attributes, err := orderedAttributes(e.Attributes)
		if err != nil {
			return p, err
		}
		p = hyper.ExecuteScript(e.Script, hyper.ExecuteScriptOptions{
			NoAutoRemove: off(e.AutoRemove), Attributes: attributes, EventID: e.EventID, RetryDuration: retry})
	case "dispatchEvent":
		p = hyper.DispatchEvent(e.Name, e.Detail, hyper.DispatchEventOptions{Source: e.Source, NoBubbles: off(e.Bubbles),
			Cancelable: e.Cancelable, Composed: e.Composed, NoAutoRemove: off(e.AutoRemove), EventID: e.EventID, RetryDuration: retry})
	case "removeSignals":
		p = hyper.RemoveSignals(e.Paths...).WithEventID(e.EventID)
	case "redirect":
		p = hyper.Redirect(e.URL).WithEventID(e.EventID)
	case "consoleLog":
		p = hyper.ConsoleLog(e.Message).WithEventID(e.EventID)
	default:
		return p, fmt.Errorf("there is no type %q", e.Type)
	}
	return p, p.Err()
}

func (e *hyperEvent) elementOptions(retry time.Duration) (o hyper.PatchElementOptions, err error) {
	o = hyper.PatchElementOptions{Selector: e.Selector, UseViewTransition: e.UseViewTransition, EventID: e.EventID, RetryDuration: retry}
	if e.Type == "removeElements" {
		o.Mode = hyper.Remove
	} else if e.Mode != nil {
		o.Mode, err = hyper.ParseElementPatchMode(*e.Mode)
	}
	switch strings.ToLower(e.Namespace) {
	case "svg":
		o.Namespace = hyper.SVG
	case "mathml":
		o.Namespace = hyper.MathML
	}
	return o, err
}

// orderedAttributes returns the members of an object as attributes in their order.
func orderedAttributes(object jsontext.Value) ([]hyper.Attr, error) {
	if len(object) == 0 || object.Kind() == 'n' {
		return nil, nil
	}
	dec := jsontext.NewDecoder(strings.NewReader(string(object)))
	if t, err := dec.ReadToken(); err != nil || t.Kind() != '{' {
		return nil, errors.Join(errors.New("attributes: want an object"), err)
	}
	var list []hyper.Attr
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String()
		value, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		list = append(list, hyper.Attr{Name: key, Value: value.String()})
	}
	return list, nil
}
