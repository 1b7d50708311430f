package buffer_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/weft-go/weft/format/internal/buffer"
)

func TestFinishGivesMemoryOfItsOwn(t *testing.T) {
	for _, n := range []int{0, 1, 100, buffer.MaxKept + 1} {
		encode := func(c byte) []byte {
			s := buffer.Get()
			b, err := s.Finish(append(s.Empty(), bytes.Repeat([]byte{c}, n)...), nil)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		first := encode('a')
		encode('b')
		if first == nil || string(first) != string(bytes.Repeat([]byte("a"), n)) {
			t.Errorf("%d bytes were changed by the next value", n)
		}
	}
}

func TestFinishReturnsTheError(t *testing.T) {
	refused := errors.New("refused")
	s := buffer.Get()
	if b, err := s.Finish(s.Empty(), refused); b != nil || err != refused {
		t.Errorf("got %q, %v", b, err)
	}
}

func TestSize(t *testing.T) {
	var s buffer.Size
	for _, tt := range []struct{ note, least, most int }{{0, 0, 100}, {1000, 1000, 1200}, {1 << 30, 1000, 80 << 10}} {
		if s.Note(tt.note); s.Hint() < tt.least || s.Hint() > tt.most {
			t.Errorf("after %d the hint is %d, want %d to %d", tt.note, s.Hint(), tt.least, tt.most)
		}
	}
}
