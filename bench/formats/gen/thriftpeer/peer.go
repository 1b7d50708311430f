package thriftpeer

import (
	"context"

	"github.com/apache/thrift/lib/go/thrift"
)

type Small struct {
	ID      int64
	Name    string
	Price   float64
	InStock bool
	Tags    []string
}

func (s *Small) Write(ctx context.Context, p thrift.TProtocol) error {
	w := writer{ctx: ctx, p: p}
	w.begin("Small")
	w.i64("id", 1, s.ID)
	w.str("name", 2, s.Name)
	w.double("price", 3, s.Price)
	w.boolean("inStock", 4, s.InStock)
	writeList(&w, "tags", 5, thrift.STRING, s.Tags, func(x string) error { return p.WriteString(ctx, x) })
	return w.end()
}

func (s *Small) Read(ctx context.Context, p thrift.TProtocol) error {
	return readStruct(ctx, p, func(id int16, t thrift.TType) (known bool, err error) {
		switch {
		case id == 1 && t == thrift.I64:
			s.ID, err = p.ReadI64(ctx)
		case id == 2 && t == thrift.STRING:
			s.Name, err = p.ReadString(ctx)
		case id == 3 && t == thrift.DOUBLE:
			s.Price, err = p.ReadDouble(ctx)
		case id == 4 && t == thrift.BOOL:
			s.InStock, err = p.ReadBool(ctx)
		case id == 5 && t == thrift.LIST:
			s.Tags, err = readList(ctx, p, func() (string, error) { return p.ReadString(ctx) })
		default:
			return false, nil
		}
		return true, err
	})
}

type Timestamp struct {
	Seconds int64
	Nanos   int32
}

func (s *Timestamp) Write(ctx context.Context, p thrift.TProtocol) error {
	w := writer{ctx: ctx, p: p}
	w.begin("Timestamp")
	w.i64("seconds", 1, s.Seconds)
	w.i32("nanos", 2, s.Nanos)
	return w.end()
}

func (s *Timestamp) Read(ctx context.Context, p thrift.TProtocol) error {
	return readStruct(ctx, p, func(id int16, t thrift.TType) (known bool, err error) {
		switch {
		case id == 1 && t == thrift.I64:
			s.Seconds, err = p.ReadI64(ctx)
		case id == 2 && t == thrift.I32:
			s.Nanos, err = p.ReadI32(ctx)
		default:
			return false, nil
		}
		return true, err
	})
}

type Address struct {
	Street, City, Zip, Country string
	Latitude, Longitude        float64
}

func (s *Address) Write(ctx context.Context, p thrift.TProtocol) error {
	w := writer{ctx: ctx, p: p}
	w.begin("Address")
	w.str("street", 1, s.Street)
	w.str("city", 2, s.City)
	w.str("zip", 3, s.Zip)
	w.str("country", 4, s.Country)
	w.double("latitude", 5, s.Latitude)
	w.double("longitude", 6, s.Longitude)
	return w.end()
}

func (s *Address) Read(ctx context.Context, p thrift.TProtocol) error {
	return readStruct(ctx, p, func(id int16, t thrift.TType) (known bool, err error) {
		switch {
		case id == 1 && t == thrift.STRING:
			s.Street, err = p.ReadString(ctx)
		case id == 2 && t == thrift.STRING:
			s.City, err = p.ReadString(ctx)
		case id == 3 && t == thrift.STRING:
			s.Zip, err = p.ReadString(ctx)
		case id == 4 && t == thrift.STRING:
			s.Country, err = p.ReadString(ctx)
		case id == 5 && t == thrift.DOUBLE:
			s.Latitude, err = p.ReadDouble(ctx)
		case id == 6 && t == thrift.DOUBLE:
			s.Longitude, err = p.ReadDouble(ctx)
		default:
			return false, nil
		}
		return true, err
	})
}

type Maker struct {
	Name, Email, Site string
	Address           *Address
}

func (s *Maker) Write(ctx context.Context, p thrift.TProtocol) error {
	w := writer{ctx: ctx, p: p}
	w.begin("Maker")
	w.str("name", 1, s.Name)
	w.str("email", 2, s.Email)
	w.str("site", 3, s.Site)
	w.nested("address", 4, s.Address)
	return w.end()
}

func (s *Maker) Read(ctx context.Context, p thrift.TProtocol) error {
	return readStruct(ctx, p, func(id int16, t thrift.TType) (known bool, err error) {
		switch {
		case id == 1 && t == thrift.STRING:
			s.Name, err = p.ReadString(ctx)
		case id == 2 && t == thrift.STRING:
			s.Email, err = p.ReadString(ctx)
		case id == 3 && t == thrift.STRING:
			s.Site, err = p.ReadString(ctx)
		case id == 4 && t == thrift.STRUCT:
			s.Address = &Address{}
			err = s.Address.Read(ctx, p)
		default:
			return false, nil
		}
		return true, err
	})
}

type Price struct {
	Currency string
	Amount   int64
	Tax      float64
}

func (s *Price) Write(ctx context.Context, p thrift.TProtocol) error {
	w := writer{ctx: ctx, p: p}
	w.begin("Price")
	w.str("currency", 1, s.Currency)
	w.i64("amount", 2, s.Amount)
	w.double("tax", 3, s.Tax)
	return w.end()
}

func (s *Price) Read(ctx context.Context, p thrift.TProtocol) error {
	return readStruct(ctx, p, func(id int16, t thrift.TType) (known bool, err error) {
		switch {
		case id == 1 && t == thrift.STRING:
			s.Currency, err = p.ReadString(ctx)
		case id == 2 && t == thrift.I64:
			s.Amount, err = p.ReadI64(ctx)
		case id == 3 && t == thrift.DOUBLE:
			s.Tax, err = p.ReadDouble(ctx)
		default:
			return false, nil
		}
		return true, err
	})
}
