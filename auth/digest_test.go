package auth_test

import (
	"context"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/status"
)

// The examples of RFC 7616 section 3.9.1.
func TestDigestResponseOfTheRFC(t *testing.T) {
	const (
		nonce  = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
		opaque = "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
		cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
	)
	tests := []struct{ algorithm, response string }{
		{"MD5", "8ca523f5e9506fed4657c9700eebdbec"},
		{"SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"},
	}
	for _, test := range tests {
		t.Run(test.algorithm, func(t *testing.T) {
			challenge := `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=` + test.algorithm +
				`, nonce="` + nonce + `", opaque="` + opaque + `"`
			got, err := auth.DigestResponse(challenge, "GET", "/dir/index.html", "Mufasa", "Circle of Life",
				auth.DigestResponseOptions{ClientNonce: cnonce})
			want := `Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=` + test.algorithm +
				`, nonce="` + nonce + `", nc=00000001, cnonce="` + cnonce + `", qop=auth, response="` + test.response +
				`", opaque="` + opaque + `"`
			if err != nil || got != want {
				t.Errorf("got\n%s, %v; want\n%s", got, err, want)
			}
		})
	}
}

func TestDigestResponseChooses(t *testing.T) {
	const sha = `Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256`
	const md5 = `Digest realm="r", nonce="n", qop="auth"`
	tests := []struct{ name, challenge, want string }{
		{"first", sha + ", " + md5, "algorithm=SHA-256"},
		{"default", md5, "algorithm=MD5"},
		{"skips others", `Basic realm="x", Digest realm="r", nonce="n", qop="auth", algorithm=SHA-512-256, ` + md5, "algorithm=MD5"},
		{"in lower case", `digest REALM="r", NONCE="n", qop=AUTH, algorithm=sha-256`, "algorithm=SHA-256"},
		{"no digest", `Basic realm="x"`, "error: digest: there is no Digest challenge"},
		{"algorithm", `Digest realm="r", nonce="n", qop="auth", algorithm=MD5-sess`, `error: digest: algorithm "MD5-sess": want SHA-256 or MD5`},
		{"qop", `Digest realm="r", nonce="n", qop="auth-int"`, "error: digest: the challenge does not offer qop auth"},
		{"nonce", `Digest realm="r", qop="auth"`, "error: digest: the challenge has no realm or no nonce"},
		{"malformed", `Digest realm="r`, "error: challenge: byte 15: want a closing quote"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := auth.DigestResponse(test.challenge, "GET", "/", "u", "p")
			if err != nil {
				got = "error: " + err.Error()
			}
			if !strings.Contains(got, test.want) {
				t.Errorf("got %s; want %s", got, test.want)
			}
		})
	}
	if _, err := auth.DigestResponse(md5, "GET", "/\r\n", "u", "p"); err == nil {
		t.Error("a line break was accepted")
	}
}

// A digestTest is a server that knows Ada's password, and requests to it.
type digestTest struct {
	*testing.T
	of     auth.Type
	routes weft.Routes
}

func newDigestTest(t *testing.T, o auth.DigestOptions) *digestTest {
	of := auth.Digest("realm", o)
	h := func(req *weft.Request) (weft.Response, error) {
		user, _ := auth.From[string](req.Context())
		return weft.Text("hello " + user), nil
	}
	routes := weft.NewRoutes(weft.NewPattern(weft.ANY, "/{rest...}").Handle(h)).
		With(auth.Require(of, status.Unauthorized)).
		With(auth.ProvidePasswords(func(_ context.Context, user string) (string, string, bool, error) {
			return "engine", user, user == "ada" || user == "Jäsøn \"D\\e\"", nil
		}))
	return &digestTest{t, of, routes}
}

// challenge returns the challenges that a request without credentials gets.
func (t *digestTest) challenge() []string {
	t.Helper()
	resp := t.routes.Serve(weft.Get("/"))
	values := resp.Headers().Values("WWW-Authenticate")
	if resp.Status() != status.Unauthorized || len(values) == 0 {
		t.Fatalf("got %v with %d challenges", resp.Status(), len(values))
	}
	return values
}

func (t *digestTest) answer(challenge, url string, count uint32) string {
	t.Helper()
	a, err := auth.DigestResponse(challenge, "GET", url, "ada", "engine", auth.DigestResponseOptions{Count: count})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// get sends an answer and reports whether it was accepted, and whether the nonce was
// called stale.
func (t *digestTest) get(url, answer string) (ok, stale bool) {
	t.Helper()
	resp := t.routes.Serve(weft.Get(url).AddHeader("Authorization", answer))
	values := resp.Headers().Values("WWW-Authenticate")
	switch resp.Status() {
	case status.OK:
		return true, false
	case status.Unauthorized:
		return false, strings.HasSuffix(values[0], ", stale=true")
	}
	t.Fatalf("got %v", resp.Status())
	return false, false
}

func (t *digestTest) want(what, url, answer string, wantOK, wantStale bool) {
	t.Helper()
	if ok, stale := t.get(url, answer); ok != wantOK || stale != wantStale {
		t.Errorf("%s: accepted %v, stale %v; want %v, %v", what, ok, stale, wantOK, wantStale)
	}
}

func TestDigestChallenge(t *testing.T) {
	got := newDigestTest(t, auth.DigestOptions{}).challenge()
	form := regexp.MustCompile(`^Digest realm="realm", qop="auth", algorithm=(SHA-256|MD5), nonce="([\w-]{43})", charset=UTF-8$`)
	if len(got) != 2 {
		t.Fatalf("got %q", got)
	}
	sha, md5 := form.FindStringSubmatch(got[0]), form.FindStringSubmatch(got[1])
	if sha == nil || md5 == nil || sha[1] != "SHA-256" || md5[1] != "MD5" || sha[2] != md5[2] {
		t.Errorf("got %q", got)
	}
	only := newDigestTest(t, auth.DigestOptions{Algorithms: []auth.Algorithm{auth.SHA256}}).challenge()
	if len(only) != 1 || !strings.Contains(only[0], "SHA-256") {
		t.Errorf("got %q", only)
	}
}

func TestDigestHandshake(t *testing.T) {
	d := newDigestTest(t, auth.DigestOptions{})
	for algorithm := range 2 {
		c := d.challenge()[algorithm]
		for count := range uint32(5) {
			d.want("rising count", "/books?a=b&c=%20", d.answer(c, "/books?a=b&c=%20", 10*count+1), true, false)
		}
	}
}

func TestDigestWrongPassword(t *testing.T) {
	d := newDigestTest(t, auth.DigestOptions{})
	c := d.challenge()[0]
	for _, who := range [][2]string{{"ada", "Engine"}, {"ada", ""}, {"bob", "engine"}, {"", ""}} {
		a, err := auth.DigestResponse(c, "GET", "/", who[0], who[1])
		if err != nil {
			t.Fatal(err)
		}
		d.want(who[0]+":"+who[1], "/", a, false, false)
	}
	d.want("the count is still free", "/", d.answer(c, "/", 1), true, false)
}

func TestDigestReplay(t *testing.T) {
	d := newDigestTest(t, auth.DigestOptions{})
	c := d.challenge()[0]
	first, third := d.answer(c, "/", 1), d.answer(c, "/", 3)
	d.want("first", "/", first, true, false)
	d.want("first again", "/", first, false, true)
	d.want("third", "/", third, true, false)
	d.want("third again", "/", third, false, true)
	d.want("second, late", "/", d.answer(c, "/", 2), true, false)
	d.want("second with another client nonce", "/", d.answer(c, "/", 2), false, true)
	d.want("far ahead", "/", d.answer(c, "/", 100), true, false)
	d.want("too late", "/", d.answer(c, "/", 36), false, true)
	d.want("just in time", "/", d.answer(c, "/", 37), true, false)
	d.want("the last", "/", d.answer(c, "/", 1<<32-1), true, false)
	d.want("the last again", "/", d.answer(c, "/", 1<<32-1), false, true)
}

// Two requests with the same answer that are verified at the same time: one gets in.
func TestDigestReplayAtTheSameTime(t *testing.T) {
	const n = 8
	of := auth.Digest("realm")
	var verifying, done sync.WaitGroup
	verifying.Add(n)
	routes := guarded(of, auth.Provide(func(_ context.Context, c auth.Credentials) (string, error) {
		verifying.Done()
		verifying.Wait() // until all of them are here
		if !c.(auth.PasswordCredentials).Check("engine") {
			return "", auth.ErrRejected
		}
		return "ada", nil
	}))
	answer, err := auth.DigestResponse(of.Challenges(nil)[0], "GET", "/", "ada", "engine")
	if err != nil {
		t.Fatal(err)
	}
	var accepted atomic.Int32
	for range n {
		done.Go(func() {
			if routes.Serve(weft.Get("/").AddHeader("Authorization", answer)).Status() == status.OK {
				accepted.Add(1)
			}
		})
	}
	done.Wait()
	if n := accepted.Load(); n != 1 {
		t.Errorf("accepted %d times", n)
	}
}

func TestDigestStale(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDigestTest(t, auth.DigestOptions{Lifetime: time.Minute})
		c := d.challenge()[0]
		time.Sleep(59 * time.Second)
		d.want("in time", "/", d.answer(c, "/", 1), true, false)
		time.Sleep(time.Second)
		d.want("expired", "/", d.answer(c, "/", 2), false, true)
		d.want("anew", "/", d.answer(d.challenge()[0], "/", 1), true, false)
	})
}

func TestDigestBoundToTheRequest(t *testing.T) {
	d := newDigestTest(t, auth.DigestOptions{})
	tests := []struct {
		url, uri string
		want     bool
	}{
		{"/a", "/a", true},
		{"/a", "/b", false},
		{"/a?x=1", "/a?x=1", true},
		{"/a?x=1", "/a?x=2", false},
		{"/a?x=1", "/a", false},
		{"/a", "/a?", false},
		{"/a", "/a/", false},
		{"/a%2Fb", "/a%2Fb", true},
		{"/a%2Fb", "/a/b", false},
		{"http://books.example/a", "/a", true},
		{"http://books.example/a?x", "http://books.example/a?x", true},
		{"http://books.example:8080/a", "http://books.example:8080/a", true},
		{"http://books.example/a", "http://evil.example/a", false},
		{"http://books.example/a", "//books.example/a", false},
		{"http://books.example/a", "http:/a", false},
		{"http://books.example//a", "//a", true},
		{"/a", "a", false},
		{"/a", "*", false},
		{"/a", "/%", false},
	}
	for _, test := range tests {
		t.Run(test.url+" "+test.uri, func(t *testing.T) {
			d := &digestTest{t, d.of, d.routes}
			d.want("", test.url, d.answer(d.challenge()[0], test.uri, 1), test.want, false)
		})
	}
	t.Run("method", func(t *testing.T) {
		d := &digestTest{t, d.of, d.routes}
		a := d.answer(d.challenge()[0], "/", 1)
		resp := d.routes.Serve(weft.Delete("/").AddHeader("Authorization", a))
		if resp.Status() != status.Unauthorized {
			t.Errorf("got %v", resp.Status())
		}
	})
}

// Middleware may change the URL between where the verifier was installed and where
// the credentials are asked for. What counts is what the client has sent.
func TestDigestSeesTheURLAsSent(t *testing.T) {
	of := auth.Digest("realm")
	passwords := auth.ProvidePasswords(func(context.Context, string) (string, string, bool, error) { return "engine", "Ada", true, nil })
	rewrite := weft.Around(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) { return next(req.DropTrailingSlash()) }
	})
	routes := weft.NewRoutes(weft.NewPattern(weft.GET, "/a").Handle(func(*weft.Request) (weft.Response, error) { return weft.OK(), nil })).
		With(auth.Require(of, status.Unauthorized), rewrite, passwords)
	answer, err := auth.DigestResponse(of.Challenges(nil)[0], "GET", "/a/", "ada", "engine")
	if err != nil {
		t.Fatal(err)
	}
	if got := routes.Serve(weft.Get("/a/").AddHeader("Authorization", answer)).Status(); got != status.OK {
		t.Errorf("got %v", got)
	}
}

func TestDigestTampered(t *testing.T) {
	d := newDigestTest(t, auth.DigestOptions{})
	c := d.challenge()[0]
	parsed, err := auth.ParseChallenges(c)
	if err != nil {
		t.Fatal(err)
	}
	nonce, _ := parsed[0].Param("nonce")
	for i := range len(nonce) {
		other := byte('A')
		if nonce[i] == 'A' {
			other = 'B'
		}
		forged := strings.Replace(c, nonce, nonce[:i]+string(other)+nonce[i+1:], 1)
		d.want("nonce", "/", d.answer(forged, "/", 1), false, true)
	}
	for _, forged := range []string{"", "x", nonce + "A", nonce + "==", nonce[:42]} {
		a := strings.Replace(d.answer(c, "/", 1), nonce, forged, 1)
		d.want("nonce "+forged, "/", a, false, forged != "")
	}
	other := newDigestTest(t, auth.DigestOptions{})
	d.want("nonce of another server", "/", d.answer(other.challenge()[0], "/", 1), false, true)
	d.want("untouched", "/", d.answer(c, "/", 1), true, false)
}

func TestDigestSharedKey(t *testing.T) {
	key := weft.NewSecret("0123456789abcdef0123456789abcdef")
	a, b := newDigestTest(t, auth.DigestOptions{Key: key}), newDigestTest(t, auth.DigestOptions{Key: key})
	b.want("nonce of the other", "/", b.answer(a.challenge()[0], "/", 1), true, false)
	realm := auth.Digest("other", auth.DigestOptions{Key: key}).Challenges(nil)[0]
	stolen := strings.Replace(realm, `realm="other"`, `realm="realm"`, 1)
	b.want("nonce of another realm", "/", b.answer(stolen, "/", 1), false, true)
}

func TestDigestMalformed(t *testing.T) {
	d := newDigestTest(t, auth.DigestOptions{Algorithms: []auth.Algorithm{auth.SHA256}})
	good := func() string { return d.answer(d.challenge()[0], "/", 1) }
	tests := []struct{ name, old, new string }{
		{"no user", `username="ada", `, ``},
		{"two users", `username="ada"`, `username="ada", username*=UTF-8''ada`},
		{"hashed user", `username="ada"`, `username="ada", userhash=true`},
		{"other realm", `realm="realm"`, `realm="other"`},
		{"no count", `nc=00000001, `, ``},
		{"count 0", `nc=00000001`, `nc=00000000`},
		{"short count", `nc=00000001`, `nc=1`},
		{"long count", `nc=00000001`, `nc=000000001`},
		{"signed count", `nc=00000001`, `nc=+0000001`},
		{"no qop", `qop=auth, `, ``},
		{"other qop", `qop=auth`, `qop=auth-int`},
		{"no uri", `uri="/", `, ``},
		{"algorithm not offered", `algorithm=SHA-256`, `algorithm=MD5`},
		{"algorithm left out", `algorithm=SHA-256, `, ``},
		{"session algorithm", `algorithm=SHA-256`, `algorithm=SHA-256-sess`},
		{"repeated", `qop=auth`, `qop=auth, nc=00000001`},
		{"open quote", `username="ada"`, `username="ada`},
		{"second scheme", `qop=auth`, `qop=auth, Basic`},
		{"scheme", `Digest `, `Digest`},
		{"response in upper case", `response="`, `response="A`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := good()
			changed := strings.Replace(a, test.old, test.new, 1)
			if changed == a {
				t.Fatalf("%s is not in %s", test.old, a)
			}
			if ok, stale := d.get("/", changed); ok || stale {
				t.Errorf("accepted %v, stale %v", ok, stale)
			}
		})
	}
	d.want("unchanged", "/", good(), true, false)
	d.want("quoted all over", "/", strings.NewReplacer("qop=auth", `qop="auth"`, "nc=00000001", `nc="00000001"`).Replace(good()), true, false)
}

func TestDigestNamesOfUsers(t *testing.T) {
	d := newDigestTest(t, auth.DigestOptions{})
	a, err := auth.DigestResponse(d.challenge()[0], "GET", "/", "Jäsøn \"D\\e\"", "engine")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(a, `Digest username*=UTF-8''J%C3%A4s%C3%B8n%20%22D%5Ce%22, `) {
		t.Errorf("got %s", a)
	}
	d.want("extended", "/", a, true, false)
	for _, bad := range []string{"UTF-8'J", "J", "ISO-8859-1''J", "UTF-8''%", "UTF-8''%4", "UTF-8''%4g", "UTF-8''%FF"} {
		changed := strings.Replace(a, "UTF-8''J%C3%A4s%C3%B8n%20%22D%5Ce%22", bad, 1)
		d.want(bad, "/", changed, false, false)
	}
}

// A verifier that forgets to check the proof must not let anyone in.
func TestDigestHasToBeProved(t *testing.T) {
	of := auth.Digest("realm")
	routes := guarded(of, auth.Provide(func(_ context.Context, c auth.Credentials) (string, error) {
		return c.(auth.DigestCredentials).User, nil
	}))
	a, err := auth.DigestResponse(of.Challenges(nil)[0], "GET", "/", "ada", "guessed")
	if err != nil {
		t.Fatal(err)
	}
	if got := routes.Serve(weft.Get("/").AddHeader("Authorization", a)).Status(); got != status.Unauthorized {
		t.Errorf("got %v", got)
	}
	if (auth.DigestCredentials{User: "ada"}).Check("engine") {
		t.Error("credentials without an answer were found right")
	}
}

func TestDigestStoredHash(t *testing.T) {
	of := auth.Digest("realm")
	stored := map[auth.Algorithm]string{
		auth.SHA256: auth.HA1(auth.SHA256, "ada", "realm", "engine"),
		auth.MD5:    auth.HA1(auth.MD5, "ada", "realm", "engine"),
	}
	routes := guarded(of, auth.Provide(func(_ context.Context, c auth.Credentials) (string, error) {
		d := c.(auth.DigestCredentials)
		if d.Verify(stored[d.Algorithm]) {
			return d.User, nil
		}
		return "", auth.ErrRejected
	}))
	for algorithm := range 2 {
		a, err := auth.DigestResponse(of.Challenges(nil)[algorithm], "GET", "/", "ada", "engine")
		if err != nil {
			t.Fatal(err)
		}
		if got := routes.Serve(weft.Get("/").AddHeader("Authorization", a)).Status(); got != status.OK {
			t.Errorf("got %v", got)
		}
	}
}

func TestDigestOverHTTP(t *testing.T) {
	d := newDigestTest(t, auth.DigestOptions{})
	const target = "/a%2Fb/..%20?q=a+b&r=%41"
	req := httptest.NewRequest("GET", target, nil)
	req.Header.Set("Authorization", d.answer(d.challenge()[1], target, 1))
	w := httptest.NewRecorder()
	d.routes.ServeHTTP(w, req)
	if w.Code != 200 || w.Body.String() != "hello ada" {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

// FuzzDigestAnswer states: no panic, and an answer that was not made with the
// password is not accepted.
func FuzzDigestAnswer(f *testing.F) {
	of := auth.Digest("realm")
	routes := guarded(of, auth.ProvidePasswords(func(context.Context, string) (string, string, bool, error) {
		return "a password that nobody guesses", "ada", true, nil
	}))
	for _, challenge := range of.Challenges(nil) {
		a, err := auth.DigestResponse(challenge, "GET", "/", "ada", "guessed")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(a)
		f.Add(strings.Replace(a, `username="ada"`, "username*=UTF-8''%41", 1))
	}
	f.Add(`Digest username="\"", realm=realm, nonce=a, uri="http://[::1]:0/%", nc=ffffffff, cnonce=a, qop=auth, response=""`)
	f.Fuzz(func(t *testing.T, field string) {
		req := weft.Get("/").AddHeader("Authorization", field)
		if got := routes.Serve(req).Status(); got != status.Unauthorized {
			t.Errorf("got %v", got)
		}
	})
}
