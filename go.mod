module github.com/weft-go/weft

go 1.27

toolchain go1.27.3
