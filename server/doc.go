// Package server serves routes over HTTP.
//
// The shortest server listens on port 8080 until the process is asked to stop:
//
//	err := server.Default().Serve(context.Background(), routes)
//
// A [Config] says more. Its zero value is the default, and its methods return
// changed copies:
//
//	srv := server.New(server.Config{}.
//		WithBinding("127.0.0.1", 9000).
//		WithIdleTimeout(time.Minute).
//		EnableRequestStreaming())
//
// # Life of a server
//
// [Server.Serve] installs routes, serves until its context ends or the process
// gets SIGINT or SIGTERM, and then shuts down gracefully: it stops accepting,
// lets requests in flight finish for the time of Config.GracefulShutdownTimeout,
// and cuts what is left.
//
// [Server.Install] does only the first step: it starts listening if the server
// does not listen yet, puts the routes in place, and returns the port. It may be
// called again at any time; requests that arrive later see the new routes.
// [Server.Shutdown] ends such a server.
//
// # TLS
//
// A server with a certificate speaks TLS 1.2 and 1.3, and with it HTTP/1.1 and
// HTTP/2:
//
//	ssl, err := server.SSLFromFiles("cert.pem", "key.pem")
//	srv := server.New(server.Config{}.WithPort(8443).WithSSL(ssl))
//
// [SSLFromResource] takes the files from an fs.FS, [SSLFromKeyStore] takes them from
// the key stores of Java (see package keystore), [SSLGenerate] makes a certificate for
// the developer's machine, and [SSLFromTLS] takes whatever crypto/tls can do. Files
// are read again when they change, and connections that are open go on.
//
// Clients that speak plain HTTP to such a port are redirected to https, unless
// [SSLConfig.WithHTTPBehaviour] says otherwise. Client certificates are asked for with
// a trust store and a [ClientAuth]:
//
//	ssl = ssl.WithTrustStore(server.TrustFile("clients.pem")).
//		WithClientAuth(server.ClientAuthRequired)
//
// Handlers find them with RemoteCertificate of their request. HTTP/2 without TLS is
// served with Config.H2C.
//
// # Behind a proxy
//
// A server behind a proxy has the proxy as its peer. Whose word it takes for the
// client's address, and for the scheme and host that the client has asked for, has to
// be said:
//
//	server.Config{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}
//
// The header fields X-Forwarded-For, -Proto and -Host are then read from the right, up
// to the first address that is not one of a trusted proxy. [ProxyHeaders] chooses
// fields, among them Forwarded of RFC 7239. Handlers see the result as RemoteAddress
// and URL of their request. A load balancer that does not know HTTP can use the
// PROXY protocol instead; see [ProxyProtocol].
//
// # Sockets
//
// Config.Address may be a Unix socket, "unix:/run/app.sock", with a file mode in
// Config.SocketMode. One that a dead server has left behind is removed. A service of
// systemd with socket activation gets its socket with "systemd:", or with
// "systemd:name" if it has several. [Server.Serve] tells systemd when the server is
// ready and when it stops (Type=notify).
//
// # Health
//
// [Server.Alive] and [Server.Ready] say how the server is, and [Server.HealthRoutes]
// says it to others at /healthz and /readyz. A server is no longer ready from the
// moment its shutdown begins.
//
// # Configuration from outside
//
// [Configured] makes a server of what its environment says, or files, or both:
//
//	srv, err := server.Configured() // WEFT_HTTP_SERVER_BINDING_PORT=9000 and so on
//	srv, err := server.Configured(config.File("weft.yaml"), config.Environment())
//
// Sources of all kinds hold the same keys; [Keys] lists them, and docs/configuration.md
// is made from that list. This package reads the environment and JSON. Package config
// reads YAML, TOML and property files, and says what values look like.
//
// A key that does not exist and a value that does not fit are errors that name their
// place. [Server.Dump] shows each value with the place it came from. [Load] gives the
// configuration to a program that wants to change it first:
//
//	c, err := server.Load(config.File("weft.yaml"))
//	c.Config.Logger = logger
//	srv := server.Customized(c.Config, c.Transport)
//
// # Forgotten bodies
//
// With request streaming, a handler that opens a body and neither reads it to its end
// nor closes it keeps the connection from being used again. The server looks for that
// in one of 128 streaming bodies, and reports it in the log with the place where the
// body was opened. See [LeakDetectionLevel].
//
// # Limits
//
// Every server has limits from the start: on the size of heads and bodies, and
// on the time that slow clients may take. An answer that tells a client about a
// limit names the setting.
package server
