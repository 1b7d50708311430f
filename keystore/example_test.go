package keystore_test

import (
	"fmt"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/keystore"
	"github.com/weft-go/weft/server"
)

// A server with the certificate of a Java program.
func Example() {
	password := weft.NewSecret("changeit")
	ssl, err := server.SSLFromKeyStore(keystore.File("testdata/server.p12", password))
	if err != nil {
		fmt.Println(err)
		return
	}
	srv := server.New(server.Config{}.WithPort(8443).WithSSL(ssl))
	cert, err := ssl.Certificate()
	fmt.Println(cert.Subject, err, srv.Ready())
	// Output: CN=localhost <nil> false
}

// Mutual TLS: only clients whose certificates are in a trust store can connect. A
// server whose trust store cannot be read does not start.
func ExampleStore_Authorities() {
	ssl, err := server.SSLFromKeyStore(keystore.File("testdata/server.jks", weft.NewSecret("changeit")))
	if err != nil {
		fmt.Println(err)
		return
	}
	ssl = ssl.WithTrustStore(keystore.File("clients.jks", weft.NewSecret("changeit"))).
		WithClientAuth(server.ClientAuthRequired)
	_, err = server.New(server.Config{}.WithSSL(ssl)).Install(weft.NewRoutes())
	fmt.Println(err)
	// Output: ssl: trust store: open clients.jks: no such file or directory
}
