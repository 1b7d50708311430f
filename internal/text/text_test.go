package text_test

import (
	"errors"
	"math"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"
	"uuid"

	"github.com/weft-go/weft/internal/text"
)

// Types as users define them.
type (
	userID  int64
	percent uint8
	name    string
	ratio   float32
	flag    bool
)

// colour decodes itself, with pointer receivers on both sides.
type colour struct{ rgb string }

func (c *colour) UnmarshalText(b []byte) error {
	if len(b) != 7 || b[0] != '#' {
		return errors.New("not a colour")
	}
	c.rgb = string(b[1:])
	return nil
}

func (c *colour) MarshalText() ([]byte, error) { return []byte("#" + c.rgb), nil }

// readOnly decodes itself and cannot be encoded.
type readOnly struct{ s string }

func (r *readOnly) UnmarshalText(b []byte) error { r.s = string(b); return nil }

// roundTrip checks that s decodes to v and v encodes to s, through the typed and
// through the reflective codec.
func roundTrip[T any](s string, v T) func(*testing.T) {
	return func(t *testing.T) {
		t.Helper()
		codec, err := text.For[T]()
		if err != nil {
			t.Fatal(err)
		}
		got, err := codec.Decode(s)
		if err != nil || !reflect.DeepEqual(got, v) {
			t.Errorf("Decode(%q) = %v, %v, want %v", s, got, err, v)
		}
		if back, err := codec.Encode(v); err != nil || back != s {
			t.Errorf("Encode(%v) = %q, %v, want %q", v, back, err, s)
		}
		dynamic, err := text.ForType(reflect.TypeFor[T]())
		if err != nil {
			t.Fatal(err)
		}
		var set T
		if err := dynamic.Decode(reflect.ValueOf(&set).Elem(), s); err != nil || !reflect.DeepEqual(set, v) {
			t.Errorf("dynamic: Decode(%q) = %v, %v, want %v", s, set, err, v)
		}
		if back, err := dynamic.Append([]byte("x"), reflect.ValueOf(v)); err != nil || string(back) != "x"+s {
			t.Errorf("dynamic: Append(%v) = %q, %v, want %q", v, back, err, "x"+s)
		}
		if codec.Form != dynamic.Form {
			t.Errorf("the forms differ: %+v and %+v", codec.Form, dynamic.Form)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	t.Run("string", roundTrip("any text\x00", "any text\x00"))
	t.Run("empty string", roundTrip("", ""))
	t.Run("bool", roundTrip("true", true))
	t.Run("int", roundTrip("-12", -12))
	t.Run("int8", roundTrip("-128", int8(-128)))
	t.Run("int16", roundTrip("32767", int16(32767)))
	t.Run("int32", roundTrip("-2147483648", int32(math.MinInt32)))
	t.Run("int64", roundTrip("9223372036854775807", int64(math.MaxInt64)))
	t.Run("uint", roundTrip("7", uint(7)))
	t.Run("uint8", roundTrip("255", uint8(255)))
	t.Run("uint16", roundTrip("65535", uint16(65535)))
	t.Run("uint32", roundTrip("4294967295", uint32(math.MaxUint32)))
	t.Run("uint64", roundTrip("18446744073709551615", uint64(math.MaxUint64)))
	t.Run("float32", roundTrip("0.1", float32(0.1)))
	t.Run("float64", roundTrip("-1.5e+300", -1.5e300))
	t.Run("time", roundTrip("2026-11-15T03:42:00.5Z", time.Date(2026, 11, 15, 3, 42, 0, 5e8, time.UTC)))
	t.Run("duration", roundTrip("1m30s", 90*time.Second))
	t.Run("uuid", roundTrip("f81d4fae-7dec-11d0-a765-00a0c91e6bf6", uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")))
	t.Run("addr", roundTrip("2001:db8::1", netip.MustParseAddr("2001:db8::1")))
	t.Run("named int", roundTrip("42", userID(42)))
	t.Run("named uint", roundTrip("99", percent(99)))
	t.Run("named string", roundTrip("ann", name("ann")))
	t.Run("named float", roundTrip("0.5", ratio(0.5)))
	t.Run("named bool", roundTrip("false", flag(false)))
	t.Run("itself", roundTrip("#ff8800", colour{"ff8800"}))
	t.Run("itself from the library", roundTrip("10.0.0.0/8", netip.MustParsePrefix("10.0.0.0/8")))
	t.Run("pointer to int", roundTrip("5", new(5)))
	t.Run("pointer to named", roundTrip("6", new(userID(6))))
	t.Run("pointer to itself", roundTrip("#000000", &colour{"000000"}))
	t.Run("pointer to big.Int", roundTrip("123456789012345678901234567890", bigInt("123456789012345678901234567890")))
}

func bigInt(s string) *big.Int {
	n, _ := new(big.Int).SetString(s, 10)
	return n
}

// refused checks that s does not decode as T and that both codecs say want.
func refused[T any](s, want string) func(*testing.T) {
	return func(t *testing.T) {
		t.Helper()
		codec, err := text.For[T]()
		if err != nil {
			t.Fatal(err)
		}
		v, err := codec.Decode(s)
		var zero T
		if !reflect.DeepEqual(v, zero) {
			t.Errorf("Decode(%q) gave %v beside its error", s, v)
		}
		dynamic, _ := text.ForType(reflect.TypeFor[T]())
		for _, err := range []error{err, dynamic.Decode(reflect.ValueOf(&v).Elem(), s)} {
			e, ok := errors.AsType[*text.Error](err)
			if !ok {
				t.Fatalf("Decode(%q) gave %v, want a *text.Error", s, err)
			}
			if e.Error() != want || e.Got != s {
				t.Errorf("Decode(%q) gave %q (got %q), want %q", s, e.Error(), e.Got, want)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	t.Run("int word", refused[int]("ten", `want int, got "ten"`))
	t.Run("int empty", refused[int]("", `want int, got ""`))
	t.Run("int plus", refused[int]("+1", `want int, got "+1"`))
	t.Run("int space", refused[int](" 1", `want int, got " 1"`))
	t.Run("int underscore", refused[int]("1_000", `want int, got "1_000"`))
	t.Run("int8 overflow", refused[int8]("300", `want int8 (-128 to 127), got "300"`))
	t.Run("int64 overflow", refused[int64]("9223372036854775808",
		`want int64 (-9223372036854775808 to 9223372036854775807), got "9223372036854775808"`))
	t.Run("uint negative", refused[uint]("-1", `want uint, got "-1"`))
	t.Run("uint plus", refused[uint]("+1", `want uint, got "+1"`))
	t.Run("uint16 overflow", refused[uint16]("65536", `want uint16 (0 to 65535), got "65536"`))
	t.Run("uint64 overflow", refused[uint64]("18446744073709551616",
		`want uint64 (0 to 18446744073709551615), got "18446744073709551616"`))
	t.Run("float NaN", refused[float64]("NaN", `want float64, got "NaN"`))
	t.Run("float infinity", refused[float64]("-Inf", `want float64, got "-Inf"`))
	t.Run("float hexadecimal", refused[float64]("0x1p-2", `want float64, got "0x1p-2"`))
	t.Run("float plus", refused[float64]("+1", `want float64, got "+1"`))
	t.Run("float range", refused[float32]("1e39", `want float32 (in range), got "1e39"`))
	t.Run("bool", refused[bool]("yes", `want bool, got "yes"`))
	t.Run("time without zone", refused[time.Time]("2026-11-15T03:42:00", `want time (RFC 3339), got "2026-11-15T03:42:00"`))
	t.Run("time with a comma", refused[time.Time]("2026-11-15T03:42:00,5Z", `want time (RFC 3339), got "2026-11-15T03:42:00,5Z"`))
	t.Run("time with a short hour", refused[time.Time]("2026-11-15T3:42:00Z", `want time (RFC 3339), got "2026-11-15T3:42:00Z"`))
	t.Run("time with a long zone", refused[time.Time]("2026-11-15T03:42:00+24:00", `want time (RFC 3339), got "2026-11-15T03:42:00+24:00"`))
	t.Run("time of no day", refused[time.Time]("2026-02-30T03:42:00Z", `want time (RFC 3339), got "2026-02-30T03:42:00Z"`))
	t.Run("duration", refused[time.Duration]("90", `want duration (such as "1m30s"), got "90"`))
	t.Run("uuid digits", refused[uuid.UUID]("f81d4fae", `want uuid, got "f81d4fae"`))
	t.Run("uuid in braces", refused[uuid.UUID]("{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", `want uuid, got "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}"`))
	t.Run("uuid bad digit", refused[uuid.UUID]("g81d4fae-7dec-11d0-a765-00a0c91e6bf6", `want uuid, got "g81d4fae-7dec-11d0-a765-00a0c91e6bf6"`))
	t.Run("addr", refused[netip.Addr]("1.2.3", `want IP address, got "1.2.3"`))
	t.Run("named", refused[userID]("x", `want int64, got "x"`))
	t.Run("named overflow", refused[percent]("256", `want uint8 (0 to 255), got "256"`))
	t.Run("itself", refused[colour]("red", `want colour, got "red"`))
	t.Run("pointer", refused[*int]("x", `want int, got "x"`))
	t.Run("long text is cut", refused[int](strings.Repeat("é", 50), `want int, got "`+strings.Repeat("é", 32)+`…"`))
}

func TestCauseIsKept(t *testing.T) {
	codec, _ := text.For[colour]()
	_, err := codec.Decode("red")
	if cause := errors.Unwrap(err); cause == nil || cause.Error() != "not a colour" {
		t.Errorf("the cause is %v, want the type's own error", cause)
	}
}

// circular is a pointer that points to its own type.
type circular *circular

func TestUnsupported(t *testing.T) {
	check := func(name string, err error) {
		t.Helper()
		if _, ok := errors.AsType[*text.Unsupported](err); !ok {
			t.Errorf("%s: %v, want a *text.Unsupported", name, err)
		}
	}
	_, err := text.For[[]byte]()
	check("bytes", err)
	_, err = text.For[map[string]string]()
	check("map", err)
	_, err = text.For[any]()
	check("any", err)
	_, err = text.For[error]()
	check("interface", err)
	_, err = text.For[**int]()
	check("pointer to pointer", err)
	_, err = text.For[circular]()
	check("circular pointer", err)
	_, err = text.For[struct{ A int }]()
	check("struct", err)
	codec, err := text.For[readOnly]()
	if err != nil {
		t.Fatal(err)
	}
	_, err = codec.Encode(readOnly{"x"})
	check("encode without MarshalText", err)
}

func TestEncodeRefuses(t *testing.T) {
	floats, _ := text.For[float64]()
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if s, err := floats.Encode(v); err == nil {
			t.Errorf("Encode(%v) = %q, want an error", v, s)
		}
	}
	pointers, _ := text.For[*int]()
	if s, err := pointers.Encode(nil); err == nil {
		t.Errorf("Encode(nil) = %q, want an error", s)
	}
}

func TestPointersAreNotShared(t *testing.T) {
	codec, _ := text.For[*int]()
	a, _ := codec.Decode("1")
	b, _ := codec.Decode("2")
	if a == b || *a != 1 || *b != 2 {
		t.Errorf("got %d and %d at %p and %p", *a, *b, a, b)
	}
}

func TestForIsCached(t *testing.T) {
	a, _ := text.For[userID]()
	b, _ := text.For[userID]()
	if a != b {
		t.Error("For returned two codecs for one type")
	}
}

func TestNoAllocations(t *testing.T) {
	got := testing.AllocsPerRun(100, func() {
		ints, _ := text.For[int]()
		if v, err := ints.Decode("1234"); v != 1234 || err != nil {
			t.Fatal(v, err)
		}
		ids, _ := text.For[uuid.UUID]()
		if _, err := ids.Decode("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"); err != nil {
			t.Fatal(err)
		}
	})
	if got != 0 {
		t.Errorf("%v allocations, want none", got)
	}
}

func FuzzDecodeEncode(f *testing.F) {
	for _, s := range []string{"", "0", "-1", "1e5", "true", "2026-11-15T03:42:00Z", "1m", "::1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		again[int64](t, s)
		again[uint8](t, s)
		again[float32](t, s)
		again[float64](t, s)
		again[bool](t, s)
		again[time.Duration](t, s)
		again[uuid.UUID](t, s)
		again[netip.Addr](t, s)
		times, _ := text.For[time.Time]()
		if v, err := times.Decode(s); err == nil {
			if _, err := times.Encode(v); err != nil {
				t.Fatalf("%q decodes as a time but does not encode: %v", s, err)
			}
		}
	})
}

// again checks that what decodes also encodes, and decodes to the same value.
func again[T comparable](t *testing.T, s string) {
	codec, _ := text.For[T]()
	v, err := codec.Decode(s)
	if err != nil {
		return
	}
	back, err := codec.Encode(v)
	if err != nil {
		t.Fatalf("%q decodes as %T but does not encode: %v", s, v, err)
	}
	if w, err := codec.Decode(back); err != nil || w != v {
		t.Fatalf("%q gives %v, written %q, read %v (%v)", s, v, back, w, err)
	}
}

func BenchmarkForAndDecode(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		codec, _ := text.For[int]()
		_, _ = codec.Decode("1234")
	}
}
