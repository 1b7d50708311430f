package docscheck

// Imports returns the packages that fragments may use without an import, by name.
func Imports() map[string]string {
	table := make(map[string]string)
	for _, path := range []string{
		"auth", "cli", "client", "codec", "compress", "config", "endpoint", "hyper", "keystore", "middleware", "nethttp",
		"openapi", "openapi/ui", "route", "schema", "server", "sse", "status", "websocket", "wefttest",
	} {
		table[last(path)] = "github.com/weft-go/weft/" + path
	}
	for _, path := range []string{
		"context", "embed", "errors", "fmt", "html/template", "io", "io/fs", "iter", "log", "log/slog", "net/http",
		"net/http/httptest", "net/netip", "os", "strings", "sync", "testing", "time", "uuid",
	} {
		table[last(path)] = path
	}
	table["weft"] = "github.com/weft-go/weft"
	table["html"] = "maragu.dev/gomponents/html"
	table["g"] = "maragu.dev/gomponents"
	return table
}

func last(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[i+1:]
		}
	}
	return path
}
