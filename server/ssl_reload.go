package server

import (
	"crypto/tls"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// A keyring holds the certificates that a running server uses, and replaces them
// when their files change.
//
// Certificates live for weeks and are replaced by tools that know nothing of the
// server, so it has to notice by itself. It does so when clients connect: at most
// once per interval one handshake asks for the times of the files before it goes
// on; the others do not wait. What cannot be used, because a tool has replaced
// the certificate and not yet the key, say, is reported and tried again later,
// and meanwhile the old certificate stays. Connections that are open keep what
// they were made with.
type keyring struct {
	config SSLConfig
	logger *slog.Logger
	every  time.Duration
	shared *tls.Config // what connections begin with

	current atomic.Pointer[tls.Config]
	next    atomic.Int64 // when to look again, in nanoseconds since 1970

	mu       sync.Mutex // guards what follows, and is held while files are read
	stamp    string     // of what is in use
	reported string     // the last problem, which is told once
}

// reloadInterval is how often files are looked at if nothing else is set.
const reloadInterval = 10 * time.Second

// newKeyring reads the certificates for the first time.
func newKeyring(c SSLConfig, logger *slog.Logger) (*keyring, error) {
	k := &keyring{config: c, logger: logger, every: or(c.every, reloadInterval)}
	if err := k.reload(); err != nil {
		return nil, err
	}
	// One for all connections: it holds the keys of session tickets, too.
	k.shared = &tls.Config{
		MinVersion: tls.VersionTLS12,
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
			k.look()
			return k.current.Load(), nil
		},
	}
	return k, nil
}

// look replaces the certificates if it is time to ask and they have changed.
func (k *keyring) look() {
	now := time.Now().UnixNano()
	if k.every < 0 || now < k.next.Load() || !k.mu.TryLock() {
		return
	}
	defer k.mu.Unlock()
	k.next.Store(now + int64(k.every))
	stamp := k.config.stamp()
	if stamp == k.stamp {
		return
	}
	err := k.load(stamp)
	switch {
	case err == nil:
		k.logger.Info("weft: the certificate was replaced", "expires", k.expires())
	case err.Error() != k.reported:
		k.reported = err.Error()
		k.logger.Error("weft: the new certificate cannot be used, so the old one stays", "error", err)
	}
}

// reload replaces the certificates now.
func (k *keyring) reload() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.load(k.config.stamp())
}

// load reads everything. The stamp is from before that, so that a change that
// happens meanwhile is noticed the next time.
func (k *keyring) load(stamp string) error {
	config, err := k.config.tlsConfig()
	if err != nil {
		return err
	}
	k.current.Store(config)
	k.stamp, k.reported = stamp, ""
	k.next.Store(time.Now().UnixNano() + int64(k.every))
	return nil
}

// expires returns until when the certificate is good, for the log.
func (k *keyring) expires() string {
	if config := k.current.Load(); len(config.Certificates) > 0 {
		if leaf, err := leafOf(&config.Certificates[0]); err == nil {
			return leaf.NotAfter.UTC().Format(time.RFC3339)
		}
	}
	return "unknown"
}

// ReloadSSL reads certificates, keys and trust stores again now, rather than when
// their files are next looked at. Connections that are open go on as they are. If
// something cannot be read, it returns why and the server goes on with what it
// has. It does nothing without TLS or before the first Install.
func (s *Server) ReloadSSL() error {
	s.mu.Lock()
	k := s.keys
	s.mu.Unlock()
	if k == nil {
		return nil
	}
	return k.reload()
}
