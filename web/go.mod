module github.com/weft-go/weft/web

go 1.27

toolchain go1.27.3

require (
	github.com/andybalholm/brotli v1.2.7
	github.com/chromedp/cdproto v0.157.8
	github.com/chromedp/chromedp v0.21.0
	github.com/evanw/esbuild v0.28.2
	github.com/tdewolff/minify/v2 v2.24.24
)

require (
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/tdewolff/parse/v2 v2.8.20 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/weft-go/weft => ..
