// Package cache keeps what is made once for each type: the plans that formats compile
// from schemas. The keys are Go types and configurations, which are few and fixed by
// the program's text, so that nothing has to be forgotten.
package cache

import "sync"

// A Cache keeps a value for each key. The zero Cache is empty. It is safe for
// concurrent use and must not be copied.
type Cache[K comparable, V any] struct{ m sync.Map }

// Get returns the value for the key, and creates it if there is none yet. Two
// goroutines may create the same one at first; both get the one that was stored. An
// error of create is returned and not kept.
//
// A key that is an interface, such as a reflect.Type, is found without an allocation.
func (c *Cache[K, V]) Get(key K, create func() (V, error)) (V, error) {
	if v, ok := c.m.Load(key); ok {
		return v.(V), nil
	}
	v, err := create()
	if err != nil {
		return v, err
	}
	stored, _ := c.m.LoadOrStore(key, v)
	return stored.(V), nil
}
