package keystore_test

import (
	"crypto/rsa"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/keystore"
)

// TestKeytool reads what Java's own tool has written. It is skipped where there is
// none.
func TestKeytool(t *testing.T) {
	tool, err := exec.LookPath("keytool")
	if err != nil {
		t.Skip("there is no keytool")
	}
	run := func(args ...string) {
		t.Helper()
		if out, err := exec.CommandContext(t.Context(), tool, args...).CombinedOutput(); err != nil {
			t.Fatalf("keytool %v: %v\n%s", args, err, out)
		}
	}
	dir := t.TempDir()
	cert := filepath.Join(dir, "cert.pem")
	secret, keySecret := weft.NewSecret(password), weft.NewSecret(keyPassword)
	for _, kind := range []string{"JKS", "PKCS12"} {
		path, trust := filepath.Join(dir, "key-"+kind), filepath.Join(dir, "trust-"+kind)
		store := keystore.File(path, secret)
		args := []string{"-genkeypair", "-alias", "web", "-keyalg", "RSA", "-keysize", "2048", "-dname", "CN=localhost",
			"-keystore", path, "-storetype", kind, "-storepass", password}
		if kind == "JKS" {
			args, store = append(args, "-keypass", keyPassword), store.WithKeyPassword(keySecret)
		}
		run(args...)
		run("-exportcert", "-rfc", "-alias", "web", "-keystore", path, "-storepass", password, "-file", cert)
		run("-importcert", "-noprompt", "-alias", "web", "-file", cert, "-keystore", trust, "-storetype", kind, "-storepass", password)
		pair, err := store.KeyPair()
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if _, ok := pair.PrivateKey.(*rsa.PrivateKey); !ok || pair.Leaf.Subject.CommonName != "localhost" {
			t.Errorf("%s: a key %T of %v", kind, pair.PrivateKey, pair.Leaf.Subject)
		}
		all, err := keystore.File(trust, secret).Authorities()
		if err != nil || len(all) != 1 || !all[0].Equal(pair.Leaf) {
			t.Errorf("%s: the trust store has %d certificates, %v", kind, len(all), err)
		}
	}
}
