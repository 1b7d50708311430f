package weft_test

import (
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

func TestStatusIsTheCodeOfPackageStatus(t *testing.T) {
	var s weft.Status = status.Teapot
	if got := s.String(); got != "418 I'm a teapot" {
		t.Errorf("String() = %q", got)
	}
}
