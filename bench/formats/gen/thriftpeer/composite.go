package thriftpeer

import (
	"context"

	"github.com/apache/thrift/lib/go/thrift"
)

type Object struct {
	ID                      int64
	SKU, Title, Description string
	Active                  bool
	Stock                   int32
	Weight                  float64
	Created, Updated        *Timestamp
	Tags                    []string
	Ratings                 []int32
	Maker                   *Maker
	Prices                  []*Price
}

func (s *Object) Write(ctx context.Context, p thrift.TProtocol) error {
	w := writer{ctx: ctx, p: p}
	w.begin("Object")
	w.i64("id", 1, s.ID)
	w.str("sku", 2, s.SKU)
	w.str("title", 3, s.Title)
	w.str("description", 4, s.Description)
	w.boolean("active", 5, s.Active)
	w.i32("stock", 6, s.Stock)
	w.double("weight", 7, s.Weight)
	w.nested("created", 8, s.Created)
	w.nested("updated", 9, s.Updated)
	writeList(&w, "tags", 10, thrift.STRING, s.Tags, func(x string) error { return p.WriteString(ctx, x) })
	writeList(&w, "ratings", 11, thrift.I32, s.Ratings, func(x int32) error { return p.WriteI32(ctx, x) })
	w.nested("maker", 12, s.Maker)
	writeList(&w, "prices", 13, thrift.STRUCT, s.Prices, func(x *Price) error { return x.Write(ctx, p) })
	return w.end()
}

func (s *Object) Read(ctx context.Context, p thrift.TProtocol) error {
	return readStruct(ctx, p, func(id int16, t thrift.TType) (known bool, err error) {
		switch {
		case id == 1 && t == thrift.I64:
			s.ID, err = p.ReadI64(ctx)
		case id == 2 && t == thrift.STRING:
			s.SKU, err = p.ReadString(ctx)
		case id == 3 && t == thrift.STRING:
			s.Title, err = p.ReadString(ctx)
		case id == 4 && t == thrift.STRING:
			s.Description, err = p.ReadString(ctx)
		case id == 5 && t == thrift.BOOL:
			s.Active, err = p.ReadBool(ctx)
		case id == 6 && t == thrift.I32:
			s.Stock, err = p.ReadI32(ctx)
		case id == 7 && t == thrift.DOUBLE:
			s.Weight, err = p.ReadDouble(ctx)
		case id == 8 && t == thrift.STRUCT:
			s.Created = &Timestamp{}
			err = s.Created.Read(ctx, p)
		case id == 9 && t == thrift.STRUCT:
			s.Updated = &Timestamp{}
			err = s.Updated.Read(ctx, p)
		case id == 10 && t == thrift.LIST:
			s.Tags, err = readList(ctx, p, func() (string, error) { return p.ReadString(ctx) })
		case id == 11 && t == thrift.LIST:
			s.Ratings, err = readList(ctx, p, func() (int32, error) { return p.ReadI32(ctx) })
		case id == 12 && t == thrift.STRUCT:
			s.Maker = &Maker{}
			err = s.Maker.Read(ctx, p)
		case id == 13 && t == thrift.LIST:
			s.Prices, err = readList(ctx, p, func() (*Price, error) { x := &Price{}; err := x.Read(ctx, p); return x, err })
		default:
			return false, nil
		}
		return true, err
	})
}

type Item struct {
	ID      int64
	Name    string
	Price   float64
	InStock bool
	Tags    []string
	Address *Address
	Created *Timestamp
}

func (s *Item) Write(ctx context.Context, p thrift.TProtocol) error {
	w := writer{ctx: ctx, p: p}
	w.begin("Item")
	w.i64("id", 1, s.ID)
	w.str("name", 2, s.Name)
	w.double("price", 3, s.Price)
	w.boolean("inStock", 4, s.InStock)
	writeList(&w, "tags", 5, thrift.STRING, s.Tags, func(x string) error { return p.WriteString(ctx, x) })
	w.nested("address", 6, s.Address)
	w.nested("created", 7, s.Created)
	return w.end()
}

func (s *Item) Read(ctx context.Context, p thrift.TProtocol) error {
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
		case id == 6 && t == thrift.STRUCT:
			s.Address = &Address{}
			err = s.Address.Read(ctx, p)
		case id == 7 && t == thrift.STRUCT:
			s.Created = &Timestamp{}
			err = s.Created.Read(ctx, p)
		default:
			return false, nil
		}
		return true, err
	})
}

type List struct{ Items []*Item }

func (s *List) Write(ctx context.Context, p thrift.TProtocol) error {
	w := writer{ctx: ctx, p: p}
	w.begin("List")
	writeList(&w, "items", 1, thrift.STRUCT, s.Items, func(x *Item) error { return x.Write(ctx, p) })
	return w.end()
}

func (s *List) Read(ctx context.Context, p thrift.TProtocol) error {
	return readStruct(ctx, p, func(id int16, t thrift.TType) (known bool, err error) {
		if id != 1 || t != thrift.LIST {
			return false, nil
		}
		s.Items, err = readList(ctx, p, func() (*Item, error) { x := &Item{}; err := x.Read(ctx, p); return x, err })
		return true, err
	})
}
