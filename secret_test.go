package weft_test

import (
	"bytes"
	jsonv1 "encoding/json"
	"encoding/json/v2"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

// vault has a secret in a field whose methods fmt cannot call.
type vault struct {
	Name string
	key  weft.Secret
}

func TestSecretIsNeverPrinted(t *testing.T) {
	const password = "correct horse"
	s := weft.NewSecret(password)
	v := vault{Name: "v", key: s}
	var printed []string
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%p", "%t", "%20s", "%T"} {
		printed = append(printed, fmt.Sprintf(verb, s), fmt.Sprintf(verb, &s), fmt.Sprintf(verb, v), fmt.Sprintf(verb, &v),
			fmt.Sprintf(verb, []weft.Secret{s}), fmt.Sprintf(verb, map[string]any{"k": s}))
	}
	printed = append(printed, fmt.Sprint(s), fmt.Sprintln(v), s.String(), s.GoString(), fmt.Errorf("x: %v", s).Error())
	var log bytes.Buffer
	for _, handler := range []slog.Handler{slog.NewTextHandler(&log, nil), slog.NewJSONHandler(&log, nil)} {
		slog.New(handler).Info("login", "password", s, "vault", v, "map", map[string]weft.Secret{"k": s})
	}
	printed = append(printed, log.String())
	exported := struct{ Key weft.Secret }{s}
	for _, marshal := range []func(any) ([]byte, error){
		jsonv1.Marshal,
		func(v any) ([]byte, error) { return json.Marshal(v) },
	} {
		b, err := marshal(exported)
		if err != nil || string(b) != `{"Key":"[secret]"}` {
			t.Errorf("JSON is %s, %v", b, err)
		}
		printed = append(printed, string(b))
	}
	hexadecimal := fmt.Sprintf("%x", password)
	for _, text := range printed {
		if strings.Contains(text, "horse") || strings.Contains(strings.ToLower(text), hexadecimal[:12]) {
			t.Errorf("printed %q", text)
		}
	}
	if got := fmt.Sprintf("%s", s); got != "[secret]" {
		t.Errorf("%%s prints %q", got)
	}
}

func TestSecretValue(t *testing.T) {
	b := []byte("abc")
	s := weft.NewSecret(b)
	b[0] = 'x'
	if s.Reveal() != "abc" || s.Len() != 3 || s.IsZero() {
		t.Errorf("the secret holds %q", s.Reveal())
	}
	if !s.Equal(weft.NewSecret("abc")) || s.Equal(weft.NewSecret("abd")) || s.Equal(weft.NewSecret("ab")) || s.Equal(weft.Secret{}) {
		t.Error("Equal is wrong")
	}
	var zero weft.Secret
	if !zero.IsZero() || zero.Reveal() != "" || zero.String() != "[secret]" || !zero.Equal(weft.NewSecret("")) {
		t.Error("the zero secret is not empty")
	}
	var config struct{ Password weft.Secret }
	if err := json.Unmarshal([]byte(`{"Password":"from a file"}`), &config); err != nil || config.Password.Reveal() != "from a file" {
		t.Errorf("decoded %q, %v", config.Password.Reveal(), err)
	}
}

func TestRandomSecret(t *testing.T) {
	a, b := weft.RandomSecret(), weft.RandomSecret()
	if a.Len() != 32 || a.Equal(b) {
		t.Errorf("got %d bytes, equal: %v", a.Len(), a.Equal(b))
	}
}
