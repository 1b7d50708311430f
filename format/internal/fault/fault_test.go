package fault_test

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"testing"

	"github.com/weft-go/weft/format/internal/fault"
)

func TestPath(t *testing.T) {
	for _, tt := range []struct {
		name  string
		steps []fault.Step // innermost first
		want  string
	}{
		{"none", nil, ""},
		{"field", []fault.Step{fault.Field("title")}, "title"},
		{"fields", []fault.Step{fault.Field("name"), fault.Field("author")}, "author.name"},
		{"index first", []fault.Step{fault.Field("title"), fault.Index(3)}, "[3].title"},
		{"list of lists", []fault.Step{fault.Index(0), fault.Field("tags"), fault.Index(3), fault.Field("items")}, "items[3].tags[0]"},
		{"keys", []fault.Step{fault.Key(`"a.b"`), fault.Key("-1"), fault.Field("m")}, `m[-1]["a.b"]`},
		{"wrapper", []fault.Step{fault.Field("x"), "", fault.Index(1)}, "[1].x"},
		{"field without a name", []fault.Step{fault.Field(""), fault.Field("a")}, "a."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := fault.New("x")
			for _, s := range tt.steps {
				f.In(s)
			}
			if got := f.Path.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestShorten(t *testing.T) {
	for _, n := range []int{0, 1, 40, 41, 1000} {
		f := fault.New("x")
		for i := range n {
			f.In(fault.Field(fmt.Sprint(n - i))) // 1.2.3 … n
		}
		long := f.Path.String()
		got := f.Shorten().Path
		if n <= 40 {
			if got.String() != long {
				t.Errorf("%d steps became %q", n, got)
			}
			continue
		}
		if want := fmt.Sprintf("20.….%d", n-19); len(got) != 41 || got[20] != fault.Field("…") || string(got[21] + got[20] + got[19])[1:] != want {
			t.Errorf("%d steps became %q, want %q in the middle", n, got, want)
		}
	}
}

func TestDecodeError(t *testing.T) {
	in, rest, cause := []byte("0123456789"), []byte("789"), errors.New("cause")
	for _, tt := range []struct {
		name  string
		fault *fault.Fault
		want  string
		cause error
	}{
		{"no place", fault.New("100%"), "X at f: 100%", nil},
		{"arguments", fault.New("%d%%", 100), "X at f: 100%", nil},
		{"offset", fault.At(4, "want %s", "int"), "X at f (byte 4): want int", nil},
		{"rest", fault.Before(rest, "want int"), "X at f (byte 7): want int", nil},
		{"rest is empty", fault.Before(nil, "want int"), "X at f (byte 10): want int", nil},
		{"truncated", fault.Truncated(rest, "end"), "X at f (byte 7): end", io.ErrUnexpectedEOF},
		{"method", fault.From(cause), "X at f: cause", cause},
		{"method at offset", fault.From(cause).At(0), "X at f (byte 0): cause", cause},
		{"method before rest", fault.From(cause).Before(rest), "X at f (byte 7): cause", cause},
		{"moved", fault.Before(rest, "p").At(1), "X at f (byte 1): p", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.fault.In(fault.Field("f")).DecodeError("X", in)
			if err.Error() != tt.want || !errors.Is(err.Unwrap(), tt.cause) {
				t.Errorf("got %q caused by %v, want %q caused by %v", err, err.Cause, tt.want, tt.cause)
			}
		})
	}
}

func TestEncodeError(t *testing.T) {
	cause := errors.New("cause")
	err := fault.From(cause).In(fault.Index(2)).EncodeError("X")
	if err.Error() != "X at [2]: cause" || !errors.Is(err, cause) {
		t.Errorf("got %q", err)
	}
}

func TestHeld(t *testing.T) {
	var null *int
	for want, v := range map[string]any{"nil": nil, "a nil *int": null, "a int": 1, "a *int": new(int)} {
		if got := fault.Held(reflect.ValueOf(&v).Elem()); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
