package websocket_test

import (
	"testing"

	"github.com/weft-go/weft/internal/leakcheck"
)

func TestMain(m *testing.M) { leakcheck.Main(m) }
