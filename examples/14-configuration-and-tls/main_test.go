package main

import (
	"crypto/tls"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/weft-go/weft/server"
)

func TestServed(t *testing.T) {
	srv, err := configure(server.Variables("WEFT_HTTP_SERVER_BINDING_PORT=0"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := srv.Install(routes(srv)); err != nil {
		t.Fatal(err)
	}
	defer srv.Close()

	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}
	defer transport.CloseIdleConnections()
	c := &http.Client{Transport: transport}
	for path, want := range map[string]string{"/": "hello over HTTP/2\n", "/readyz": ""} {
		resp, err := c.Get("https://" + srv.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != 200 || want != "" && string(text) != want {
			t.Errorf("%s: got %d %q, %v", path, resp.StatusCode, text, err)
		}
	}
}

func TestFaultsNameTheirPlace(t *testing.T) {
	_, err := configure(server.Variables("WEFT_HTTP_SERVER_IDLE_TIMEOUT=90"))
	if err == nil || !strings.Contains(err.Error(), "WEFT_HTTP_SERVER_IDLE_TIMEOUT") {
		t.Errorf("got %v", err)
	}
}
