module github.com/weft-go/weft

go 1.27

toolchain go1.27.3

require (
	github.com/andybalholm/brotli v1.2.7
	github.com/klauspost/compress v1.20.3
)
