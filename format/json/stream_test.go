package json_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
)

func arrays() format.Config { return format.Config{TreatStreamsAsArrays: true} }

func TestStreamEncoder(t *testing.T) {
	tests := []struct {
		name   string
		cfg    format.Config
		values []Inner
		want   string
	}{
		{"lines", format.Config{}, []Inner{{1, "a"}, {2, "b\n"}}, "{\"a\":1,\"b\":\"a\"}\n{\"a\":2,\"b\":\"b\\n\"}\n"},
		{"no lines", format.Config{}, nil, ""},
		{"array", arrays(), []Inner{{1, "a"}, {2, "b"}}, `[{"a":1,"b":"a"},{"a":2,"b":"b"}]`},
		{"empty array", arrays(), nil, `[]`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out writes
			enc := json.SchemaBasedBinaryCodecWith[Inner](test.cfg).StreamEncoder(&out)
			for i, v := range test.values {
				if err := enc.Encode(v); err != nil || len(out) != i+1 {
					t.Errorf("error %v after %d writes", err, len(out))
				}
			}
			if err := errors.Join(enc.Close(), enc.Close()); err != nil {
				t.Error(err)
			}
			if got := string(bytes.Join(out, nil)); got != test.want {
				t.Errorf("wrote %q, want %q", got, test.want)
			}
			if err := enc.Encode(Inner{}); err == nil {
				t.Error("want an error after Close")
			}
		})
	}
}

// writes remembers each write.
type writes [][]byte

func (w *writes) Write(b []byte) (int, error) {
	*w = append(*w, bytes.Clone(b))
	return len(b), nil
}

func TestStreamEncoderError(t *testing.T) {
	var out bytes.Buffer
	enc := json.SchemaBasedBinaryCodecWith[string](arrays()).StreamEncoder(&out)
	if err := enc.Encode("\xff"); err == nil {
		t.Error("want an error")
	}
	if err := errors.Join(enc.Encode("a"), enc.Close()); err != nil || out.String() != `["a"]` {
		t.Errorf("wrote %s, error %v", &out, err)
	}
}

func TestStreamDecoder(t *testing.T) {
	tests := []struct {
		name  string
		cfg   format.Config
		text  string
		want  []any
		error string
	}{
		{"lines", format.Config{}, "1\n\"a b\\\"}\"\n\n{\"x\":[\"]\"]}\n", []any{1.0, `a b"}`, map[string]any{"x": []any{"]"}}}, ""},
		{"no last newline", format.Config{}, "true\nfalse", []any{true, false}, ""},
		{"no space", format.Config{}, `{}[]"a"1 2{}null[]`, []any{map[string]any{}, []any{}, "a", 1.0, 2.0, map[string]any{}, nil, []any{}}, ""},
		{"carriage returns", format.Config{}, "\r\n 1\r\n\t2 \r\n", []any{1.0, 2.0}, ""},
		{"nothing", format.Config{}, " \n", nil, ""},
		{"commas", format.Config{}, "1,2", []any{1.0}, "want a value, got ','"},
		{"not JSON", format.Config{}, "1\nnope\n2", []any{1.0}, "want null, got 'o'"},
		{"truncated", format.Config{}, "1\n{\"a\":", []any{1.0}, "unexpected end of input"},
		{"closing", format.Config{}, "}", nil, "want a value, got '}'"},
		{"array", arrays(), " [ 1 , \"a\" , [2] ] ", []any{1.0, "a", []any{2.0}}, ""},
		{"empty array", arrays(), "[ ]\n", nil, ""},
		{"array missing", arrays(), "1", nil, "want '[', got '1'"},
		{"array missing at the end", arrays(), "", nil, "unexpected end of input, want '['"},
		{"array truncated", arrays(), "[1", []any{1.0}, "unexpected end of input in the array"},
		{"array truncated after a comma", arrays(), "[1,", []any{1.0}, "unexpected end of input in the array"},
		{"array without comma", arrays(), "[1 2]", []any{1.0}, "want ',' or ']' after an element, got '2'"},
		{"array with two commas", arrays(), "[1,,2]", []any{1.0}, "want a value, got ','"},
		{"array trailing comma", arrays(), "[1,]", []any{1.0}, "want a value, got ']'"},
		{"array and more", arrays(), "[1] 2", []any{1.0}, "want the end of input after the array, got '2'"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for name, r := range map[string]io.Reader{
				"whole": strings.NewReader(test.text), "bytes": iotest.OneByteReader(strings.NewReader(test.text)),
				"data with EOF": iotest.DataErrReader(strings.NewReader(test.text)),
			} {
				var got []any
				var last error
				for v, err := range json.SchemaBasedBinaryCodecWith[any](test.cfg).StreamDecoder(r) {
					if last != nil {
						t.Error("more after an error")
					}
					if last = err; err == nil {
						got = append(got, v)
					}
				}
				if !reflect.DeepEqual(got, test.want) {
					t.Errorf("%s: got %#v, want %#v", name, got, test.want)
				}
				if test.error == "" && last != nil || test.error != "" && (last == nil || !strings.Contains(last.Error(), test.error)) {
					t.Errorf("%s: error %v, want %s", name, last, test.error)
				}
			}
		})
	}
}

func TestStreamDecoderIsIncremental(t *testing.T) {
	r, w := io.Pipe()
	seen := make(chan int)
	go func() {
		defer close(seen)
		for v, err := range json.Codec[Inner]().StreamDecoder(r) {
			if err != nil {
				t.Error(err)
			}
			seen <- v.A
		}
	}()
	for i := range 3 {
		// The value is complete with its brace; nothing has to follow.
		fmt.Fprintf(w, "{\"a\":%d,\"b\":\"\"}", i)
		if got := <-seen; got != i {
			t.Errorf("got %d, want %d", got, i)
		}
	}
	w.Close()
	if _, more := <-seen; more {
		t.Error("more than was written")
	}
}

func TestStreamDecoderStops(t *testing.T) {
	count := 0
	for range json.Codec[int]().StreamDecoder(strings.NewReader("1 2 3")) {
		if count++; count == 2 {
			break
		}
	}
	if count != 2 {
		t.Errorf("%d values", count)
	}
}

func TestStreamDecoderBounds(t *testing.T) {
	var last error
	for _, err := range json.Codec[any]().StreamDecoder(endless(`"` + strings.Repeat("a", 1<<16))) {
		last = err
	}
	if last == nil || !strings.Contains(last.Error(), "more than 67108864 bytes") {
		t.Errorf("error %.200v", last)
	}
	broken := errors.New("broken")
	last = nil
	for _, err := range json.Codec[int]().StreamDecoder(io.MultiReader(strings.NewReader("1 2"), iotest.ErrReader(broken))) {
		last = err
	}
	if !errors.Is(last, broken) {
		t.Errorf("error %v", last)
	}
}

// endless is a reader that gives a quote and then letters without end.
func endless(text string) io.Reader { return io.MultiReader(strings.NewReader(text), repeat(text[1:])) }

type repeat string

func (r repeat) Read(b []byte) (int, error) { return copy(b, r), nil }
