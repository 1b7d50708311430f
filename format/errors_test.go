package format_test

import (
	"errors"
	"io"
	"testing"

	"github.com/weft-go/weft/format"
)

func TestDecodeErrorText(t *testing.T) {
	for _, tt := range []struct {
		name string
		err  format.DecodeError
		want string
	}{
		{"all", format.DecodeError{Format: "JSON", Offset: 12, Path: "items[3].tags[0]", Problem: `want int, got "ten"`},
			`JSON at items[3].tags[0] (byte 12): want int, got "ten"`},
		{"the value itself", format.DecodeError{Format: "Avro", Offset: 7, Problem: "unexpected end of input"}, "Avro (byte 7): unexpected end of input"},
		{"the first byte", format.DecodeError{Format: "Thrift", Problem: "unknown type"}, "Thrift (byte 0): unknown type"},
		{"no position", format.DecodeError{Format: "Protobuf", Offset: -1, Path: "id", Problem: "unknown field 9"}, "Protobuf at id: unknown field 9"},
		{"problem alone", format.DecodeError{Format: "JSON", Offset: -1, Problem: "100% wrong"}, "JSON: 100% wrong"},
		{"path with a verb", format.DecodeError{Format: "JSON", Offset: -1, Path: `["%d"]`, Problem: "x"}, `JSON at ["%d"]: x`},
		{"the cause is not shown", format.DecodeError{Format: "JSON", Offset: 1, Problem: "x", Cause: io.ErrUnexpectedEOF}, "JSON (byte 1): x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.err.Error(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestEncodeErrorText(t *testing.T) {
	for _, tt := range []struct {
		name string
		err  format.EncodeError
		want string
	}{
		{"path", format.EncodeError{Format: "JSON", Path: "prices[0]", Problem: "NaN has no JSON form"}, "JSON at prices[0]: NaN has no JSON form"},
		{"the value itself", format.EncodeError{Format: "JSON", Problem: "NaN has no JSON form"}, "JSON: NaN has no JSON form"},
		{"the cause is not shown", format.EncodeError{Format: "JSON", Problem: "x", Cause: io.ErrShortWrite}, "JSON: x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.err.Error(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestErrorsUnwrap(t *testing.T) {
	cause := errors.New("cause")
	for _, err := range []error{&format.DecodeError{Cause: cause}, &format.EncodeError{Cause: cause}} {
		if !errors.Is(err, cause) {
			t.Errorf("%T hides its cause", err)
		}
	}
	for _, err := range []error{&format.DecodeError{}, &format.EncodeError{}} {
		if errors.Unwrap(err) != nil {
			t.Errorf("%T has a cause that nobody gave it", err)
		}
	}
}
