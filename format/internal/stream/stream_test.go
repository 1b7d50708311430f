package stream_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/weft-go/weft/format/internal/stream"
)

// line measures values that end in a newline. An exclamation mark is not a value.
func line(in []byte) (int, error) {
	if bytes.HasPrefix(in, []byte("!")) {
		return 0, errRefused
	}
	return bytes.IndexByte(in, '\n') + 1 - boolInt(!bytes.Contains(in, []byte("\n"))), nil
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

var (
	errRefused = errors.New("refused")
	errBroken  = errors.New("broken")
)

// lines decodes a stream of lines, and returns the error that ended it.
func lines(r io.Reader, size int) (got []string, err error) {
	s := stream.NewBuffer(r, size)
	next := func() ([]byte, error) { return s.Next(line) }
	decode := func(b []byte) (string, error) { return string(b), nil }
	stream.Decode(next, decode, func(v string, e error) bool {
		if err = e; e == nil {
			got = append(got, v)
		}
		return true
	})
	return got, err
}

func TestNext(t *testing.T) {
	long := strings.Repeat("x", 10_000) + "\n"
	for _, tt := range []struct {
		name string
		in   io.Reader
		want []string
		err  error
	}{
		{"nothing", strings.NewReader(""), nil, nil},
		{"values", strings.NewReader("a\nb\n" + long), []string{"a\n", "b\n", long}, nil},
		{"truncated", strings.NewReader("a\nb"), []string{"a\n"}, stream.ErrTruncated},
		{"refused", strings.NewReader("a\n!"), []string{"a\n"}, errRefused},
		{"broken", io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(errBroken)), []string{"a\n"}, errBroken},
		{"no progress", io.MultiReader(strings.NewReader("a\n"), idle{}), []string{"a\n"}, io.ErrNoProgress},
		{"too long", io.LimitReader(endless{}, 2*stream.MaxValue), nil, stream.ErrTooLong},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := lines(tt.in, 0)
			if !slices.Equal(got, tt.want) || err != tt.err {
				t.Errorf("got %q, %v, want %q, %v", got, err, tt.want, tt.err)
			}
		})
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

func TestEveryWayToRead(t *testing.T) {
	text := "a\n" + strings.Repeat("b", 5000) + "\nc\n"
	want := strings.SplitAfter(text, "\n")[:3]
	for name, r := range map[string]io.Reader{
		"one byte":      iotest.OneByteReader(strings.NewReader(text)),
		"half":          iotest.HalfReader(strings.NewReader(text)),
		"data with EOF": iotest.DataErrReader(strings.NewReader(text)),
	} {
		for _, size := range []int{0, 1, 1 << 15} {
			if got, err := lines(r, size); !slices.Equal(got, want) || err != nil {
				t.Errorf("%s: got %d values, %v", name, len(got), err)
			}
			r = strings.NewReader(text)
		}
	}
}

func TestDecodeStops(t *testing.T) {
	calls := 0
	next := func() ([]byte, error) { calls++; return nil, nil }
	stream.Decode(next, func([]byte) (int, error) { return 0, nil }, func(int, error) bool { return false })
	if calls != 1 {
		t.Errorf("read %d values after the loop was left", calls)
	}
	stream.Decode(next, func([]byte) (int, error) { return 0, errRefused }, func(int, error) bool { return true })
	if calls != 2 {
		t.Errorf("read %d values after an error", calls-1)
	}
}

func TestEncoder(t *testing.T) {
	var out bytes.Buffer
	e := stream.NewEncoder(&out, func(dst []byte, v string) ([]byte, error) {
		if v == "" {
			return dst, errRefused
		}
		return append(dst, v...), nil
	}, errBroken, 4)
	for _, v := range []string{"a", "longer than is kept", "b"} {
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Encode(""); err != errRefused {
		t.Errorf("got %v", err)
	}
	if err := errors.Join(e.Close(), e.Close()); err != nil {
		t.Errorf("close: %v", err)
	}
	if err := e.Encode("c"); err != errBroken {
		t.Errorf("after close: got %v", err)
	}
	if out.String() != "alonger than is keptb" {
		t.Errorf("wrote %q", &out)
	}
}
