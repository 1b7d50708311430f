package protobuf_test

import (
	"bytes"
	"context"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bufbuild/protocompile"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
	"pgregory.net/rapid"

	"github.com/weft-go/weft/format/protobuf"
	"github.com/weft-go/weft/schema"
)

func TestInterchange(t *testing.T) {
	t.Run("Everything", interchange[Everything])
	t.Run("Book", interchange[Book])
	t.Run("Page", interchange[Page[Book]])
	t.Run("Tree", interchange[Tree])
	t.Run("Forest", interchange[Forest])
	t.Run("Animal", interchange[Animal])
	t.Run("pointer to a struct", interchange[*Book])
	t.Run("pointer", interchange[*int])
	t.Run("pointer to a list", interchange[*[]string])
	t.Run("Optional", interchange[schema.Optional[[]Colour]])
	t.Run("list of structs", interchange[[]Book])
	t.Run("list of lists", interchange[[][]uint8])
	t.Run("list of pointers", interchange[[]*time.Time])
	t.Run("array", interchange[[3]bool])
	t.Run("map of structs", interchange[map[string]Book])
	t.Run("map of maps", interchange[map[uint16]map[int32]*string])
	t.Run("string", interchange[string])
	t.Run("float", interchange[float32])
	t.Run("time", interchange[time.Time])
	t.Run("duration", interchange[time.Duration])
	t.Run("big integer", interchange[big.Int])
	t.Run("enum", interchange[Level])
	t.Run("odd names", interchange[Odd])
}

// Odd has names that a definition cannot have, or that collide there.
type Odd struct {
	A int    `json:"first-name"`
	B int    `json:"first_name"`
	C int    `json:"2nd"`
	D string `json:"größe"`
	E bool   `json:"message"`
	F *Odd   `json:"Odd" protobuf:"18999"`
	G []Odd  `json:"option" protobuf:"536870911"`
	H string `json:"google" doc:"Two\nlines, */ and // in them."`
}

func interchange[A any](t *testing.T) {
	s := schema.Of[A]()
	codec := protobuf.ProtobufCodec[A]()
	descriptor := compiled(t, protobuf.Definition[A](), s)
	rapid.Check(t, func(rt *rapid.T) {
		v := draw(rt, s, -1).Interface()
		value, _ := v.(A) // a nil interface is the zero A
		want := toMessage(descriptor, s, reflect.ValueOf(&value).Elem())

		ours, err := codec.Encode(value)
		if err != nil {
			rt.Fatalf("encode %+v: %v", value, err)
		}
		read := dynamicpb.NewMessage(descriptor)
		if err := proto.Unmarshal(ours, read); err != nil {
			rt.Fatalf("they cannot read ours: %v\n%x", err, ours)
		}
		sortEntries(read)
		sortEntries(want)
		if !proto.Equal(read, want.Interface()) {
			rt.Fatalf("they read\n%s\nwant\n%s", prototext.Format(read), prototext.Format(want.Interface()))
		}

		theirs, err := proto.Marshal(want.Interface())
		if err != nil {
			rt.Fatal(err)
		}
		for _, b := range [][]byte{ours, theirs} {
			back, err := codec.Decode(b)
			if err != nil {
				rt.Fatalf("we cannot read %x: %v", b, err)
			}
			if diff := cmp.Diff(settled(s, value), back, options...); diff != "" {
				rt.Fatalf("we read, -want +got:\n%s", diff)
			}
		}
	})
}

// sortEntries gives the entries of maps that are lists for Protobuf an order.
func sortEntries(m protoreflect.Message) {
	m.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case fd.Kind() != protoreflect.MessageKind || fd.IsMap():
		case !fd.IsList():
			sortEntries(v.Message())
		case strings.HasSuffix(string(fd.Message().Name()), "Entry"):
			list := v.List()
			var entries []protoreflect.Value
			for i := range list.Len() {
				entries = append(entries, list.Get(i))
			}
			slices.SortFunc(entries, func(x, y protoreflect.Value) int { return bytes.Compare(wire(x), wire(y)) })
			for i, entry := range entries {
				list.Set(i, entry)
			}
		}
		return true
	})
}

func wire(v protoreflect.Value) []byte {
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(v.Message().Interface())
	if err != nil {
		panic(err)
	}
	return b
}

// settled returns the value as a round trip leaves it.
func settled[A any](s *schema.Schema, v A) A {
	if o, ok := any(&v).(schema.AnyOptional); ok && o.IsAbsent() {
		o.SetNull() // a whole body cannot be absent
	}
	return v
}

var options = cmp.Options{
	cmp.Exporter(func(t reflect.Type) bool { return t.PkgPath() == reflect.TypeFor[schema.Optional[int]]().PkgPath() }),
	cmp.Comparer(func(x, y big.Int) bool { return x.Cmp(&y) == 0 }),
	// The text of a big decimal does not tell its precision, and its last bit may
	// differ. The values drawn have 53 bits.
	cmp.Comparer(func(x, y big.Float) bool {
		return new(big.Float).SetPrec(60).Set(&x).Cmp(new(big.Float).SetPrec(60).Set(&y)) == 0
	}),
	cmp.Comparer(func(x, y big.Rat) bool { return x.Cmp(&y) == 0 }),
	cmp.FilterPath(func(p cmp.Path) bool {
		k := p.Last().Type().Kind()
		return k == reflect.Slice || k == reflect.Map
	}, cmp.FilterValues(func(x, y any) bool {
		return reflect.ValueOf(x).Len() == 0 && reflect.ValueOf(y).Len() == 0
	}, cmp.Comparer(func(x, y any) bool { return true }))),
}

// compiled returns the descriptor of the definition's first message, or of the
// well-known one that the type is.
func compiled(t *testing.T, definition string, s *schema.Schema) protoreflect.MessageDescriptor {
	t.Helper()
	c := protocompile.Compiler{Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{
		Accessor: protocompile.SourceAccessorFromMap(map[string]string{"test.proto": definition}),
	})}
	files, err := c.Compile(context.Background(), "test.proto")
	if err != nil {
		t.Fatalf("the definition does not compile: %v\n%s", err, definition)
	}
	switch s.Kind() {
	case schema.KindTime, schema.KindDuration:
		name := map[schema.Kind]protoreflect.Name{schema.KindTime: "Timestamp", schema.KindDuration: "Duration"}[s.Kind()]
		return files[0].Imports().Get(0).Messages().ByName(name)
	}
	return files[0].Messages().Get(0)
}
