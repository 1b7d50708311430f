module github.com/weft-go/weft/examples/docsite

go 1.27

toolchain go1.27.3

replace (
	github.com/weft-go/weft => ../..
	github.com/weft-go/weft/examples/browser => ../browser
)

require (
	github.com/chromedp/chromedp v0.21.0
	github.com/weft-go/weft v0.0.0
	github.com/weft-go/weft/examples/browser v0.0.0
	github.com/yuin/goldmark v1.8.7
	maragu.dev/gomponents v1.2.0
)

require (
	github.com/andybalholm/brotli v1.2.7 // indirect
	github.com/chromedp/cdproto v0.157.8 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
)
