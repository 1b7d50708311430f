// Build bundles the hyper client.
//
// It reads web/hyper/src/main.ts, and writes hyper.js, a minified script, and
// hyper.js.br, the same compressed, to hyper/assets. The version in the bundle is
// that of web/hyper/package.json. The output depends on nothing else, so that
// anyone can check the committed bundle:
//
//	go generate ./...      in the web directory
//	git diff --exit-code hyper/assets
package main
