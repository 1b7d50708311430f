package transport

import (
	"testing"
	"unsafe"

	"github.com/weft-go/weft"
)

// TestSlabFillsItsClass: a slab is as large as the size class of the runtime that it was
// chosen for, less the word that the runtime keeps with it.
func TestSlabFillsItsClass(t *testing.T) {
	const class, word = 9472, 8
	one := int(unsafe.Sizeof(weft.Exchange{}))
	if room := class - word - slabSize*one; room < 0 || room >= one {
		t.Errorf("an exchange has %d bytes: a slab of %d leaves %d of %d; choose slabSize anew", one, slabSize, room, class)
	}
}
