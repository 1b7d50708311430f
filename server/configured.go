package server

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Root is the prefix of all keys. Settings outside of it belong to others and are
// ignored.
const Root = "weft.http.server"

// Configured returns a server with the configuration that the sources hold, later ones
// before earlier ones. Without a source it reads the environment. It fails as [Load]
// does.
func Configured(sources ...Source) (*Server, error) {
	c, err := Load(sources...)
	if err != nil {
		return nil, err
	}
	s := Customized(c.Config, c.Transport)
	s.loaded = &c
	return s, nil
}

// ConfigFrom returns the configuration that the sources hold, without that of the
// transport. It is short for [Load].
func ConfigFrom(sources ...Source) (Config, error) {
	c, err := Load(sources...)
	return c.Config, err
}

// A Configuration is what was loaded from sources. The configurations in it may be
// changed before a server is made of them with [Customized]; [Configuration.Dump] tells
// such values from loaded ones.
type Configuration struct {
	// Config is the configuration of the server.
	Config Config

	// Transport is the configuration of its transport.
	Transport TransportConfig

	places map[string]string // where the value of a key came from
	loaded map[string]string // its text, as it was loaded
	ssl    sslDraft
}

// Load reads sources. Where several of them hold the same key, the last one wins. A list
// that stands as a whole in a source takes the place of an earlier one; settings for
// single elements, such as those of the environment, change these elements.
//
// Without a source it reads the environment. It fails if a source cannot be read, if it
// holds a key that does not exist, or a value that does not fit: the error then wraps an
// [*InvalidSetting] for each of them.
func Load(sources ...Source) (Configuration, error) {
	if len(sources) == 0 {
		sources = []Source{Environment()}
	}
	d := &draft{places: map[string]string{}, settings: newCatalogue()}
	for _, source := range sources {
		if e, ok := source.(extension); ok {
			e.extend(d)
		}
		settings, err := source.Settings()
		if err != nil {
			d.failures = append(d.failures, err)
		}
		for _, s := range settings {
			d.take(s)
		}
	}
	c := d.finish()
	if err := errors.Join(d.failures...); err != nil {
		return Configuration{}, fmt.Errorf("server: the configuration has %s:\n%w", plural(len(d.failures), "fault"), err)
	}
	return c, nil
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// An extension is a source that brings what values of others name.
type extension interface {
	Source
	extend(*draft)
}

// Using returns a source without settings that makes codings known, so that
// response-compression.options may name them by their type:
//
//	server.Configured(config.File("weft.yaml"), server.Using(compress.Codings()...))
func Using(codings ...Coding) Source { return using(codings) }

type using []Coding

// Settings returns none.
func (u using) Settings() ([]Setting, error) { return nil, nil }

func (u using) extend(d *draft) { d.compression.Codings = append(d.compression.Codings, u...) }

// A draft is a configuration in the making. Where the structs of the configuration hold
// a thing in another form than the keys do, it is here in the form of the keys.
type draft struct {
	config      Config
	transport   TransportConfig
	host        string
	port        string
	compression ResponseCompressionConfig
	compress    toggle
	ssl         sslDraft
	proxy       ProxyProtocol

	settings catalogue
	places   map[string]string
	failures []error
}

// take applies a setting.
func (d *draft) take(s Setting) {
	name, ok := strings.CutPrefix(s.Key, Root+".")
	switch {
	case ok:
	case s.Key == Root && s.Kind == TextSetting:
		d.fail(s, "", "want the keys below it, got "+quote(s.Text), "")
		return
	default:
		d.checkRoot(s)
		return
	}
	if list, ok := d.settings.lists[name]; ok {
		d.takeList(s, name, list)
		return
	}
	if d.settings.groups[name] {
		if s.Kind != NullSetting {
			d.fail(s, name, "want the keys below it, got "+s.shown(), "")
		}
		return
	}
	known, index, ok := d.settings.find(name)
	if !ok {
		d.unknown(s, name)
		return
	}
	if s.Kind != TextSetting {
		d.fail(s, name, "want "+known.Type+", got "+s.shown(), "")
		return
	}
	if !utf8.ValidString(s.Text) {
		d.fail(s, name, "want text in UTF-8", "")
		return
	}
	if list := d.settings.lists[known.list()]; known.list() != "" && index >= list.max {
		d.fail(s, name, fmt.Sprintf("want an index below %d", list.max), "")
		return
	}
	if err := known.set(d, index, s.Text); err != nil {
		d.failures = append(d.failures, d.invalid(s, known.Key, name, err))
		return
	}
	d.places[name] = s.Place
}

// takeList begins a list anew: as a whole, or with the elements that the text holds in
// JSON form.
func (d *draft) takeList(s Setting, name string, list list) {
	switch {
	case s.Kind == NullSetting:
		return
	case s.Kind == TextSetting && !strings.HasPrefix(strings.TrimSpace(s.Text), "["):
		d.fail(s, name, "want a list, or its elements as "+name+"[0] and so on, got "+quote(s.Text), "")
		return
	}
	list.clear(d)
	maps.DeleteFunc(d.places, func(key, _ string) bool { return strings.HasPrefix(key, name+"[") })
	d.places[name] = s.Place
	if s.Kind == ListSetting {
		return
	}
	elements, err := flattenJSON(s.Key, []byte(s.Text), func(int64) string { return s.Place })
	if err != nil {
		d.fail(s, name, "want a list in JSON form: "+err.Error(), "")
		return
	}
	for _, e := range elements {
		if e.Key != s.Key {
			d.take(e)
		}
	}
}

// checkRoot reports keys whose beginning looks like a misspelt root.
func (d *draft) checkRoot(s Setting) {
	parts := strings.Split(s.Key, ".")
	n := strings.Count(Root, ".") + 1
	if len(parts) < n {
		return
	}
	if prefix := strings.Join(parts[:n], "."); prefix != Root && distance(prefix, Root) <= 2 {
		d.failures = append(d.failures, &InvalidSetting{Key: s.Key, Place: s.Place, Problem: "unknown key", Suggestion: Root})
	}
}

func (d *draft) fail(s Setting, name, problem, suggestion string) {
	key := Root
	if name != "" {
		key += "." + name
	}
	d.failures = append(d.failures, &InvalidSetting{Key: key, Place: s.Place, Problem: problem, Suggestion: suggestion})
}

// invalid describes a value that does not fit. Secrets stay hidden.
func (d *draft) invalid(s Setting, known Key, name string, cause error) *InvalidSetting {
	problem := "want " + known.Type
	if !known.Secret {
		problem += ", got " + s.shown()
	}
	if w, ok := errors.AsType[*unfit](cause); ok {
		problem += " (" + w.why + ")"
	}
	return &InvalidSetting{Key: Root + "." + name, Place: s.Place, Problem: problem}
}

// unknown reports a key that does not exist.
func (d *draft) unknown(s Setting, name string) {
	problem := "unknown key"
	for above := name; above != ""; {
		i := strings.LastIndexAny(above, ".[")
		if i < 0 {
			break
		}
		above = above[:i]
		if known, _, ok := d.settings.find(above); ok {
			problem += "; " + above + " is " + known.Type + " and has no keys below it"
			d.fail(s, name, problem, "")
			return
		}
	}
	d.fail(s, name, problem, d.settings.suggest(name))
}

// finish puts the parts together and checks what only the whole shows.
func (d *draft) finish() Configuration {
	d.checkGaps()
	d.bind()
	d.finishProxy()
	d.finishCompression()
	d.finishSSL()
	slices.SortStableFunc(d.failures, func(a, b error) int { return strings.Compare(keyOf(a), keyOf(b)) })
	c := Configuration{Config: d.config, Transport: d.transport, places: d.places, ssl: d.ssl}
	c.loaded = c.texts()
	return c
}

// keyOf returns the key of a fault, and nothing for sources that cannot be read, which
// come first.
func keyOf(err error) string {
	if f, ok := errors.AsType[*InvalidSetting](err); ok {
		return f.Key
	}
	return ""
}

// checkGaps reports elements of lists that were left out.
func (d *draft) checkGaps() {
	for name, list := range d.settings.lists {
		for i := range list.length(d) {
			element := fmt.Sprintf("%s[%d]", name, i)
			if !d.has(element) {
				d.failures = append(d.failures, d.about(element, "want it to be set, since a later element is"))
			}
		}
	}
}

// has says whether a key, or one below it, was set.
func (d *draft) has(name string) bool { return d.placeOf(name) != "" }

// bind joins host and port to an address.
func (d *draft) bind() {
	switch {
	case strings.HasPrefix(d.host, "unix:"), strings.HasPrefix(d.host, "systemd:"):
		d.config.Address = d.host
	case d.host != "" || d.port != "":
		d.config.Address = joinAddress(or(d.host, defaultHost), or(d.port, defaultPort))
	}
}

// finishCompression turns compression on if one of its keys was set, and checks it.
func (d *draft) finishCompression() {
	if d.compress == toggleOff || d.compress == toggleUnset && !d.has("response-compression") {
		return
	}
	if d.compress == toggleUnset {
		d.places["response-compression.enabled"] = d.placeOf("response-compression")
	}
	d.config.ResponseCompression = &d.compression
	_, err := d.compression.coders()
	if err == nil {
		return
	}
	name := "response-compression.options"
	if e, ok := errors.AsType[*InvalidCompression](err); ok {
		name, err = fmt.Sprintf("%s[%d]", name, e.Index), e.Cause
	}
	d.failures = append(d.failures, d.about(name, err.Error()))
}
