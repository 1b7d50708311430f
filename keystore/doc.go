// Package keystore reads the key stores of Java, JKS and PKCS#12, so that a server
// can use the certificates that are already there. A program that does not import
// it links none of the code for these formats.
//
//	password := weft.NewSecret(os.Getenv("KEYSTORE_PASSWORD"))
//	ssl, err := server.SSLFromKeyStore(keystore.File("server.p12", password))
//	…
//	server.New(server.Config{}.WithSSL(ssl))
//
// Which of the two formats a file has is seen from its content. A store can be in
// any fs.FS, too, see [Resource]; a key that has a password of its own needs
// [Store.WithKeyPassword], and a JKS file with several keys [Store.WithAlias].
//
// # Mutual TLS
//
// A store is a trust store as well: one with the certificates of those whom the
// server trusts. Java can write trust stores without a password; the zero
// weft.Secret reads them.
//
//	ssl = ssl.WithTrustStore(keystore.File("clients.jks", password)).
//		WithClientAuth(server.ClientAuthRequired)
//
// Only clients with a certificate that is in the trust store, or was signed by
// one that is, can then connect.
//
// # Reload
//
// A store is read again when its file changes, as certificates in PEM files are. A
// file that cannot be read leaves the server with what it has.
package keystore
