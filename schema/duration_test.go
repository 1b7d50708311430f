package schema_test

import (
	"math"
	"testing"
	"time"

	"github.com/weft-go/weft/schema"
)

func TestFormatDuration(t *testing.T) {
	tests := []struct {
		d    time.Duration
		want string
	}{
		{0, "PT0S"},
		{90 * time.Minute, "PT1H30M"},
		{time.Second, "PT1S"},
		{250 * time.Millisecond, "PT0.25S"},
		{1, "PT0.000000001S"},
		{-5 * time.Second, "-PT5S"},
		{36*time.Hour + time.Second, "PT36H1S"},
		{math.MaxInt64, "PT2562047H47M16.854775807S"},
		{math.MinInt64, "-PT2562047H47M16.854775808S"},
	}
	for _, tt := range tests {
		if got := schema.FormatDuration(tt.d); got != tt.want {
			t.Errorf("%v: got %s, want %s", tt.d, got, tt.want)
		}
		if got, err := schema.ParseDuration(tt.want); err != nil || got != tt.d {
			t.Errorf("%s: got %v, %v, want %v", tt.want, got, err, tt.d)
		}
	}
}

func TestParseDuration(t *testing.T) {
	tests := []struct {
		in   string
		want time.Duration
	}{
		{"P2DT12H", 60 * time.Hour},
		{"P3W", 21 * 24 * time.Hour},
		{"P1D", 24 * time.Hour},
		{"PT1M", time.Minute},
		{"PT0,5S", 500 * time.Millisecond},
		{"1h30m", 90 * time.Minute},
		{"-1s", -time.Second},
	}
	for _, tt := range tests {
		if got, err := schema.ParseDuration(tt.in); err != nil || got != tt.want {
			t.Errorf("%s: got %v, %v, want %v", tt.in, got, err, tt.want)
		}
	}
	for _, bad := range []string{"", "P", "PT", "P1DT", "P1Y", "P1M", "PT1", "PTS", "PT1S1M", "PT1M1M", "PT1.5M", "PT1.S", "PT.5S",
		"PT+1S", "PT1.0000000001S", "PT99999999999H", "PT9223372036.854775808S", "-PT9223372036.854775809S", "1", "soon", "--PT1S"} {
		if got, err := schema.ParseDuration(bad); err == nil {
			t.Errorf("%q: got %v, want an error", bad, got)
		}
	}
}

// FuzzDuration states: what ParseDuration accepts, FormatDuration writes so that it
// reads the same again.
func FuzzDuration(f *testing.F) {
	for _, text := range []string{"PT1H30M", "-P1W2DT3H4M5.000000006S", "1.5h", "P", "PT0,1S"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := schema.ParseDuration(text)
		if err != nil {
			return
		}
		if again, err := schema.ParseDuration(schema.FormatDuration(d)); err != nil || again != d {
			t.Errorf("%q is %v, but %s is %v, %v", text, d, schema.FormatDuration(d), again, err)
		}
	})
}
