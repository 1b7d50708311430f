package config_test

import (
	"fmt"
	"testing/fstest"
	"time"

	"github.com/weft-go/weft/config"
	"github.com/weft-go/weft/server"
)

// The file that a program ships with, and what an operator changes.
func Example() {
	shipped := fstest.MapFS{"weft.yaml": {Data: []byte(`
weft:
  http:
    server:
      binding-port: 9000
      idle-timeout: 1m
      response-compression:
        options:
          - type: gzip
            level: 9
`)}}
	c, err := server.ConfigFrom(
		config.File("weft.yaml").In(shipped),
		config.File("local.toml").Optional(),
		server.Variables("WEFT_HTTP_SERVER_IDLE_TIMEOUT=PT5S"), // config.Environment() in a real program
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Address, c.IdleTimeout == 5*time.Second, c.ResponseCompression.Options[0].Level)
	// Output: 0.0.0.0:9000 true 9
}

// Property files and TOML hold the same keys.
func ExampleDocument_Holding() {
	properties := config.Properties("weft.properties").Holding("weft.http.server.request-decompression = strict\n")
	toml := config.TOML("weft.toml").Holding("[weft.http.server.transport]\nleak-detection-level = \"PARANOID\"\n")
	c, err := server.Load(properties, toml)
	fmt.Println(c.Config.RequestDecompression == server.Strict, c.Transport.LeakDetectionLevel, err)
	// Output: true PARANOID <nil>
}
