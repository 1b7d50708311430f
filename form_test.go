package weft_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

// formText writes a form on one line, for comparisons.
func formText(f weft.Form) string {
	var b strings.Builder
	for field := range f.Fields() {
		b.WriteString(field.Name() + "=" + field.Text())
		if field.IsBinary() {
			b.WriteString("(" + field.FileName() + " " + field.MediaType() + ")")
		}
		b.WriteString(";")
	}
	return b.String()
}

func TestFormReading(t *testing.T) {
	f := weft.NewForm(
		weft.TextField("a", "1"),
		weft.BinaryField("file", "x.png", "image/png", []byte{1, 2}),
		weft.TextField("a", "2"),
	)
	if v, ok := f.Text("a"); v != "1" || !ok {
		t.Errorf("Text(a) = %q, %v", v, ok)
	}
	if v, ok := f.Text("b"); v != "" || ok {
		t.Errorf("Text(b) = %q, %v", v, ok)
	}
	if file, ok := f.Get("file"); !ok || file.FileName() != "x.png" || file.MediaType() != "image/png" || !slices.Equal(file.Bytes(), []byte{1, 2}) || file.Len() != 2 {
		t.Errorf("Get(file) = %+v, %v", file, ok)
	}
	if _, ok := f.Get("b"); ok || f.Has("b") || !f.Has("file") {
		t.Error("the wrong fields are there")
	}
	if all := f.All("a"); len(all) != 2 || all[1].Text() != "2" {
		t.Errorf("All(a) = %+v", all)
	}
	if f.Len() != 3 || !f.HasBinary() || f.Remove("file").HasBinary() {
		t.Error("the wrong number or kind of fields")
	}
	if got := f.Values().Encode(); got != "a=1&a=2" {
		t.Errorf("Values() = %q", got)
	}
	if ages, err := weft.FormOf("age", "42").Values().Query[int]("age"); ages != 42 || err != nil {
		t.Errorf("typed reading gave %d, %v", ages, err)
	}
}

func TestFormChanging(t *testing.T) {
	f := weft.FormOf("a", "1", "b", "2", "a", "3", "c", "4")
	for name, got := range map[string][2]string{
		"Add":          {formText(f.Add(weft.TextField("d", "5"), weft.TextField("e", "6"))), "a=1;b=2;a=3;c=4;d=5;e=6;"},
		"Set present":  {formText(f.Set(weft.TextField("a", "x"))), "a=x;b=2;c=4;"},
		"Set last":     {formText(f.Set(weft.TextField("c", "x"))), "a=1;b=2;a=3;c=x;"},
		"Set new":      {formText(f.Set(weft.TextField("d", "x"))), "a=1;b=2;a=3;c=4;d=x;"},
		"Remove":       {formText(f.Remove("a", "c")), "b=2;"},
		"the original": {formText(f), "a=1;b=2;a=3;c=4;"},
		"zero value":   {formText(weft.Form{}.Add(weft.TextField("a", "1"))), "a=1;"},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %q, want %q", name, got[0], got[1])
		}
	}
}

func TestFormOwnsItsFields(t *testing.T) {
	fields := []weft.FormField{weft.TextField("a", "1")}
	data := []byte("xyz")
	f := weft.NewForm(fields...).Add(weft.BinaryField("b", "", "", data))
	fields[0] = weft.TextField("z", "9")
	data[0] = '!'
	if got := formText(f); got != "a=1;b=xyz( application/octet-stream);" {
		t.Errorf("the form became %q", got)
	}
}

func TestFormOfPanicsOnHalfAPair(t *testing.T) {
	defer func() {
		if got := recover(); got != `weft: FormOf: the name "b" has no value` {
			t.Errorf("recovered %v", got)
		}
	}()
	weft.FormOf("a", "1", "b")
}
