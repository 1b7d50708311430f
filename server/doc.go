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
// # Limits
//
// Every server has limits from the start: on the size of heads and bodies, and
// on the time that slow clients may take. An answer that tells a client about a
// limit names the setting.
package server
