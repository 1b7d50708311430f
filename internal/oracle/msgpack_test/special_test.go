package msgpack_test

import (
	"bytes"
	"math/big"
	"reflect"
	"testing"
	"time"
	"uuid"

	oracle "github.com/vmihailenco/msgpack/v5"
	"pgregory.net/rapid"

	"github.com/weft-go/weft/format/msgpack"
	"github.com/weft-go/weft/schema"
)

type animal interface{ sound() }

type cat struct {
	Lives int `json:"lives"`
}

type dog struct {
	Name string `json:"name"`
}

type fish int64

func (cat) sound()  {}
func (*dog) sound() {}
func (fish) sound() {}

var _ = schema.Sum[animal](schema.Case[cat]("cat"), schema.Case[*dog]("dog"), schema.Case[fish]("fish"))

type colour string

var _ = schema.Enum(colour("red"), colour("green"))

// Base is exported because it is embedded as a pointer.
type Base struct {
	Note string  `json:"note"`
	Mark *string `json:"mark"`
}

type forest []forest

// special has the kinds that the oracle's struct tags cannot say.
type special struct {
	*Base
	UUID     uuid.UUID               `json:"uuid"`
	Big      *big.Int                `json:"big"`
	Array    [3]int64                `json:"array"`
	Keys     map[uint64]string       `json:"keys"`
	UUIDs    map[uuid.UUID][]inner   `json:"uuids"`
	Optional schema.Optional[int]    `json:"optional"`
	Nullable schema.Optional[*inner] `json:"nullable"`
	Sum      animal                  `json:"sum"`
	Sums     []animal                `json:"sums"`
	Forest   forest                  `json:"forest"`
	Skipped  animal                  `json:"skipped,omitzero"`
	Colour   colour                  `json:"colour,omitzero"`
	Since    time.Time               `json:"since,omitzero"`
}

func genAnimal() *rapid.Generator[animal] {
	return rapid.Custom(func(t *rapid.T) animal {
		switch rapid.IntRange(0, 2).Draw(t, "case") {
		case 0:
			return cat{rapid.Int().Draw(t, "lives")}
		case 1:
			return &dog{rapid.String().Draw(t, "name")}
		}
		return fish(rapid.Int64().Draw(t, "fish"))
	})
}

func genForest(depth int) *rapid.Generator[forest] {
	return rapid.Custom(func(t *rapid.T) forest {
		f := forest{}
		for range rapid.IntRange(0, depth).Draw(t, "width") {
			f = append(f, genForest(depth-1).Draw(t, "tree"))
		}
		return f
	})
}

func genUUID() *rapid.Generator[uuid.UUID] {
	return rapid.Map(rapid.SliceOfN(rapid.Byte(), 16, 16), func(b []byte) uuid.UUID { return uuid.UUID(b) })
}

func genSpecial() *rapid.Generator[special] {
	return rapid.Custom(func(t *rapid.T) special {
		v := special{
			UUID:     genUUID().Draw(t, "uuid"),
			Big:      new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "big")),
			Keys:     rapid.MapOfN(rapid.Uint64(), rapid.String(), 0, 5).Draw(t, "keys"),
			UUIDs:    rapid.MapOfN(genUUID(), rapid.SliceOfN(genInner(1), 0, 2), 0, 3).Draw(t, "uuids"),
			Optional: rapid.SampledFrom([]schema.Optional[int]{{}, schema.Null[int](), schema.Some(-7)}).Draw(t, "optional"),
			Nullable: rapid.SampledFrom([]schema.Optional[*inner]{{}, schema.Null[*inner](), schema.Some(&inner{List: []uint16{}})}).Draw(t, "nullable"),
			Sum:      genAnimal().Draw(t, "sum"), Sums: rapid.SliceOfN(genAnimal(), 0, 5).Draw(t, "sums"),
			Forest: genForest(3).Draw(t, "forest"), Colour: rapid.SampledFrom([]colour{"", "red"}).Draw(t, "colour"),
			Since: rapid.SampledFrom([]time.Time{{}, time.Unix(5, 5).UTC()}).Draw(t, "since"),
		}
		if rapid.Bool().Draw(t, "has base") {
			v.Base = &Base{Note: rapid.String().Draw(t, "note"), Mark: rapid.Ptr(rapid.String(), true).Draw(t, "mark")}
		}
		if rapid.Bool().Draw(t, "has skipped") {
			v.Skipped = genAnimal().Draw(t, "skipped")
		}
		copy(v.Array[:], rapid.SliceOfN(rapid.Int64(), 3, 3).Draw(t, "array"))
		return v
	})
}

// TestThroughTheOracle lets the oracle decode our bytes without a Go type and encode
// what it got. We must get our value back.
func TestThroughTheOracle(t *testing.T) {
	codec := msgpack.MessagePackCodec[special]()
	rapid.Check(t, func(t *rapid.T) {
		v := genSpecial().Draw(t, "value")
		b, err := codec.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		dec := oracle.NewDecoder(bytes.NewReader(b))
		dec.SetMapDecoder(func(d *oracle.Decoder) (any, error) { return d.DecodeUntypedMap() })
		generic, err := dec.DecodeInterface()
		if err != nil {
			t.Fatalf("%x: %v", b, err)
		}
		theirs, err := oracleMarshal(generic)
		if err != nil {
			t.Fatalf("%#v: %v", generic, err)
		}
		got, err := codec.Decode(theirs)
		if err != nil {
			t.Fatalf("%x: %v", theirs, err)
		}
		if got.Big.Cmp(v.Big) != 0 {
			t.Fatalf("big: got %v, want %v", got.Big, v.Big)
		}
		got.Big, v.Big = nil, nil
		if !reflect.DeepEqual(normal(got), normal(v)) {
			t.Fatalf("got %+v, want %+v", got, v)
		}
	})
}

// normal makes nil collections empty.
func normal(v special) special {
	if len(v.Keys) == 0 {
		v.Keys = nil
	}
	if len(v.Sums) == 0 {
		v.Sums = nil
	}
	lists := map[uuid.UUID][]inner{}
	for k, list := range v.UUIDs {
		copied := []inner{}
		for _, item := range list {
			copied = append(copied, normalInner(item))
		}
		lists[k] = copied
	}
	v.UUIDs = lists
	return v
}

func normalInner(v inner) inner {
	if len(v.List) == 0 {
		v.List = nil
	}
	if v.Next != nil {
		next := normalInner(*v.Next)
		v.Next = &next
	}
	return v
}
