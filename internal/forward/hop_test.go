package forward_test

import (
	"net/netip"
	"slices"
	"testing"

	"github.com/weft-go/weft/internal/forward"
)

func TestParseForwarded(t *testing.T) {
	v4 := netip.MustParseAddr("192.0.2.60")
	unknown := forward.Hop{Unknown: true}
	tests := []struct {
		in   string
		want []forward.Hop
	}{
		{"", nil},
		{" , ,", nil},
		{"for=192.0.2.60", []forward.Hop{{Addr: v4}}},
		{`For="192.0.2.60:4711"`, []forward.Hop{{Addr: v4}}},
		{`for="[2001:db8:cafe::17]:4711"`, []forward.Hop{{Addr: netip.MustParseAddr("2001:db8:cafe::17")}}},
		{`for="[2001:db8:cafe::17]"`, []forward.Hop{{Addr: netip.MustParseAddr("2001:db8:cafe::17")}}},
		{`for="192.0.2.60:_port"`, []forward.Hop{{Addr: v4}}},
		{"for=unknown, for=_hidden", []forward.Hop{unknown, unknown}},
		{"for=192.0.2.60;proto=HTTPS;by=203.0.113.43;host=example.test", []forward.Hop{{Addr: v4, Proto: "https", Host: "example.test"}}},
		{`for=192.0.2.60 ; host="example.test:8080" , for=192.0.2.60`, []forward.Hop{{Addr: v4, Host: "example.test:8080"}, {Addr: v4}}},
		{`by="a,b;c\"d";for=192.0.2.60`, []forward.Hop{{Addr: v4}}},
		{"proto=ftp;host=a/b", []forward.Hop{{Host: "a/b"}}},
		{"for=garbage", []forward.Hop{unknown}},
		{"for=192.0.2.60;for=192.0.2.61", []forward.Hop{unknown}},
		{"for 192.0.2.60", []forward.Hop{unknown}},
		{"for=192.0.2.60, nonsense, for=192.0.2.60", []forward.Hop{unknown, {Addr: v4}}},
		{`for="192.0.2.60, for=192.0.2.61`, []forward.Hop{unknown}},
		{`for="192.0.2.60\`, []forward.Hop{unknown}},
		{`for="192.0.2.60"x`, []forward.Hop{unknown}},
		{"for=192.0.2.60,", []forward.Hop{{Addr: v4}}},
	}
	for _, test := range tests {
		if got := forward.ParseForwarded(test.in); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %+v, want %+v", test.in, got, test.want)
		}
	}
}

// FuzzParseForwarded: no panic; addresses are plain, and schemes known; and
// whatever a client has written on the left, the last hop is what a proxy has appended,
// or is known not to be known.
func FuzzParseForwarded(f *testing.F) {
	f.Add(`for=192.0.2.60;proto=http;by=203.0.113.43, for="[2001:db8::1]:80";host="a:1"`)
	f.Add(`for="x\", for=1.2.3.4`)
	f.Add(`for=6.6.6.6;x="`)
	f.Fuzz(func(t *testing.T, s string) {
		for _, h := range forward.ParseForwarded(s) {
			if h.Addr.IsValid() && (h.Unknown || h.Addr.Zone() != "" || h.Addr.Is4In6()) {
				t.Fatalf("%+v", h)
			}
			if h.Proto != "" && h.Proto != "http" && h.Proto != "https" {
				t.Fatalf("%+v", h)
			}
		}
		for _, appended := range []string{", for=192.0.2.60;proto=https", `, for="192.0.2.60";proto="https"`} {
			hops := forward.ParseForwarded(s + appended)
			want := forward.Hop{Addr: netip.MustParseAddr("192.0.2.60"), Proto: "https"}
			if last := hops[len(hops)-1]; last != want && last != (forward.Hop{Unknown: true}) {
				t.Fatalf("with %s: %+v", appended, hops)
			}
		}
	})
}
