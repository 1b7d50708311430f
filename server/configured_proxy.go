package server

import (
	"errors"
	"io/fs"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// maxProxies is how many proxies a configuration may name.
const maxProxies = 256

// proxySettings say who may tell about clients.
func proxySettings() []setting {
	return []setting{
		key("socket-mode", fileMode(), "", "The file mode of a Unix socket. Without a value the process's umask decides.",
			func(d *draft, _ int) *fs.FileMode { return &d.config.SocketMode }),
		key("trusted-proxies[]", network(), "",
			"The addresses of reverse proxies that may tell about their clients in header fields.",
			func(d *draft, i int) *netip.Prefix { return element(&d.config.TrustedProxies, i) }),
		key("proxy-headers", proxyFields(), "x-forwarded-for, x-forwarded-proto, x-forwarded-host",
			"The header fields that trusted proxies are believed.",
			func(d *draft, _ int) *ProxyHeaders { return &d.config.ProxyHeaders }),
		key("proxy-protocol.from[]", network(), "",
			"The addresses of load balancers that may send the PROXY protocol. Without one it is accepted from nobody.",
			func(d *draft, i int) *netip.Prefix { return element(&d.proxy.From, i) }),
		key("proxy-protocol.optional", on(), "false", "Also serves connections without its header.",
			func(d *draft, _ int) *bool { return &d.proxy.Optional }),
		key("proxy-protocol.timeout", duration(), "", "Bounds the time until its header has arrived. Without a value it is header-timeout.",
			func(d *draft, _ int) *time.Duration { return &d.proxy.Timeout }),
	}
}

// finishProxy turns the PROXY protocol on if one of its keys was set.
func (d *draft) finishProxy() {
	if d.has("proxy-protocol") {
		d.config.ProxyProtocol = &d.proxy
	}
}

// network is a network or a single address.
func network() kind[netip.Prefix] {
	return kind[netip.Prefix]{
		want: "an IP address or a network such as 10.0.0.0/8",
		parse: func(s string) (netip.Prefix, error) {
			if a, err := netip.ParseAddr(s); err == nil && a.Zone() == "" {
				return netip.PrefixFrom(a, a.BitLen()), nil
			}
			p, err := netip.ParsePrefix(s)
			if err != nil {
				return p, errUnfit
			}
			return p.Masked(), nil
		},
		write: netip.Prefix.String,
	}
}

// fileMode is a mode in octal digits, as chmod takes it.
func fileMode() kind[fs.FileMode] {
	return kind[fs.FileMode]{
		want: "a file mode in octal digits, such as 0660",
		parse: func(s string) (fs.FileMode, error) {
			n, err := strconv.ParseUint(strings.TrimPrefix(s, "0o"), 8, 9)
			if err != nil || n == 0 {
				return 0, errUnfit
			}
			return fs.FileMode(n), nil
		},
		write: func(m fs.FileMode) string { return "0" + strconv.FormatUint(uint64(m.Perm()), 8) },
	}
}

// proxyFields is a set of header fields.
func proxyFields() kind[ProxyHeaders] {
	fields := []choice[ProxyHeaders]{
		{"x-forwarded-for", XForwardedFor},
		{"x-forwarded-proto", XForwardedProto},
		{"x-forwarded-host", XForwardedHost},
		{"forwarded", ForwardedHeader},
	}
	one := oneOf(fields...)
	return kind[ProxyHeaders]{
		want: "some of x-forwarded-for, x-forwarded-proto, x-forwarded-host and forwarded, separated by commas",
		parse: func(s string) (set ProxyHeaders, failed error) {
			for name := range strings.SplitSeq(s, ",") {
				field, err := one.parse(strings.TrimSpace(name))
				failed = errors.Join(failed, err)
				set |= field
			}
			return set, failed
		},
		write: func(set ProxyHeaders) string {
			var names []string
			for _, f := range fields {
				if set&f.value != 0 {
					names = append(names, f.name)
				}
			}
			return strings.Join(names, ", ")
		},
	}
}
