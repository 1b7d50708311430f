package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
)

// request returns the request that the options describe, or everything that is wrong
// with them.
func (in *input) request(ctx context.Context, format string) (*weft.Request, error) {
	o := in.operation
	if err := in.checkNulls(); err != nil {
		return nil, err
	}
	media, err := in.media(format)
	if err != nil {
		return nil, err
	}
	draft, err := in.draft(ctx)
	if err != nil {
		return nil, err
	}
	values, err := in.decode(draft)
	if err != nil {
		return nil, err
	}
	t := codec.WriteRequest(in.config, media, func(t *codec.Target) {
		for i, c := range o.inputs {
			c.EncodeAny(t, values[i])
		}
	})
	return in.compose(&t, media)
}

// decode returns the values of the inputs.
func (in *input) decode(draft *weft.Request) ([]any, error) {
	src := codec.FromRequest(draft)
	values := make([]any, len(in.operation.inputs))
	for i, c := range in.operation.inputs {
		values[i] = c.DecodeAny(&src)
	}
	if src.OK() {
		return values, nil
	}
	for _, f := range src.Faults() {
		in.report(f)
	}
	if len(in.faults) == 0 {
		in.fault("body", "%v", src.Err())
	}
	return nil, in.err()
}

// report notes a fault that a codec has found, under the name of its option.
func (in *input) report(f weft.Fault) {
	for _, p := range in.operation.params {
		name, inside, _ := cutPath(f.Name)
		switch {
		case p.In.String() != f.In:
		case p.Name == f.Name && len(p.fields) == 0:
			in.fault(p.flag, "%s", f.Message)
			return
		case p.Multipart && p.Name == name:
			in.reportField(p.fields, p.flag, inside, f.Message)
			return
		}
	}
	if b := in.operation.body; b != nil && f.In == codec.InBody.String() {
		in.reportField(b.fields, "body", f.Name, f.Message)
		return
	}
	in.faults = append(in.faults, strings.TrimSpace(f.In+" "+f.Name)+": "+f.Message)
}

// reportField notes a fault inside a value. If that was given as a whole, its option is
// named, and otherwise the option of the field.
func (in *input) reportField(fields []*field, whole, path, message string) {
	given := in.given.of(whole) != nil || whole == "body" && in.given.of("body-file") != nil
	if !given {
		for _, f := range fields {
			if plain := strings.Join(f.path, "."); path == plain || strings.HasPrefix(path, plain+"[") {
				in.fault(f.flag, "%s", message)
				return
			}
		}
		if message == "missing" && in.reportMissing(fields, path) {
			return
		}
	}
	if path != "" {
		message = path + ": " + message
	}
	in.fault(whole, "%s", message)
}

// reportMissing notes the fields that a struct lacks which is missing as a whole. It is
// false if it needs none.
func (in *input) reportMissing(fields []*field, path string) bool {
	found := false
	for _, f := range fields {
		if f.required && (path == "" || strings.HasPrefix(strings.Join(f.path, "."), path+".")) {
			in.fault(f.flag, "missing")
			found = true
		}
	}
	return found
}

// cutPath splits a place inside a part of a body.
func cutPath(name string) (part, inside string, ok bool) {
	i := strings.IndexAny(name, ".[")
	if i < 0 {
		return name, "", false
	}
	return name[:i], strings.TrimPrefix(name[i:], "."), true
}

// checkNulls reports names of --null that are not fields.
func (in *input) checkNulls() error {
	for _, name := range in.given.of("null") {
		if !slices.ContainsFunc(in.operation.nulls, func(f *field) bool { return f.isNamed(name) }) {
			return usage("--null: there is no field %q that may be null", name)
		}
	}
	return nil
}

// media returns the media type to send, or "" for the first of the body. It fails if
// the endpoint does not speak the format at all.
func (in *input) media(format string) (string, error) {
	contentType, _ := in.given.last("content-type")
	b := in.operation.body
	if alias := formatOf(contentType); alias != "" && b != nil && !slices.Contains(b.MediaTypes, essence(contentType)) {
		contentType = mediaIn(b.PartInfo, alias)
	}
	if format == "" {
		return contentType, nil
	}
	if b != nil && mediaIn(b.PartInfo, format) != "" {
		return mediaIn(b.PartInfo, format), nil
	}
	for _, out := range in.operation.d.Outputs {
		if speaks(out.Tree, format) {
			return contentType, nil
		}
	}
	return "", usage("--format: %s speaks no %s", in.operation.title(), format)
}

// compose puts the request together from what the codecs have written.
func (in *input) compose(t *codec.Target, media string) (*weft.Request, error) {
	var values []string
	for _, s := range in.operation.path.Params() {
		v, _ := t.Param(s.Name)
		values = append(values, v)
	}
	path, err := in.operation.path.Format(values...)
	body, headers := t.Body(), t.Headers()
	if err := errors.Join(err, t.Err()); err != nil {
		return nil, usage("%w", err)
	}
	url, err := weft.ParseURL(path)
	if err != nil {
		return nil, usage("%w", err)
	}
	if q := t.Query(); q.Len() > 0 {
		url = url.WithQueryParams(q)
	}
	if b := in.operation.body; b != nil && b.File && media != "" && !body.IsEmpty() {
		body = body.WithMediaType(media) // bytes are what their sender says they are
	}
	return weft.NewRequest(in.method(), url, body).SetHeaders(headers), nil
}

// method returns the method of the request. An endpoint of any method is called with
// the one that goes with its body.
func (in *input) method() weft.Method {
	if _, err := weft.ParseMethod(string(in.operation.d.Method)); err == nil && in.operation.d.Method != "*" {
		return in.operation.d.Method
	}
	if in.operation.body != nil || in.operation.hasParts() {
		return weft.POST
	}
	return weft.GET
}

// accept returns the Accept field: what the outputs are written in, narrowed to a
// format where they have it.
func (o *operation) accept(format string) string {
	var types []string
	for _, out := range o.d.Outputs {
		narrow := format != "" && speaks(out.Tree, format)
		for _, p := range out.Tree.Parts() {
			if p.In != codec.InBody {
				continue
			}
			if tree := (codec.Tree{Op: codec.OpPart, Part: p}); tree.Accept() == "*/*" {
				return "*/*"
			}
			for _, m := range p.MediaTypes {
				if e := essence(m); (!narrow || formatOf(e) == format) && !slices.Contains(types, e) {
					types = append(types, e)
				}
			}
		}
	}
	if len(types) == 0 {
		return "*/*"
	}
	return strings.Join(append(types, weft.MediaProblemJSON), ", ")
}
