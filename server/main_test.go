package server_test

import (
	"flag"
	"os"
	"testing"

	"github.com/weft-go/weft/internal/leakcheck"
)

// TestMain runs the tests, or one of the programs that tests run in processes of
// their own.
func TestMain(m *testing.M) {
	if name := os.Getenv(programVariable); name != "" {
		os.Exit(programs()[name]())
	}
	flag.Parse()
	if !isSet("test.parallel") {
		// Most tests wait for a server or a clock, so more of them than there are
		// processors may run at once.
		flag.Set("test.parallel", "16")
	}
	leakcheck.Main(m)
}

// isSet says whether a flag was given.
func isSet(name string) bool {
	set := false
	flag.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}
