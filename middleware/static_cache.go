package middleware

import "sync"

// A staticCache keeps entries of files in their forms. It is bounded in memory and in
// number. When it is full, any entry makes room: the order of use is not worth keeping,
// because an entry that is missed is read again from the kernel's cache.
//
// An entry is good for one state of a file; who asks for it says which.
type staticCache struct {
	limit int64

	mu      sync.RWMutex
	entries map[form]*staticEntry
	bytes   int64
}

// entryCost is what an entry weighs without its bytes, roughly.
const entryCost = 1 << 10

// newStaticCache returns a cache of so many bytes.
func newStaticCache(limit int64) *staticCache {
	return &staticCache{limit: limit, entries: map[form]*staticEntry{}}
}

// get returns the entry of a file in a certain state, or nil.
func (c *staticCache) get(f form, state fileState) *staticEntry {
	c.mu.RLock()
	e := c.entries[f]
	c.mu.RUnlock()
	if e == nil || e.state != state {
		return nil
	}
	return e
}

// put keeps an entry in place of an older one.
func (c *staticCache) put(f form, e *staticEntry) {
	cost := e.cost()
	if cost > c.limit {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(f)
	for other := range c.entries {
		if c.bytes+cost <= c.limit {
			break
		}
		c.remove(other)
	}
	c.entries[f] = e
	c.bytes += cost
}

// remove drops an entry. The cache is locked.
func (c *staticCache) remove(f form) {
	if e := c.entries[f]; e != nil {
		c.bytes -= e.cost()
		delete(c.entries, f)
	}
}

func (e *staticEntry) cost() int64 { return int64(len(e.data)) + entryCost }
