package config_test

import (
	"fmt"
	"io/fs"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/config"
	"github.com/weft-go/weft/schema"
	"github.com/weft-go/weft/server"
)

// A keyTest is a key with a value that is not its default, and what it makes of a
// configuration.
type keyTest struct {
	key, text string
	want      func(*server.Configuration)
}

func keyTests(t *testing.T) []keyTest {
	cert, certKey := certificate(t)
	cfg := func(f func(*server.Config)) func(*server.Configuration) {
		return func(c *server.Configuration) { f(&c.Config) }
	}
	socket := func(f func(*weft.WebSocketConfig)) func(*server.Configuration) {
		return func(c *server.Configuration) { f(&c.Config.WebSocket) }
	}
	codec := func(f func(*weft.CodecConfig)) func(*server.Configuration) {
		return func(c *server.Configuration) { f(&c.Config.Codec) }
	}
	transport := func(f func(*server.TransportConfig)) func(*server.Configuration) {
		return func(c *server.Configuration) { f(&c.Transport) }
	}
	compression := func(r server.ResponseCompressionConfig) func(*server.Configuration) {
		return func(c *server.Configuration) { c.Config.ResponseCompression = &r }
	}
	option := func(o server.CompressionOption) func(*server.Configuration) {
		o.Type = "gzip"
		return compression(server.ResponseCompressionConfig{Options: []server.CompressionOption{o}})
	}
	none := func(*server.Configuration) {} // see TestSSLKeys
	_, _ = cert, certKey
	return []keyTest{
		{"binding-host", "127.0.0.1", cfg(func(c *server.Config) { c.Address = "127.0.0.1:8080" })},
		{"binding-port", "9000", cfg(func(c *server.Config) { c.Address = "0.0.0.0:9000" })},
		{"so-backlog", "128", cfg(func(c *server.Config) { c.SoBacklog = 128 })},
		{"tcp-nodelay", "false", cfg(func(c *server.Config) { c.TCPDelay = true })},
		{"keep-alive", "false", cfg(func(c *server.Config) { c.NoKeepAlive = true })},
		{"h2c", "true", cfg(func(c *server.Config) { c.H2C = true })},
		{"socket-mode", "0660", cfg(func(c *server.Config) { c.SocketMode = fs.FileMode(0o660) })},
		{"trusted-proxies[0]", "10.0.0.0/8", cfg(func(c *server.Config) {
			c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
		})},
		{"proxy-headers", "forwarded, x-forwarded-for", cfg(func(c *server.Config) {
			c.ProxyHeaders = server.ForwardedHeader | server.XForwardedFor
		})},
		{"proxy-protocol.from[0]", "::1", cfg(func(c *server.Config) {
			c.ProxyProtocol = &server.ProxyProtocol{From: []netip.Prefix{netip.MustParsePrefix("::1/128")}}
		})},
		{"proxy-protocol.optional", "true", cfg(func(c *server.Config) { c.ProxyProtocol = &server.ProxyProtocol{Optional: true} })},
		{"proxy-protocol.timeout", "3s", cfg(func(c *server.Config) {
			c.ProxyProtocol = &server.ProxyProtocol{Timeout: 3 * time.Second}
		})},
		{"accept-continue", "true", cfg(func(c *server.Config) { c.AcceptContinue = true })},
		{"max-initial-line-length", "4KiB", cfg(func(c *server.Config) { c.MaxInitialLineLength = 4096 })},
		{"max-header-size", "8192", cfg(func(c *server.Config) { c.MaxHeaderSize = 8192 })},
		{"max-header-fields", "64", cfg(func(c *server.Config) { c.MaxHeaderFields = 64 })},
		{"length-with-chunked", "true", cfg(func(c *server.Config) { c.LengthWithChunked = true })},
		{"request-streaming.enabled", "true", cfg(func(c *server.Config) { c.RequestStreaming.Enabled = true })},
		{"request-streaming.maximum-content-length", "1GiB", cfg(func(c *server.Config) {
			c.RequestStreaming.MaximumContentLength = 1 << 30
		})},
		{"request-decompression", "strict", cfg(func(c *server.Config) { c.RequestDecompression = server.Strict })},
		{"response-compression.enabled", "true", compression(server.ResponseCompressionConfig{})},
		{"response-compression.content-threshold", "0", compression(server.ResponseCompressionConfig{ContentThreshold: 1})},
		{"response-compression.options[0].type", "gzip", option(server.CompressionOption{})},
		{"response-compression.options[0].level", "9", option(server.CompressionOption{Level: 9})},
		{"response-compression.options[0].bits", "15", option(server.CompressionOption{Bits: 15})},
		{"response-compression.options[0].mem", "8", option(server.CompressionOption{Mem: 8})},
		{"idle-timeout", "PT1M30S", cfg(func(c *server.Config) { c.IdleTimeout = 90 * time.Second })},
		{"header-timeout", "1s", cfg(func(c *server.Config) { c.HeaderTimeout = time.Second })},
		{"stall-timeout", "500ms", cfg(func(c *server.Config) { c.StallTimeout = 500 * time.Millisecond })},
		{"min-body-rate", "1000", cfg(func(c *server.Config) { c.MinBodyRate = 1000 })},
		{"graceful-shutdown-timeout", "1m30s", cfg(func(c *server.Config) { c.GracefulShutdownTimeout = 90 * time.Second })},
		{"ssl.cert", cert, none}, {"ssl.key", certKey, none}, {"ssl.key-store", "store.p12", none},
		{"ssl.key-store-password", "secret", none}, {"ssl.key-manager-password", "secret", none}, {"ssl.key-alias", "web", none},
		{"ssl.generate", "true", none}, {"ssl.trust-store", cert, none}, {"ssl.trust-store-password", "secret", none},
		{"ssl.client-auth", "required", none}, {"ssl.http-behaviour", "fail", none}, {"ssl.reload-interval", "1m", none},
		{"websocket.subprotocols", "chat, echo", socket(func(w *weft.WebSocketConfig) { w.Subprotocols = "chat, echo" })},
		{"websocket.handshake-timeout", "5s", socket(func(w *weft.WebSocketConfig) { w.HandshakeTimeout = 5 * time.Second })},
		{"websocket.force-close-timeout", "5s", socket(func(w *weft.WebSocketConfig) { w.ForceCloseTimeout = 5 * time.Second })},
		{"websocket.handle-close-frames", "false", socket(func(w *weft.WebSocketConfig) { w.PassCloseFrames = true })},
		{"websocket.send-close-frame", "1001", socket(func(w *weft.WebSocketConfig) { w.CloseStatus = 1001 })},
		{"websocket.drop-pong-frames", "false", socket(func(w *weft.WebSocketConfig) { w.PassPongFrames = true })},
		{"websocket.decoder.max-frame-payload-length", "1MiB", socket(func(w *weft.WebSocketConfig) { w.Decoder.MaxFramePayloadLength = 1 << 20 })},
		{"websocket.decoder.expect-masked-frames", "false", socket(func(w *weft.WebSocketConfig) { w.Decoder.AcceptUnmaskedFrames = true })},
		{"websocket.decoder.allow-mask-mismatch", "true", socket(func(w *weft.WebSocketConfig) { w.Decoder.AllowMaskMismatch = true })},
		{"websocket.decoder.allow-extensions", "true", socket(func(w *weft.WebSocketConfig) { w.Decoder.AllowExtensions = true })},
		{"websocket.decoder.close-on-protocol-violation", "false", socket(func(w *weft.WebSocketConfig) { w.Decoder.KeepOnProtocolViolation = true })},
		{"websocket.decoder.with-utf8-validator", "false", socket(func(w *weft.WebSocketConfig) { w.Decoder.NoUTF8Validator = true })},
		{"codec.reject-extra-fields", "true", codec(func(c *weft.CodecConfig) { c.RejectExtraFields = true })},
		{"codec.explicit-empty-collections.encoding", "false", codec(func(c *weft.CodecConfig) { c.OmitEmptyCollections = true })},
		{"codec.explicit-empty-collections.decoding", "true", codec(func(c *weft.CodecConfig) { c.MissingCollectionsAsEmpty = true })},
		{"codec.explicit-nulls.encoding", "false", codec(func(c *weft.CodecConfig) { c.OmitNulls = true })},
		{"codec.explicit-nulls.decoding", "true", codec(func(c *weft.CodecConfig) { c.MissingAsNull = true })},
		{"codec.discriminator", "field:kind", codec(func(c *weft.CodecConfig) { c.Discriminator = schema.FieldName("kind", schema.Identity) })},
		{"codec.field-name-format", "snake-case", codec(func(c *weft.CodecConfig) { c.FieldNameFormat = schema.SnakeCase })},
		{"codec.treat-streams-as-arrays", "true", codec(func(c *weft.CodecConfig) { c.TreatStreamsAsArrays = true })},
		{"transport.channel-type", "EPOLL", transport(func(c *server.TransportConfig) { c.ChannelType = server.ChannelEPOLL })},
		{"transport.threads", "4", transport(func(c *server.TransportConfig) { c.NThreads = 4 })},
		{"transport.leak-detection-level", "PARANOID", transport(func(c *server.TransportConfig) { c.LeakDetectionLevel = server.LeakParanoid })},
		{"transport.shutdown-quiet-period", "0s", transport(func(c *server.TransportConfig) { c.ShutdownQuietPeriod = -1 })},
		{"transport.shutdown-timeout", "20s", transport(func(c *server.TransportConfig) { c.ShutdownTimeout = 20 * time.Second })},
		{"transport.heap-reserve", "0", transport(func(c *server.TransportConfig) { c.HeapReserve = -1 })},
		{"log-warning-on-fatal-error", "false", cfg(func(c *server.Config) { c.NoWarningOnFatalError = true })},
		{"cookie-keys[0]", "0123456789abcdef0123456789abcdef", cfg(func(c *server.Config) {
			c.CookieKeys = []weft.Secret{weft.NewSecret("0123456789abcdef0123456789abcdef")}
		})},
		{"development", "true", cfg(func(c *server.Config) { c.Development = true })},
	}
}

// A pair is a key below the root and its text.
type pair struct{ key, text string }

// sources returns the settings in each of the five forms.
func sources(settings ...pair) map[string]server.Source {
	var yaml, properties, toml strings.Builder
	var variables, json []string
	yaml.WriteString("weft.http.server:\n")
	for _, s := range settings {
		value := s.text
		if !bare(value) {
			value = fmt.Sprintf("%q", value)
		}
		fmt.Fprintf(&yaml, "  %s: %s\n", s.key, value)
		fmt.Fprintf(&properties, "weft.http.server.%s = %s\n", s.key, strings.ReplaceAll(s.text, `\`, `\\`))
		json = append(json, fmt.Sprintf("%q: %s", s.key, value))
		toml.WriteString(tomlLine(s.key, value))
		name := strings.NewReplacer("[", "_", "].", "_", "]", "", ".", "_", "-", "_").Replace(s.key)
		variables = append(variables, "WEFT_HTTP_SERVER_"+strings.ToUpper(name)+"="+s.text)
	}
	return map[string]server.Source{
		"Environment": server.Variables(variables...),
		"Properties":  config.Properties("test.properties").Holding(properties.String()),
		"YAML":        config.YAML("test.yaml").Holding(yaml.String()),
		"JSON":        config.JSON("test.json").Holding(`{"weft": {"http": {"server": {` + strings.Join(json, ",") + `}}}}`),
		"TOML":        config.TOML("test.toml").Holding(toml.String()),
	}
}

// bare says whether a value is a switch or a number in all formats.
func bare(s string) bool {
	return s == "true" || s == "false" || strings.Trim(s, "0123456789") == "" && (s == "0" || s[0] != '0')
}

// tomlLine writes a setting as TOML: the parts of its key, quoted where they have to be.
func tomlLine(key, value string) string {
	parts := strings.Split("weft.http.server."+key, ".")
	for i, p := range parts {
		parts[i] = fmt.Sprintf("%q", p)
	}
	return strings.Join(parts, ".") + " = " + value + "\n"
}

// TestKey sets each key through each kind of source, and sees it in the configuration.
func TestKey(t *testing.T) {
	for _, test := range keyTests(t) {
		settings := []pair{{test.key, test.text}}
		if before, _, ok := strings.Cut(test.key, "[0]."); ok && !strings.HasSuffix(test.key, "type") {
			settings = append(settings, pair{before + "[0].type", "gzip"})
		}
		if strings.HasPrefix(test.key, "ssl.") {
			continue // no key of that group is of use alone
		}
		for kind, source := range sources(settings...) {
			t.Run(test.key+"/"+kind, func(t *testing.T) {
				got, err := server.Load(source)
				if err != nil {
					t.Fatal(err)
				}
				var want server.Configuration
				test.want(&want)
				if !equal(got.Config, want.Config) || got.Transport != want.Transport {
					t.Errorf("got  %+v %+v\nwant %+v %+v", got.Config, got.Transport, want.Config, want.Transport)
				}
				if reflect.DeepEqual(want, server.Configuration{}) {
					t.Error("the test wants nothing")
				}
			})
		}
	}
}

// equal compares configurations by their fields; secrets by what they hold.
func equal(a, b server.Config) bool {
	if len(a.CookieKeys) != len(b.CookieKeys) {
		return false
	}
	for i := range a.CookieKeys {
		if !a.CookieKeys[i].Equal(b.CookieKeys[i]) {
			return false
		}
	}
	a.CookieKeys, b.CookieKeys = nil, nil
	return reflect.DeepEqual(a, b)
}

// TestEveryKeyHasATest: a key that is added to the list needs an entry above.
func TestEveryKeyHasATest(t *testing.T) {
	tested := map[string]bool{}
	for _, test := range keyTests(t) {
		tested[strings.Replace(test.key, "[0]", "[]", 1)] = true
	}
	for _, k := range server.Keys() {
		if !tested[k.Name] {
			t.Errorf("the key %s has no test", k.Name)
		}
		delete(tested, k.Name)
	}
	for name := range tested {
		t.Errorf("the test %s has no key", name)
	}
}

// TestEveryFieldHasAKey: what a program can configure, its operator can, too. Fields
// that are not there are named with the reason.
func TestEveryFieldHasAKey(t *testing.T) {
	without := map[string]string{
		"Logger": "a logger is a thing of the program",
	}
	var all server.Configuration
	for _, test := range keyTests(t) {
		test.want(&all)
	}
	all.Config.SSL = &server.SSLConfig{} // see TestSSLKeys
	for _, v := range []reflect.Value{reflect.ValueOf(all.Config), reflect.ValueOf(all.Transport)} {
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; v.Field(i).IsZero() && without[name] == "" {
				t.Errorf("no key sets %s.%s", v.Type(), name)
			}
		}
	}
}
