module github.com/weft-go/weft/web

go 1.27

toolchain go1.27.3

require (
	github.com/andybalholm/brotli v1.2.7
	github.com/chromedp/cdproto v0.157.8
	github.com/chromedp/chromedp v0.21.0
	github.com/evanw/esbuild v0.28.2
)

require (
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	golang.org/x/sys v0.0.0-20220715151400-c0bba94af5f8 // indirect
)

replace github.com/weft-go/weft => ..
