package server_test

import (
	"fmt"
	"strings"

	"github.com/weft-go/weft/server"
)

func ExampleConfigured() {
	// Variables stands for the environment here; without a source Configured reads it.
	srv, err := server.Configured(server.Variables(
		"WEFT_HTTP_SERVER_BINDING_PORT=9000",
		"WEFT_HTTP_SERVER_IDLE_TIMEOUT=90s",
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(srv.Dump()) {
		if strings.Contains(line, "# variable") {
			fmt.Print(line)
		}
	}
	// Output:
	//   binding-port: 9000 # variable WEFT_HTTP_SERVER_BINDING_PORT
	//   idle-timeout: 1m30s # variable WEFT_HTTP_SERVER_IDLE_TIMEOUT
}

func ExampleLoad_faults() {
	_, err := server.Load(server.JSON("weft.json", []byte(`{
		"weft.http.server": {
			"binding-prot": 9000,
			"idle-timeout": 90
		}
	}`)))
	fmt.Println(err)
	// Output:
	// server: the configuration has 2 faults:
	// weft.http.server.binding-prot (weft.json:3): unknown key; did you mean binding-port?
	// weft.http.server.idle-timeout (weft.json:4): want a duration such as 10s, 1m30s or PT10S, or none, got "90" (it has no unit: 90s are seconds, 90ms are milliseconds)
}
