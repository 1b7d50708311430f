package server_test

import (
	"fmt"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
)

// TestCompressionOptions starts servers with options, good and bad.
func TestCompressionOptions(t *testing.T) {
	tests := []struct {
		name   string
		config server.ResponseCompressionConfig
		err    string
	}{
		{"none", server.ResponseCompressionConfig{}, ""},
		{"default", server.DefaultResponseCompression(), ""},
		{"all settings", server.ResponseCompressionConfig{Options: []server.CompressionOption{{Type: "GZip", Level: 9, Bits: 15, Mem: 8}}}, ""},
		{"levels", server.ResponseCompressionConfig{Options: []server.CompressionOption{server.Gzip(1), server.Deflate(9)}}, ""},
		{"coding of one's own by type", server.ResponseCompressionConfig{
			Options: []server.CompressionOption{{Type: "counted"}}, Codings: []server.Coding{&countedCoding{}}}, ""},
		{"level", server.ResponseCompressionConfig{Options: []server.CompressionOption{server.Gzip(0), server.Deflate(10)}},
			"response-compression.options[1] (deflate): level: want 1 to 9, got 10"},
		{"negative level", server.ResponseCompressionConfig{Options: []server.CompressionOption{server.Gzip(-1)}},
			"response-compression.options[0] (gzip): level: want 1 to 9, got -1"},
		{"bits", server.ResponseCompressionConfig{Options: []server.CompressionOption{{Type: "gzip", Bits: 16}}},
			"response-compression.options[0] (gzip): bits: want 9 to 15, got 16"},
		{"mem", server.ResponseCompressionConfig{Options: []server.CompressionOption{{Type: "deflate", Mem: 10}}},
			"response-compression.options[0] (deflate): mem: want 1 to 9, got 10"},
		{"unknown type", server.ResponseCompressionConfig{Options: []server.CompressionOption{{Type: "brotli"}}},
			`response-compression.options[0] (brotli): type: want one of gzip, deflate, got "brotli"`},
		{"no type", server.ResponseCompressionConfig{Options: []server.CompressionOption{{}}},
			`response-compression.options[0] (no type): type: want one of gzip, deflate, got ""`},
		{"twice", server.ResponseCompressionConfig{Options: []server.CompressionOption{server.Gzip(1), server.Gzip(2)}},
			"response-compression.options[1] (gzip): gzip is there already"},
		{"too many", server.ResponseCompressionConfig{Options: make([]server.CompressionOption, 9)},
			"response-compression.options: want at most 8, got 9"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			srv := server.New(server.Config{}.WithBinding("127.0.0.1", 0).WithResponseCompression(test.config))
			defer srv.Close()
			_, err := srv.Install(weft.NewRoutes())
			if got := fmt.Sprint(err); test.err == "" && err != nil || test.err != "" && got != test.err {
				t.Errorf("error %v, want %q", err, test.err)
			}
			if test.err != "" && srv.Addr() != nil {
				t.Error("it listens all the same")
			}
		})
	}
}
