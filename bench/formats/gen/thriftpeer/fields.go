package thriftpeer

import (
	"context"

	"github.com/apache/thrift/lib/go/thrift"
)

// writer keeps the first error.
type writer struct {
	ctx context.Context
	p   thrift.TProtocol
	err error
}

func (w *writer) field(name string, t thrift.TType, id int16, value func() error) {
	if w.err == nil {
		w.err = w.p.WriteFieldBegin(w.ctx, name, t, id)
	}
	if w.err == nil {
		w.err = value()
	}
	if w.err == nil {
		w.err = w.p.WriteFieldEnd(w.ctx)
	}
}

func (w *writer) begin(name string) { w.err = w.p.WriteStructBegin(w.ctx, name) }

func (w *writer) end() error {
	if w.err == nil {
		w.err = w.p.WriteFieldStop(w.ctx)
	}
	if w.err == nil {
		w.err = w.p.WriteStructEnd(w.ctx)
	}
	return w.err
}

func (w *writer) i64(name string, id int16, v int64) {
	w.field(name, thrift.I64, id, func() error { return w.p.WriteI64(w.ctx, v) })
}

func (w *writer) i32(name string, id int16, v int32) {
	w.field(name, thrift.I32, id, func() error { return w.p.WriteI32(w.ctx, v) })
}

func (w *writer) double(name string, id int16, v float64) {
	w.field(name, thrift.DOUBLE, id, func() error { return w.p.WriteDouble(w.ctx, v) })
}

func (w *writer) boolean(name string, id int16, v bool) {
	w.field(name, thrift.BOOL, id, func() error { return w.p.WriteBool(w.ctx, v) })
}

func (w *writer) str(name string, id int16, v string) {
	w.field(name, thrift.STRING, id, func() error { return w.p.WriteString(w.ctx, v) })
}

func (w *writer) nested(name string, id int16, v thrift.TStruct) {
	w.field(name, thrift.STRUCT, id, func() error { return v.Write(w.ctx, w.p) })
}

func writeList[T any](w *writer, name string, id int16, t thrift.TType, items []T, write func(T) error) {
	w.field(name, thrift.LIST, id, func() error {
		if err := w.p.WriteListBegin(w.ctx, t, len(items)); err != nil {
			return err
		}
		for _, item := range items {
			if err := write(item); err != nil {
				return err
			}
		}
		return w.p.WriteListEnd(w.ctx)
	})
}

// readStruct calls field for every field; it returns false for one it does not know.
func readStruct(ctx context.Context, p thrift.TProtocol, field func(id int16, t thrift.TType) (bool, error)) error {
	if _, err := p.ReadStructBegin(ctx); err != nil {
		return err
	}
	for {
		_, t, id, err := p.ReadFieldBegin(ctx)
		if err != nil {
			return err
		}
		if t == thrift.STOP {
			return p.ReadStructEnd(ctx)
		}
		known, err := field(id, t)
		if err == nil && !known {
			err = p.Skip(ctx, t)
		}
		if err == nil {
			err = p.ReadFieldEnd(ctx)
		}
		if err != nil {
			return err
		}
	}
}

func readList[T any](ctx context.Context, p thrift.TProtocol, read func() (T, error)) ([]T, error) {
	_, n, err := p.ReadListBegin(ctx)
	if err != nil {
		return nil, err
	}
	items := make([]T, 0, n)
	for range n {
		item, err := read()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, p.ReadListEnd(ctx)
}
