package text

import (
	"net/netip"
	"strconv"
	"time"
	"uuid"
)

// builtin returns the codec of T if T is one of the types that need no
// reflection, and nil otherwise. Named types are none of them.
func builtin[T any]() *Codec[T] {
	c, _ := builtinFor((*T)(nil)).(*Codec[T])
	return c
}

// builtinFor returns the codec of the type that a nil pointer points to. It is not
// generic, since what it makes would then be compiled anew for every T.
func builtinFor(pointer any) any {
	switch pointer.(type) {
	case *string:
		return &Codec[string]{stringForm, func(s string) (string, error) { return s, nil }, appendString}
	case *bool:
		return &Codec[bool]{boolForm, parseBool, appendBool}
	case *time.Time:
		return &Codec[time.Time]{timeForm, parseTime, appendTime}
	case *time.Duration:
		return &Codec[time.Duration]{durationForm, parseDuration, appendDuration}
	case *uuid.UUID:
		return &Codec[uuid.UUID]{uuidForm, parseUUID, appendUUID}
	case *netip.Addr:
		return &Codec[netip.Addr]{addrForm, parseAddr, appendAddr}
	}
	return number(pointer)
}

// number is builtinFor for numbers.
func number(pointer any) any {
	switch pointer.(type) {
	case *int:
		return signed[int]("int", strconv.IntSize)
	case *int8:
		return signed[int8]("int8", 8)
	case *int16:
		return signed[int16]("int16", 16)
	case *int32:
		return signed[int32]("int32", 32)
	case *int64:
		return signed[int64]("int64", 64)
	case *uint:
		return unsigned[uint]("uint", strconv.IntSize)
	case *uint8:
		return unsigned[uint8]("uint8", 8)
	case *uint16:
		return unsigned[uint16]("uint16", 16)
	case *uint32:
		return unsigned[uint32]("uint32", 32)
	case *uint64:
		return unsigned[uint64]("uint64", 64)
	case *float32:
		return floating[float32]("float32", 32)
	case *float64:
		return floating[float64]("float64", 64)
	}
	return nil
}

func signed[T int | int8 | int16 | int32 | int64](want string, bits int) *Codec[T] {
	form := Form{Int, bits, want}
	return &Codec[T]{
		Form:   form,
		decode: func(s string) (T, error) { v, err := parseInt(form, s); return T(v), err },
		append: func(dst []byte, v T) ([]byte, error) { return strconv.AppendInt(dst, int64(v), 10), nil },
	}
}

func unsigned[T uint | uint8 | uint16 | uint32 | uint64](want string, bits int) *Codec[T] {
	form := Form{Uint, bits, want}
	return &Codec[T]{
		Form:   form,
		decode: func(s string) (T, error) { v, err := parseUint(form, s); return T(v), err },
		append: func(dst []byte, v T) ([]byte, error) { return strconv.AppendUint(dst, uint64(v), 10), nil },
	}
}

func floating[T float32 | float64](want string, bits int) *Codec[T] {
	form := Form{Float, bits, want}
	return &Codec[T]{
		Form:   form,
		decode: func(s string) (T, error) { v, err := parseFloat(form, s); return T(v), err },
		append: func(dst []byte, v T) ([]byte, error) { return appendFloat(dst, float64(v), bits) },
	}
}
