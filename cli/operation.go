package cli

import (
	"slices"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/internal/pattern"
	"github.com/weft-go/weft/schema"
)

// An operation is an endpoint as a command sees it.
type operation struct {
	d        *endpoint.Description
	inputs   []codec.Any
	output   codec.Any   // nil if the endpoint does not give it
	failures []codec.Any // in the order of d.Failures
	path     pattern.Pattern

	group, name string // of the command

	params []*param   // options for parameters and for parts of a multipart body
	fixed  []*param   // what is expected to be there, and is no option
	body   *bodyInput // nil if there is no body, or one of several parts
	secret []*param   // options for custom credentials
	nulls  []*field   // fields that may be null
}

// A param is an option for one part of a request.
type param struct {
	*codec.PartInfo
	flag   string
	fields []*field // of a part of a multipart body that is a struct
	scheme string   // of custom credentials
}

// isAuthorization says whether the parameter is the field that credentials go to.
func (p *param) isAuthorization() bool {
	return p.In == codec.InHeader && strings.EqualFold(p.Name, "Authorization")
}

// A bodyInput is a body that is one value.
type bodyInput struct {
	*codec.PartInfo
	json   string   // the media type as which JSON is read, or "" if it cannot be
	fields []*field // if it is a struct
}

// newOperation finds the options of an endpoint.
func newOperation(e endpoint.Described, cfg weft.CodecConfig) *operation {
	d := e.Describe()
	o := &operation{d: d, inputs: d.Codecs(), path: plainPattern(d)}
	if r, ok := e.(endpoint.Readable); ok {
		o.output, o.failures = r.OutputCodec(), r.FailureCodecs()
	}
	flags := newFlagNames()
	parts := distinct(d.Inputs)
	for _, p := range parts {
		o.addPart(p, flags)
	}
	for _, s := range d.Auth.Schemes() {
		for _, p := range s.Tree.Parts() {
			o.secret = append(o.secret, &param{PartInfo: p, flag: flags.take(p.Name, p.In.String()), scheme: s.Name})
		}
	}
	// Fields come last, so that they and not parameters get the longer names.
	for _, p := range o.params {
		if p.Multipart && isStruct(p.PartInfo) {
			p.fields = fieldsOf(p.Schema(), p.flag, flags, cfg)
			o.addNulls(p.fields)
		}
	}
	if o.body != nil && o.body.json != "" && isStruct(o.body.PartInfo) && !o.body.Stream {
		o.body.fields = fieldsOf(o.body.Schema(), "", flags, cfg)
		o.addNulls(o.body.fields)
	}
	return o
}

// addPart adds an option for a part of the request.
func (o *operation) addPart(p *codec.PartInfo, flags flagNames) {
	switch {
	case p.In == codec.InStatus:
	case p.Expected != "":
		o.fixed = append(o.fixed, &param{PartInfo: p})
	case p.In == codec.InBody && !p.Multipart:
		if o.body == nil {
			o.body = &bodyInput{PartInfo: p, json: jsonMedia(p)}
		}
	default:
		place := p.In.String()
		if p.Multipart {
			place = "part"
		}
		o.params = append(o.params, &param{PartInfo: p, flag: flags.take(p.Name, place)})
	}
}

// addNulls finds the fields that may be null.
func (o *operation) addNulls(fields []*field) {
	for _, f := range fields {
		if f.nullable {
			o.nulls = append(o.nulls, f)
		}
	}
}

// hasParts says whether the body is a multipart one.
func (o *operation) hasParts() bool {
	return slices.ContainsFunc(o.params, func(p *param) bool { return p.Multipart })
}

// distinct returns the parts of all inputs, each once: alternatives may share some.
func distinct(trees []codec.Tree) []*codec.PartInfo {
	type key struct {
		in   codec.Place
		name string
	}
	seen := map[key]bool{}
	var parts []*codec.PartInfo
	for _, t := range trees {
		for _, p := range t.Parts() {
			if k := (key{p.In, p.Name}); !seen[k] {
				seen[k] = true
				parts = append(parts, p)
			}
		}
	}
	return parts
}

// plainPattern returns the pattern of an endpoint without the kinds of its
// parameters: whether a value fits is for its codec to say, which says why.
func plainPattern(d *endpoint.Description) pattern.Pattern {
	var b strings.Builder
	rest := d.Path
	for {
		i := strings.IndexByte(rest, '{')
		if i < 0 {
			b.WriteString(rest)
			break
		}
		b.WriteString(rest[:i])
		inner, after, _ := strings.Cut(rest[i:], "}")
		inner, _, _ = strings.Cut(inner, ":")
		b.WriteString(inner + "}")
		rest = after
	}
	p, err := pattern.Parse(b.String())
	if err != nil {
		panic(d.Site + ": " + err.Error()) // the endpoint could not have been described
	}
	return p
}

// isStruct says whether a part is an object with known fields.
func isStruct(p *codec.PartInfo) bool {
	return p.Schema != nil && p.Schema().Indirect().Kind() == schema.KindStruct
}

// flagNames hands out the names of options.
type flagNames map[string]bool

// newFlagNames returns the names with those taken that every command has.
func newFlagNames() flagNames {
	n := flagNames{}
	for _, name := range []string{"help", "version", "host", "port", "tls", "timeout", "retry", "header", "verbose", "output",
		"format", "user", "token", "body", "body-file", "content-type", "null",
		"ca-file", "insecure", "curl", "show-secrets"} {
		n[name] = true
	}
	return n
}

// take returns an option's name for a part. If it is taken, the place of the part
// comes first.
func (n flagNames) take(name, place string) string {
	name = kebab(name)
	if name == "" || n[name] {
		name = strings.TrimSuffix(place+"-"+name, "-")
	}
	return free(n, name)
}
