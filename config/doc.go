// Package config reads the configuration of servers from files and from the
// environment. It holds the readers that need libraries; package server itself reads
// the environment and JSON, and a program that does not import this package links
// nothing for YAML and TOML.
//
//	srv, err := server.Configured(
//		config.File("weft.yaml"),
//		config.File("local.toml").Optional(),
//		config.Environment(),
//	)
//
// Later sources win over earlier ones. So the file above holds what the program ships
// with, local.toml what a developer changes, and the environment what operators change.
//
// # Keys
//
// All keys begin with weft.http.server, and docs/configuration.md lists them; the list
// is also what server.Keys returns. In a file they form a tree:
//
//	weft:
//	  http:
//	    server:
//	      binding-port: 9000
//	      idle-timeout: 1m30s
//	      response-compression:
//	        options:
//	          - type: gzip
//	            level: 9
//
// Several steps may stand in one name, as they do in property files:
//
//	weft.http.server.binding-port = 9000
//	weft.http.server.response-compression.options[0].type = gzip
//
// In the environment the same key is WEFT_HTTP_SERVER_BINDING_PORT; see
// server.Environment. Everything outside of weft.http.server is ignored, so the file
// may be shared with the rest of the program.
//
// # Values
//
//   - A duration is 10s, 1m30s, 500ms, or in the form of ISO 8601: PT10S. A number
//     without a unit is refused.
//   - A size is a number of bytes, or has a unit: 16KiB, 4MiB; 16KB are 16,000 bytes.
//   - A switch is true or false.
//
// # Faults
//
// A key that does not exist and a value that does not fit are errors, all of them at
// once, each with its place:
//
//	server: the configuration has 2 faults:
//	weft.http.server.binding-prot (weft.yaml:4): unknown key; did you mean binding-port?
//	weft.http.server.idle-timeout (variable WEFT_HTTP_SERVER_IDLE_TIMEOUT): want a duration …, got "90" (…)
//
// The method Dump of a server, and of what server.Load returns, shows which value came
// from where.
//
// # Codings and keystores
//
// The configuration may name things that live in packages of their own, which the
// program has to bring in. For the codings br and zstd:
//
//	server.Configured(config.File("weft.yaml"), server.Using(compress.Codings()...))
//
// For keystores of Java, which ssl.key-store and ssl.trust-store may name, [KeyStores].
package config
