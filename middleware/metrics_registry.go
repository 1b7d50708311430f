package middleware

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/weft-go/weft"
)

// A MetricsRegistry keeps metrics in memory and shows them in the text format of
// Prometheus. It is a [Recorder]. Recording takes no lock: a request costs four atomic
// operations. All methods are safe for concurrent use.
type MetricsRegistry struct {
	bounds []time.Duration // upper bounds of the buckets, rising

	mu     sync.RWMutex
	series map[seriesKey]*metricSeries
}

type seriesKey struct{ method, path string }

// NewMetricsRegistry returns an empty registry. The buckets of the histogram of
// durations end at the given bounds, which have to rise; without any they end at 1, 2.5,
// 5, 10, 25, 50, 100, 250 and 500 ms and at 1, 2.5, 5 and 10 s. It panics if they do
// not rise.
func NewMetricsRegistry(bounds ...time.Duration) *MetricsRegistry {
	if len(bounds) == 0 {
		bounds = DefaultBuckets()
	}
	for i, b := range bounds {
		if i > 0 && b <= bounds[i-1] {
			panic(mistake("middleware.NewMetricsRegistry: the bound %v does not rise above %v", b, bounds[i-1]))
		}
	}
	return &MetricsRegistry{bounds: slices.Clone(bounds), series: make(map[seriesKey]*metricSeries)}
}

// DefaultBuckets returns the bounds of a registry for which none are given.
func DefaultBuckets() []time.Duration {
	const ms = time.Millisecond
	return []time.Duration{
		1 * ms, 2500 * time.Microsecond, 5 * ms, 10 * ms, 25 * ms, 50 * ms, 100 * ms, 250 * ms, 500 * ms,
		time.Second, 2500 * ms, 5 * time.Second, 10 * time.Second,
	}
}

// DefaultMetrics returns the registry that [Metrics] records to if it is told nothing
// else: one for the whole process.
func DefaultMetrics() *MetricsRegistry { return defaultMetrics() }

var defaultMetrics = sync.OnceValue(func() *MetricsRegistry { return NewMetricsRegistry() })

// Series returns where the requests of a method and path are recorded: the same for the
// same pair.
func (r *MetricsRegistry) Series(method, path string) Series {
	key := seriesKey{method, path}
	r.mu.RLock()
	s := r.series[key]
	r.mu.RUnlock()
	if s != nil {
		return s
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if s = r.series[key]; s == nil {
		s = &metricSeries{key: key, bounds: r.bounds}
		r.series[key] = s
	}
	return s
}

// all returns the series in the order of path and method.
func (r *MetricsRegistry) all() []*metricSeries {
	r.mu.RLock()
	defer r.mu.RUnlock()
	list := make([]*metricSeries, 0, len(r.series))
	for _, s := range r.series {
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b *metricSeries) int {
		return cmp.Or(cmp.Compare(a.key.path, b.key.path), cmp.Compare(a.key.method, b.key.method))
	})
	return list
}

// A metricSeries holds the metrics of one method and path.
type metricSeries struct {
	key        seriesKey
	bounds     []time.Duration
	concurrent atomic.Int64

	mu    sync.Mutex                    // held by writers of codes
	codes atomic.Pointer[[]*metricCode] // few, so a list will do
}

// A metricCode holds the metrics of one status. The counter of requests is the sum of
// the buckets, so it is not kept apart.
type metricCode struct {
	status  weft.Status
	sum     atomic.Uint64   // seconds, the bits of a float64
	buckets []atomic.Uint64 // not cumulative; the last one has no bound
}

// Begin counts a request in progress.
func (s *metricSeries) Begin() { s.concurrent.Add(1) }

// End counts a request with its status and duration.
func (s *metricSeries) End(code weft.Status, elapsed time.Duration) {
	s.concurrent.Add(-1)
	c := s.code(code)
	c.buckets[s.bucket(elapsed)].Add(1)
	for {
		old := c.sum.Load()
		if c.sum.CompareAndSwap(old, math.Float64bits(math.Float64frombits(old)+elapsed.Seconds())) {
			return
		}
	}
}

// bucket returns the index of the bucket of a duration. Most are short, so looking from
// the start is quick.
func (s *metricSeries) bucket(elapsed time.Duration) int {
	for i, bound := range s.bounds {
		if elapsed <= bound {
			return i
		}
	}
	return len(s.bounds)
}

func (s *metricSeries) code(code weft.Status) *metricCode {
	if c := s.find(code); c != nil {
		return c
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.find(code); c != nil {
		return c
	}
	c := &metricCode{status: code, buckets: make([]atomic.Uint64, len(s.bounds)+1)}
	list := append(slices.Clone(s.all()), c)
	s.codes.Store(&list)
	return c
}

func (s *metricSeries) find(code weft.Status) *metricCode {
	for _, c := range s.all() {
		if c.status == code {
			return c
		}
	}
	return nil
}

func (s *metricSeries) all() []*metricCode {
	if list := s.codes.Load(); list != nil {
		return *list
	}
	return nil
}
