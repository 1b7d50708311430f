package json_test

import (
	"encoding/json/jsontext"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/schema"
)

type account struct {
	UserName string               `json:"userName"`
	Tags     []string             `json:"tags"`
	Limits   map[string]int       `json:"limits"`
	Any      any                  `json:"any"`
	Raw      jsontext.Value       `json:"raw"`
	Boss     *string              `json:"boss"`
	Seen     schema.Optional[int] `json:"seen"`
	Needed   schema.Optional[int] `json:"needed" required:"true"`
}

func TestConfigEncoding(t *testing.T) {
	zero := account{Needed: schema.Null[int]()}
	tests := []struct {
		name string
		cfg  format.Config
		want string
	}{
		{"default", format.Config{}, `{"userName":"","tags":[],"limits":{},"any":null,"raw":null,"boss":null,"needed":null}`},
		{"OmitEmptyCollections", format.Config{OmitEmptyCollections: true}, `{"userName":"","any":null,"raw":null,"boss":null,"needed":null}`},
		{"OmitNulls", format.Config{OmitNulls: true}, `{"userName":"","tags":[],"limits":{}}`},
		{"SnakeCase", format.Config{OmitNulls: true, OmitEmptyCollections: true, FieldNameFormat: schema.SnakeCase}, `{"user_name":""}`},
		{"KebabCase", format.Config{OmitNulls: true, OmitEmptyCollections: true, FieldNameFormat: schema.KebabCase}, `{"user-name":""}`},
		{"PascalCase", format.Config{OmitNulls: true, OmitEmptyCollections: true, FieldNameFormat: schema.PascalCase}, `{"UserName":""}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if b, err := json.SchemaBasedBinaryCodecWith[account](test.cfg).Encode(zero); string(b) != test.want || err != nil {
				t.Errorf("encoded %s, error %v, want %s", b, err, test.want)
			}
		})
	}
}

func TestConfigDecoding(t *testing.T) {
	got := faults[account](`{"userName":""}`)
	want := "tags missing limits missing any missing raw missing needed missing"
	if text := strings.Join(paths(got), " "); text != want {
		t.Errorf("default: %s, want %s", text, want)
	}
	got = faults[account](`{"userName":""}`, format.Config{MissingCollectionsAsEmpty: true})
	if text := strings.Join(paths(got), " "); text != "any missing raw missing needed missing" {
		t.Errorf("MissingCollectionsAsEmpty: %s", text)
	}
	got = faults[account](`{"userName":""}`, format.Config{MissingAsNull: true})
	if text := strings.Join(paths(got), " "); text != "tags missing limits missing" {
		t.Errorf("MissingAsNull: %s", text)
	}
	v, err := json.SchemaBasedBinaryCodecWith[account](format.Config{MissingAsNull: true, MissingCollectionsAsEmpty: true}).Decode([]byte(`{"userName":""}`))
	wantValue := account{Tags: []string{}, Limits: map[string]int{}, Raw: jsontext.Value("null"), Needed: schema.Null[int]()}
	if err != nil || !reflect.DeepEqual(v, wantValue) {
		t.Errorf("decoded %+v, error %v", v, err)
	}
}

// paths shortens faults to their paths and problems.
func paths(list []string) []string {
	var out []string
	for _, text := range list {
		place, problem, _ := strings.Cut(strings.TrimPrefix(text, "JSON at "), " (byte ")
		_, problem, _ = strings.Cut(problem, "): ")
		out = append(out, place+" "+problem)
	}
	return out
}

func TestDiscriminators(t *testing.T) {
	tests := []struct {
		name          string
		discriminator schema.Discriminator
		want          string
		others        []string // that are read as the same
	}{
		{"ClassName", schema.ClassName(schema.Identity), `[{"cat":{"lives":9}},{"dog":{"name":"Rex"}}]`,
			[]string{` [ { "c\u0061t" : { "lives" : 9 , "x" : [ ] } } , {"dog":{"name":"Rex"}}]`}},
		{"ClassName Pascal", schema.ClassName(schema.PascalCase), `[{"Cat":{"lives":9}},{"Dog":{"name":"Rex"}}]`, nil},
		{"FieldName", schema.FieldName("type", schema.Identity), `[{"type":"cat","lives":9},{"type":"dog","name":"Rex"}]`,
			[]string{`[{"lives":9,"type":"cat"},{"x":{"type":"cat"},"name":"Rex","t\u0079pe":"dog"}]`}},
		{"FieldName empty", schema.FieldName("", schema.Identity), `[{"":"cat","lives":9},{"":"dog","name":"Rex"}]`, nil},
		{"none", schema.NoDiscriminator(), `[{"lives":9},{"name":"Rex"}]`, nil},
	}
	animals := []Animal{Cat{9}, &Dog{"Rex"}}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			codec := json.SchemaBasedBinaryCodecWith[[]Animal](format.Config{Discriminator: test.discriminator})
			if b, err := codec.Encode(animals); string(b) != test.want || err != nil {
				t.Errorf("encoded %s, error %v, want %s", b, err, test.want)
			}
			for _, text := range append(test.others, test.want) {
				if got, err := codec.Decode([]byte(text)); err != nil || !reflect.DeepEqual(got, animals) {
					t.Errorf("decoded %s as %+v, error %v", text, got, err)
				}
			}
		})
	}
	closed := format.Config{Discriminator: schema.FieldName("type", schema.Identity), RejectExtraFields: true}
	if got := faults[Animal](`{"lives":1,"type":"cat"}`, closed); got != nil {
		t.Errorf("the tag is no extra field: %s", got)
	}
	if got := faults[Animal](`{"lives":1,"type":"cat","type":"cat"}`, closed); len(got) != 1 {
		t.Errorf("the tag twice: %s", got)
	}
}

func TestOmit(t *testing.T) {
	type omits struct {
		Zero    int               `json:"zero,omitzero"`
		Time    time.Time         `json:"time,omitzero"`
		Slice   []int             `json:"slice,omitzero"`
		Struct  Inner             `json:"struct,omitzero"`
		Even    even              `json:"even,omitzero"`
		Text    string            `json:"text,omitempty"`
		List    []int             `json:"list,omitempty"`
		Map     map[string]string `json:"map,omitempty"`
		Pointer *string           `json:"pointer,omitempty"`
		Number  int               `json:"number,omitempty"`
		Never   *int              `json:"never" nullable:"false"`
	}
	empty := ""
	tests := []struct {
		name  string
		value omits
		want  string
	}{
		{"zero", omits{}, `{"number":0}`},
		{"empty", omits{Slice: []int{}, List: []int{}, Map: map[string]string{}, Pointer: &empty, Even: 2}, `{"slice":[],"number":0}`},
		{"odd", omits{Even: 1, Zero: 1}, `{"zero":1,"even":1,"number":0}`},
	}
	codec := json.Codec[omits]()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if b, err := codec.Encode(test.value); string(b) != test.want || err != nil {
				t.Errorf("encoded %s, error %v, want %s", b, err, test.want)
			}
		})
	}
	if got := faults[omits](`{"never":null}`); len(got) != 1 || !strings.Contains(got[0], "want int, got null") {
		t.Errorf("null: %s", got)
	}
}

// even is zero when it is even.
type even int

func (e even) IsZero() bool { return e%2 == 0 }

func TestDefaults(t *testing.T) {
	type defaults struct {
		N     int                     `json:"n" default:"7"`
		Text  *string                 `json:"text" default:"x"`
		List  []int                   `json:"list" default:"1,2"`
		Maybe schema.Optional[string] `json:"maybe" default:"y"`
		After time.Duration           `json:"after" default:"PT1S"`
		*Extra
	}
	codec := json.Codec[defaults]()
	first, err := codec.Decode([]byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	x := "x"
	want := defaults{N: 7, Text: &x, List: []int{1, 2}, Maybe: schema.Some("y"), After: time.Second}
	if !reflect.DeepEqual(first, want) {
		t.Errorf("decoded %+v", first)
	}
	first.List[0], *first.Text = 99, "changed"
	second, _ := codec.Decode([]byte(`{"note":"n"}`))
	want.Extra = &Extra{Note: "n", Stars: 3}
	if !reflect.DeepEqual(second, want) {
		t.Errorf("decoded %+v %+v", second, second.Extra)
	}
	third, err := codec.Decode([]byte(`{"n":1,"text":null,"list":[],"maybe":null}`))
	if err != nil || third.N != 1 || third.Text != nil || len(third.List) != 0 || !third.Maybe.IsNull() {
		t.Errorf("decoded %+v, error %v", third, err)
	}
}

func TestNames(t *testing.T) {
	type folded struct {
		UserID int `json:"user_id,case:ignore"`
		Exact  int `json:"exact,omitzero"`
		Odd    int `json:"'a,\\\"b'"`
	}
	for _, text := range []string{`{"user_id":1,"a,\"b":2}`, `{"a,\"b":2,"USERID":1}`, `{"User-Id":1,"a\u002c\"b":2}`} {
		v, err := json.Codec[folded]().Decode([]byte(text))
		if err != nil || v != (folded{UserID: 1, Odd: 2}) {
			t.Errorf("%s: %+v, %v", text, v, err)
		}
	}
	if got := faults[folded](`{"userid":1,"user_id":1}`); len(got) != 1 || !strings.Contains(got[0], "twice") {
		t.Errorf("twice: %s", got)
	}
	v, err := json.Codec[folded]().Decode([]byte(`{"user_id":1,"a,\"b":2,"EXACT":3}`))
	if err != nil || v.Exact != 0 {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestManyFields has more fields than one word has bits.
func TestManyFields(t *testing.T) {
	type wide struct {
		A0, A1, A2, A3, A4, A5, A6, A7, A8, A9 int
		B0, B1, B2, B3, B4, B5, B6, B7, B8, B9 int
		C0, C1, C2, C3, C4, C5, C6, C7, C8, C9 int
		D0, D1, D2, D3, D4, D5, D6, D7, D8, D9 int
		E0, E1, E2, E3, E4, E5, E6, E7, E8, E9 int
		F0, F1, F2, F3, F4, F5, F6, F7, F8, F9 int
		G0, G1, G2, G3, G4, G5, G6, G7, G8, G9 int
	}
	codec := json.Codec[wide]()
	b, err := codec.Encode(wide{A0: 1, G9: 2})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := codec.Decode(b); err != nil || v != (wide{A0: 1, G9: 2}) {
		t.Errorf("decoded %+v, error %v", v, err)
	}
	without := strings.Replace(string(b), `,"G9":2`, "", 1)
	if got := faults[wide](without); len(got) != 1 || !strings.Contains(got[0], "G9") {
		t.Errorf("missing: %s", got)
	}
	twice := strings.Replace(string(b), `,"G9":2`, `,"G9":2,"G9":2`, 1)
	if got := faults[wide](twice); len(got) != 1 || !strings.Contains(got[0], "twice") {
		t.Errorf("twice: %s", got)
	}
}
