package natstopic

import "testing"

func TestWithID(t *testing.T) {
	for event, want := range map[string]string{
		"event: e\ndata: a\n\n":                           "event: e\ndata: a\nid: 7\n\n",
		"event: e\ndata: a\nretry: 5\n\n":                 "event: e\ndata: a\nid: 7\nretry: 5\n\n",
		"event: e\ndata: a\ndata: retry: 5\n\n":           "event: e\ndata: a\ndata: retry: 5\nid: 7\n\n",
		"event: e\ndata: retry: 1\ndata: b\nretry: 2\n\n": "event: e\ndata: retry: 1\ndata: b\nid: 7\nretry: 2\n\n",
		"event: e\ndata: a\n":                             "",
		"data: a\n\n":                                     "",
		"":                                                "",
		"\n\n":                                            "",
	} {
		got, ok := withID([]byte(event), "7")
		if string(got) != want || ok != (want != "") {
			t.Errorf("%q: got %q, %t, want %q", event, got, ok, want)
		}
	}
}
