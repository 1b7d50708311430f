package cli

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"os"
)

// maxAuthorities is how long a file of authorities may be.
const maxAuthorities = 8 << 20

// trust returns the configuration of TLS with what --ca-file and --insecure say. It
// warns if nothing is checked.
func (k *call) trust() (*tls.Config, error) {
	config := k.app.config.TLS
	if k.settings.caFile == "" && !k.settings.insecure {
		return config, nil
	}
	if config == nil {
		config = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	config = config.Clone() // the application's own is for its other commands, too
	if k.settings.caFile != "" {
		pool, err := authorities(k.settings.caFile)
		if err != nil {
			return nil, usage("--ca-file: %w", err)
		}
		config.RootCAs = pool
	}
	if k.settings.insecure {
		fmt.Fprintf(k.err, "%s: warning: --insecure: the server's certificate is not checked, so anybody may read and answer\n", k.app.name)
		config.InsecureSkipVerify = true
	}
	return config, nil
}

// authorities reads certificates from a file.
func authorities(name string) (*x509.CertPool, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxAuthorities+1))
	pool := x509.NewCertPool()
	switch {
	case err != nil:
		return nil, err
	case len(data) > maxAuthorities:
		return nil, fmt.Errorf("%s is larger than %d bytes", name, maxAuthorities)
	case !pool.AppendCertsFromPEM(data):
		return nil, fmt.Errorf("%s: want certificates in PEM, found none", name)
	}
	return pool, nil
}
