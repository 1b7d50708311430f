package middleware

import (
	"container/list"
	"hash/maphash"
	"sync"
	"time"
)

// A token bucket in one number.
//
// Instead of tokens and the time when they were counted, a bucket holds the moment at
// which it will be full again. A request moves that moment by the time one token takes
// to come back. If the moment is so far ahead that the bucket would have to give out
// more than it holds, the request is refused. An empty memory is a full bucket, so
// forgetting a key that was not seen for long changes nothing for it.
//
// The keys are spread over shards with a lock each, so that requests of different
// clients seldom wait for one another.

const bucketShards = 32

// buckets are the token buckets of all keys. They are safe for concurrent use.
type buckets struct {
	every  time.Duration // time for one token
	depth  time.Duration // time from empty to full
	seed   maphash.Seed
	shards [bucketShards]bucketShard
}

type bucketShard struct {
	mu    sync.Mutex
	max   int
	byKey map[string]*list.Element
	order list.List // of *bucket, those seen last in front
}

type bucket struct {
	key  string
	full time.Duration // when it will be full
}

// A grant says what became of a request for a token.
type grant struct {
	ok   bool
	left int           // tokens that are left
	full time.Duration // time until the bucket is full
	wait time.Duration // time until there is a token, if there was none
}

func newBuckets(every time.Duration, burst, maxKeys int) *buckets {
	every = max(every, 1)
	b := &buckets{every: every, depth: every * time.Duration(burst), seed: maphash.MakeSeed()}
	for i := range b.shards {
		b.shards[i].max = max(maxKeys/bucketShards, 1)
		b.shards[i].byKey = make(map[string]*list.Element)
	}
	return b
}

// take takes a token out of the bucket of a key.
func (b *buckets) take(key string, at time.Duration) grant {
	s := &b.shards[maphash.String(b.seed, key)%bucketShards]
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.bucket(key, at)
	full := max(k.full, at)
	g := grant{ok: full+b.every-at <= b.depth}
	if g.ok {
		full += b.every
		k.full = full
	} else {
		g.wait = full + b.every - at - b.depth
	}
	g.full = full - at
	g.left = int((b.depth - g.full) / b.every)
	return g
}

// bucket returns the bucket of a key, full if it was not known.
func (s *bucketShard) bucket(key string, at time.Duration) *bucket {
	if e := s.byKey[key]; e != nil {
		s.order.MoveToFront(e)
		return e.Value.(*bucket)
	}
	if len(s.byKey) >= s.max {
		last := s.order.Back()
		s.order.Remove(last)
		delete(s.byKey, last.Value.(*bucket).key)
	}
	k := &bucket{key: key, full: at}
	s.byKey[key] = s.order.PushFront(k)
	return k
}
