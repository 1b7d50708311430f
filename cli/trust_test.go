package cli_test

import (
	"encoding/pem"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-go/weft/cli"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/route"
)

// TestInsecure trusts an unknown server only with --insecure, which warns, or with its
// authority.
func TestInsecure(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, "1")
	}))
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	s.StartTLS()
	defer s.Close()
	dir := t.TempDir()
	authority, none := filepath.Join(dir, "ca.pem"), filepath.Join(dir, "none.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	for name, data := range map[string][]byte{authority: block, none: []byte("none")} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name, args string
		code       cli.Code
		message    string
	}{
		{"unknown", "", cli.NoAnswer, "certificate"},
		{"insecure", "--insecure", cli.OK, "shop: warning: --insecure: "},
		{"authority", "--ca-file " + authority, cli.OK, ""},
		{"no authority", "--ca-file " + none, cli.Usage, "--ca-file: "},
		{"no file", "--ca-file " + filepath.Join(dir, "nowhere"), cli.Usage, "--ca-file: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			args := append([]string{"tags", "list", "--tls"}, strings.Fields(tt.args)...)
			got := run(t, strings.TrimPrefix(s.URL, "https://"), true, "", cli.Config{}, args...)
			if got.code != int(tt.code) || !strings.Contains(got.err, tt.message) || tt.message == "" && got.err != "" {
				t.Errorf("%d %q %s", got.code, got.out, got.err)
			}
		})
	}
}

// TestBodyPrefix gives fields with the prefix, which never means anything else.
func TestBodyPrefix(t *testing.T) {
	type inner struct {
		Title string `json:"title,omitzero"`
	}
	type body struct {
		Title string   `json:"title,omitzero"`
		Host  string   `json:"host,omitzero"`
		Tags  []string `json:"tags,omitzero"`
		Note  *string  `json:"note,omitzero" nullable:"true"`
		Body  inner    `json:"body,omitzero"`
	}
	e := route.POST("/x/{id}").Path(codec.Int("id")).In[body]().OutEmpty()
	tests := []struct{ args, want string }{
		{"--body.title a", `{"title":"a"}`},
		{"--title a", `{"title":"a"}`},
		{"--body.host a", `{"host":"a"}`},
		{"--field-host a", `{"host":"a"}`},
		{"--body.body.title a", `{"body":{"title":"a"}}`},
		{"--tags a --body.tags b", `{"tags":["a","b"]}`},
		{"--title a --body.title b", "given twice"},
		{"--body {} --body.title b", "give either the whole or its fields"},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			var out strings.Builder
			app := cli.FromEndpoints("x", "", "", "", "h", 1, []endpoint.Described{e}, false, cli.Config{Stdout: &out, Stderr: &out})
			app.Run(t.Context(), append([]string{"post-x-id", "--id", "1", "--curl"}, strings.Fields(tt.args)...))
			if !strings.Contains(out.String(), tt.want) {
				t.Errorf("got %s, want %s", out.String(), tt.want)
			}
		})
	}
}
