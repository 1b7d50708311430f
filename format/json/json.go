// Package json is the JSON format.
package json

import (
	"bytes"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"io"
	"iter"

	"github.com/weft-go/weft/format"
)

type codec[A any] struct{}

// SchemaBasedBinaryCodec returns the JSON codec of A.
func SchemaBasedBinaryCodec[A any]() format.Codec[A] { return codec[A]{} }

func (codec[A]) Format() format.Format {
	return format.Format{Name: "JSON", MediaType: "application/json"}
}

func (codec[A]) Append(dst []byte, v A) ([]byte, error) {
	b, err := jsonv2.Marshal(v)
	return append(dst, b...), err
}

func (codec[A]) Encode(v A) ([]byte, error) { return jsonv2.Marshal(v) }

func (codec[A]) Decode(b []byte) (v A, err error) {
	if err := jsonv2.Unmarshal(b, &v); err != nil {
		return v, &format.DecodeError{Format: "JSON", Offset: -1, Problem: err.Error(), Cause: err}
	}
	return v, nil
}

func (c codec[A]) StreamEncoder(w io.Writer) format.StreamEncoder[A] { return &enc[A]{w} }

type enc[A any] struct{ w io.Writer }

func (e *enc[A]) Encode(v A) error {
	b, err := jsonv2.Marshal(v)
	if err == nil {
		_, err = e.w.Write(append(b, '\n'))
	}
	return err
}
func (e *enc[A]) Close() error { return nil }

func (c codec[A]) StreamDecoder(r io.Reader) iter.Seq2[A, error] {
	return func(yield func(A, error) bool) {
		d := jsontext.NewDecoder(r)
		for {
			var v A
			err := jsonv2.UnmarshalDecode(d, &v)
			if err == io.EOF || !yield(v, err) || err != nil {
				return
			}
		}
	}
}

var _ = bytes.NewReader
