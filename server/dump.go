package server

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
)

// Dump returns the effective configuration as lines of text, one for each key, with the
// place that each value came from. Secrets are hidden. See [Configuration.Dump].
func (s *Server) Dump() string {
	if s.loaded != nil {
		return s.loaded.Dump()
	}
	return Configuration{Config: s.config, Transport: s.transport}.Dump()
}

// Dump returns the effective configuration as lines of text, one for each key:
//
//	weft.http.server:
//	  binding-host: 0.0.0.0 # default
//	  binding-port: 9000 # weft.yaml:3
//	  idle-timeout: 1m0s # variable WEFT_HTTP_SERVER_IDLE_TIMEOUT
//
// The text is YAML that can be loaded again, except for secrets, which are hidden.
// Values that the program has set are marked 'code'. What has no value and no default is
// left out, and so are settings that keys do not have, such as the logger.
func (c Configuration) Dump() string {
	var b strings.Builder
	b.WriteString(Root + ":\n")
	d := c.draft()
	for _, s := range settings() {
		for i := range s.elements(d) {
			name := strings.Replace(s.Name, "[]", "["+strconv.Itoa(i)+"]", 1)
			value, place := s.get(d, i), "code"
			switch {
			case c.places[name] == "" && (value == "" || value == s.Default):
				place = "default"
			case value == c.loaded[name] && c.places[name] != "":
				place = c.places[name]
			}
			if value = or(value, s.Default); value != "" && (place != "default" || !c.isOff(s.Name)) {
				fmt.Fprintf(&b, "  %s: %s # %s\n", name, scalar(value), place)
			}
		}
	}
	if c.Config.SSL != nil && !d.has("ssl") {
		b.WriteString("  # ssl: set in code\n")
	}
	return b.String()
}

// isOff says whether a key belongs to a group that is not used. Its defaults have no
// meaning then, and loading them could turn the group on.
func (c Configuration) isOff(name string) bool {
	group, _, _ := strings.Cut(name, ".")
	switch group {
	case "ssl":
		return c.Config.SSL == nil || !(&draft{places: c.places}).has(group) // what code has set, only code knows
	case "proxy-protocol":
		return c.Config.ProxyProtocol == nil
	case "response-compression":
		return c.Config.ResponseCompression == nil && name != "response-compression.enabled"
	}
	return false
}

// elements returns how many values a setting has: those of a list as many as the list.
func (s setting) elements(d *draft) int {
	if s.list() == "" {
		return 1
	}
	return lists()[s.list()].length(d)
}

// texts returns the values of all keys that have one, as text.
func (c Configuration) texts() map[string]string {
	texts := map[string]string{}
	d := c.draft()
	for _, s := range settings() {
		for i := range s.elements(d) {
			texts[strings.Replace(s.Name, "[]", "["+strconv.Itoa(i)+"]", 1)] = s.get(d, i)
		}
	}
	return texts
}

// draft returns the configuration in the form of the keys.
func (c Configuration) draft() *draft {
	d := &draft{config: c.Config, transport: c.Transport, ssl: c.ssl, places: c.places}
	if strings.HasPrefix(c.Config.Address, "unix:") || strings.HasPrefix(c.Config.Address, "systemd:") {
		d.host = c.Config.Address
	} else if h, p, err := net.SplitHostPort(c.Config.Address); err == nil {
		d.host, d.port = h, p
	}
	if r := c.Config.ResponseCompression; r != nil {
		d.compression, d.compress = *r, toggleOn
	}
	if p := c.Config.ProxyProtocol; p != nil {
		d.proxy = *p
	}
	d.compression.Options = slices.Clone(d.compression.Options)
	for i := range d.compression.Options {
		// An option that was made in code has its coding rather than its type.
		d.compression.Options[i].Type = d.compression.Options[i].name()
	}
	return d
}

// scalar returns a text as a YAML value: as it is, or quoted if it could be taken for
// something else. Quotes of YAML and JSON are the same for such texts.
func scalar(s string) string {
	plain := strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./ ") == ""
	if plain && s != "" && !strings.HasPrefix(s, "-") && s == strings.TrimSpace(s) {
		return s
	}
	return strconv.Quote(s)
}

// quote returns a text in quotes for messages, cut off if it is long.
func quote(s string) string {
	const enough = 200
	if len(s) > enough {
		s = s[:enough] + "…"
	}
	return strconv.Quote(s)
}
