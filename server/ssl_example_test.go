package server_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"net/netip"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// A server with a certificate made for the occasion, and a client that trusts it.
func ExampleSSLGenerate() {
	ssl, err := server.SSLGenerate()
	if err != nil {
		panic(err)
	}
	srv := server.New(server.Config{}.WithBinding("127.0.0.1", 0).WithSSL(ssl))
	port, err := srv.Install(weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		return weft.Text("hello over " + req.Version().String()), nil
	})))
	if err != nil {
		panic(err)
	}
	defer srv.Shutdown(context.Background())

	cert, err := ssl.Certificate()
	if err != nil {
		panic(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}
	defer transport.CloseIdleConnections()
	resp, err := (&http.Client{Transport: transport}).Get(fmt.Sprintf("https://localhost:%d/", port))
	if err != nil {
		panic(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	fmt.Println(string(b), err)
	// Output: hello over HTTP/2 <nil>
}

// A server behind a reverse proxy in a private network, and a load balancer before
// that one, which uses the PROXY protocol.
func ExampleProxyProtocol() {
	private := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	srv := server.New(server.Config{
		TrustedProxies: private,
		ProxyProtocol:  &server.ProxyProtocol{From: private},
	})
	fmt.Println(srv.Ready())
	// Output: false
}
