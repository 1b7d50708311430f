package cli

import (
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/internal/eventstream"
	"github.com/weft-go/weft/schema"
)

// printValues prints a stream of JSON values, each on a line as soon as it is there.
// The values stand one after the other, or are the elements of one array.
func (k *call) printValues(resp *weft.Response) error {
	r := resp.Body().AsStream()
	defer r.Close()
	bound := &bounded{r: r, left: maxAnswer}
	array := k.config.TreatStreamsAsArrays && essence(mediaOf(resp)) == weft.MediaJSON
	return k.printLines(resp, values(bound, array))
}

// values reads JSON values.
func values(r *bounded, array bool) iter.Seq2[jsontext.Value, error] {
	return func(yield func(jsontext.Value, error) bool) {
		d := jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
		if array && d.PeekKind() == '[' {
			_, _ = d.ReadToken() // it was seen already
		}
		for {
			if array && d.PeekKind() == ']' {
				return
			}
			v, err := d.ReadValue()
			r.left = maxAnswer
			if err == io.EOF { // a wrapped one is no end
				return
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// A bounded reader refuses to read more than is left, so that no value of a stream
// fills the memory.
type bounded struct {
	r    io.Reader
	left int
}

// Read reads.
func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("a value of the stream is longer than %d bytes", maxAnswer)
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// printLines prints values one after the other, on a line each but for YAML.
func (k *call) printLines(resp *weft.Response, seq iter.Seq2[jsontext.Value, error]) error {
	out := &remembering{w: k.out}
	for v, err := range seq {
		if err == nil {
			_, err = out.Write(k.renderLine(v))
		}
		if err != nil {
			return out.end(resp, streamError(resp, err))
		}
	}
	return nil
}

// streamError tells what is no JSON from a connection that broke.
func streamError(resp *weft.Response, err error) error {
	if _, ok := errors.AsType[*jsontext.SyntacticError](err); ok && !errors.Is(err, io.ErrUnexpectedEOF) {
		return &Exit{Code: Unexpected, Status: resp.Status(), Cause: fmt.Errorf("the answer is malformed: %w", err)}
	}
	return err
}

// printEvents prints server-sent events, each on a line as soon as it is there.
func (k *call) printEvents(resp *weft.Response) error {
	r := resp.Body().AsStream()
	defer r.Close()
	text := k.hasTextEvents(resp.Status())
	return k.printLines(resp, func(yield func(jsontext.Value, error) bool) {
		lastID := ""
		for e, err := range eventstream.Read(r, &eventstream.Parser{}) {
			var v jsontext.Value
			if err == nil {
				v = eventJSON(e, text, lastID)
				lastID = e.ID
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
	})
}

// hasTextEvents says whether the data of events is text by its description, even if
// it looks like JSON.
func (k *call) hasTextEvents(s weft.Status) bool {
	for _, o := range k.operation.d.Outputs {
		for _, p := range o.Tree.Parts() {
			if p.In == codec.InBody && p.Stream && p.Schema != nil && (o.Status == s || o.Status == 0) {
				kind := p.Schema().Indirect().Kind()
				return kind.IsScalar() && kind != schema.KindBool && !kind.IsNumber()
			}
		}
	}
	return false
}

// eventJSON returns an event as JSON: its data, or an object if it has more to say.
// An id stays in force for the events after it, so it is shown when it changes.
func eventJSON(e eventstream.Event, text bool, lastID string) jsontext.Value {
	data := jsontext.Value(e.Data).Clone()
	if text || !data.IsValid() {
		data, _ = jsontext.AppendQuote(nil, e.Data) // what is no UTF-8 is replaced
	}
	if e.Name == "" && e.ID == lastID {
		return data
	}
	var m member
	put := func(name, value string) {
		if value != "" {
			quoted, _ := jsontext.AppendQuote(nil, value)
			m.put([]string{name}, quoted)
		}
	}
	put("event", e.Name)
	put("id", e.ID)
	m.put([]string{"data"}, data)
	return m.append(nil)
}

// printDecoded prints an answer in a binary format: the endpoint's codec decodes it,
// and what comes out is encoded as JSON.
func (k *call) printDecoded(resp *weft.Response, stream bool) error {
	if k.operation.output == nil {
		return k.copy(k.out, resp)
	}
	if !stream {
		data, err := k.read(resp)
		if err != nil {
			return err
		}
		kept := resp.WithBody(weft.BodyBytes(data, mediaOf(resp)))
		resp = &kept
	}
	body, err := k.transcode(k.operation.output, resp)
	if err != nil {
		return &Exit{Code: Unexpected, Status: resp.Status(), Cause: err}
	}
	if stream && k.settings.output != outputJSON && k.settings.output != outputPretty {
		r := body.AsStream()
		defer r.Close()
		return k.printLines(resp, values(&bounded{r: r, left: maxAnswer}, k.config.TreatStreamsAsArrays))
	}
	if stream {
		out := &remembering{w: k.out}
		_, err := body.WriteTo(out)
		return out.end(resp, err)
	}
	data, err := body.Bytes()
	if err != nil {
		return noAnswer(err)
	}
	return k.write(resp, k.render(data))
}

// transcode returns the body of an answer as JSON.
func (k *call) transcode(c codec.Any, resp *weft.Response) (weft.Body, error) {
	src := codec.FromResponse(resp, k.config)
	v := c.DecodeAny(&src)
	if err := src.Err(); err != nil {
		return weft.Body{}, err
	}
	t := codec.ToJSON(k.config)
	c.EncodeAny(&t, v)
	return t.Body(), t.Err()
}
