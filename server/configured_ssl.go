package server

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/weft-go/weft"
)

// An sslDraft is what the keys below ssl say.
type sslDraft struct {
	cert, key   string
	store       StoreFile
	trust       string
	password    weft.Secret // of the trust store
	generate    bool
	auth        ClientAuth
	plain       HTTPBehaviour
	every       time.Duration
	storeFormat func(StoreFile) Store
}

// A StoreFile is a key store or trust store that a configuration names.
type StoreFile struct {
	// Path is the path of the file.
	Path string

	// Password opens the file. It is empty if there is none.
	Password weft.Secret

	// KeyPassword opens the key in it. It is empty if that is the same.
	KeyPassword weft.Secret

	// Alias is the name of the entry with the key. It is empty if there is only one.
	Alias string
}

// A Store holds a key, or certificates of those whom to trust, or both.
type Store interface {
	KeyStore
	TrustStore
}

// UsingStores returns a source without settings that makes a format of stores known, so
// that ssl.key-store and ssl.trust-store may name them. Package config has one for the
// stores of Java. The function must not read the file yet.
func UsingStores(open func(StoreFile) Store) Source { return usingStores(open) }

type usingStores func(StoreFile) Store

// Settings returns none.
func (u usingStores) Settings() ([]Setting, error) { return nil, nil }

func (u usingStores) extend(d *draft) { d.ssl.storeFormat = u }

func sslSettings() []setting {
	path := text("the path of a file")
	return []setting{
		key("ssl.cert", path, "", "The PEM file with the certificate chain, the server's own certificate first. With ssl.key it turns TLS on.",
			func(d *draft, _ int) *string { return &d.ssl.cert }),
		key("ssl.key", path, "", "The PEM file with the private key of the certificate.",
			func(d *draft, _ int) *string { return &d.ssl.key }),
		key("ssl.key-store", path, "",
			"A Java keystore (JKS or PKCS#12) with certificate and key, in place of ssl.cert and ssl.key. "+
				"It needs config.KeyStores() among the sources.",
			func(d *draft, _ int) *string { return &d.ssl.store.Path }),
		key("ssl.key-store-password", secret(), "", "The password of the keystore.",
			func(d *draft, _ int) *weft.Secret { return &d.ssl.store.Password }),
		key("ssl.key-manager-password", secret(), "", "The password of the key in the keystore, if it is another one.",
			func(d *draft, _ int) *weft.Secret { return &d.ssl.store.KeyPassword }),
		key("ssl.key-alias", text("a name"), "", "The name of the keystore's entry with the key, if there are several.",
			func(d *draft, _ int) *string { return &d.ssl.store.Alias }),
		key("ssl.generate", on(), "false", "Makes a certificate of its own at the start, for development. With false, and no other certificate, there is no TLS.",
			func(d *draft, _ int) *bool { return &d.ssl.generate }),
		key("ssl.trust-store", path, "",
			"The certificates of those whom the server trusts: a PEM file, or a Java keystore with config.KeyStores() among the sources.",
			func(d *draft, _ int) *string { return &d.ssl.trust }),
		key("ssl.trust-store-password", secret(), "", "The password of the trust store. A PEM file has none.",
			func(d *draft, _ int) *weft.Secret { return &d.ssl.password }),
		key("ssl.client-auth", numbered[ClientAuth](clientAuthNames()), ClientAuthNone.String(),
			"Whether clients have to show a certificate that the trust store vouches for.",
			func(d *draft, _ int) *ClientAuth { return &d.ssl.auth }),
		key("ssl.http-behaviour", numbered[HTTPBehaviour](httpBehaviourNames()), HTTPBehaviour(0).String(),
			"What happens to clients without TLS: they are sent to https, served all the same, or refused with 403.",
			func(d *draft, _ int) *HTTPBehaviour { return &d.ssl.plain }),
		key("ssl.reload-interval", durationOrNow(), "10s",
			"How often the server looks, when clients connect, whether the files have changed. With 0s it does not look.",
			func(d *draft, _ int) *time.Duration { return &d.ssl.every }),
	}
}

// finishSSL makes the configuration of TLS, if one of its keys was set.
func (d *draft) finishSSL() {
	if s := d.ssl; !d.has("ssl") || s.cert+s.key+s.store.Path == "" && d.places["ssl.generate"] != "" && !s.generate {
		return
	}
	c, key, err := d.sslKeys()
	if err != nil {
		d.failures = append(d.failures, d.about(key, err.Error()))
		return
	}
	c = c.WithClientAuth(d.ssl.auth).WithHTTPBehaviour(d.ssl.plain).WithReloadInterval(d.ssl.every)
	if d.ssl.trust != "" {
		trust, err := d.sslTrust()
		if err != nil {
			d.failures = append(d.failures, d.about("ssl.trust-store", err.Error()))
			return
		}
		c = c.WithTrustStore(trust)
	}
	// Reading everything now tells the user at once what the start would tell.
	if _, err := c.tlsConfig(); err != nil {
		d.failures = append(d.failures, d.about("ssl.client-auth", err.Error()))
		return
	}
	d.config.SSL = &c
}

// sslKeys finds certificate and key. If it fails it returns the key of the setting that
// is to blame.
func (d *draft) sslKeys() (c SSLConfig, key string, err error) {
	s := d.ssl
	switch {
	case s.cert != "" && s.store.Path != "":
		return c, "ssl.key-store", &unfit{"want either ssl.cert and ssl.key or ssl.key-store, got both"}
	case s.cert != "" && s.key == "":
		return c, "ssl.cert", &unfit{"want ssl.key beside it"}
	case s.key != "" && s.cert == "":
		return c, "ssl.key", &unfit{"want ssl.cert beside it"}
	case s.cert != "":
		c, err = SSLFromFiles(s.cert, s.key)
		return c, "ssl.cert", err
	case s.store.Path != "" && s.storeFormat == nil:
		return c, "ssl.key-store", errNoStores
	case s.store.Path != "":
		c, err = SSLFromKeyStore(s.storeFormat(s.store))
		return c, "ssl.key-store", err
	case s.generate:
		c, err = SSLGenerate()
		return c, "ssl.generate", err
	}
	return c, "ssl", &unfit{"want ssl.cert and ssl.key, ssl.key-store or ssl.generate, got none of them"}
}

var errNoStores = &unfit{"the program cannot read keystores; it needs config.KeyStores() among its sources"}

// sslTrust returns the trust store. One that is no PEM file has a password, or the
// program knows keystores and the file is not text.
func (d *draft) sslTrust() (TrustStore, error) {
	pem := TrustFile(d.ssl.trust)
	_, err := pem.Authorities()
	switch {
	case err == nil && d.ssl.password.IsZero():
		return pem, nil
	case d.ssl.storeFormat != nil:
		store := d.ssl.storeFormat(StoreFile{Path: d.ssl.trust, Password: d.ssl.password})
		_, err := store.Authorities()
		return store, err
	case d.ssl.password.IsZero():
		return nil, err
	}
	return nil, errNoStores
}

// about returns a fault of a key that only the whole shows.
func (d *draft) about(name, problem string) *InvalidSetting {
	return &InvalidSetting{Key: Root + "." + name, Place: or(d.placeOf(name), "not set"), Problem: problem}
}

// placeOf returns where a key was set, or else the first one below it.
func (d *draft) placeOf(name string) string {
	if place := d.places[name]; place != "" {
		return place
	}
	for _, key := range slices.Sorted(maps.Keys(d.places)) {
		if strings.HasPrefix(key, name+".") || strings.HasPrefix(key, name+"[") {
			return d.places[key]
		}
	}
	return ""
}
