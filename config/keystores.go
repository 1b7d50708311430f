package config

import (
	"github.com/weft-go/weft/keystore"
	"github.com/weft-go/weft/server"
)

// KeyStores returns a source without settings that lets ssl.key-store and
// ssl.trust-store name the keystores of Java, JKS and PKCS#12:
//
//	server.Configured(config.File("weft.yaml"), config.KeyStores())
//
// It is a source of its own so that programs without keystores need not link them.
func KeyStores() server.Source {
	return server.UsingStores(func(f server.StoreFile) server.Store {
		s := keystore.File(f.Path, f.Password)
		if !f.KeyPassword.IsZero() {
			s = s.WithKeyPassword(f.KeyPassword)
		}
		if f.Alias != "" {
			s = s.WithAlias(f.Alias)
		}
		return s
	})
}
