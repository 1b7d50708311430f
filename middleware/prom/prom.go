package prom

import (
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
)

// Config says how a [Recorder] records. Its zero value is the default.
type Config struct {
	// Buckets are the upper bounds of the histogram's buckets in seconds. Nil means
	// those of [middleware.DefaultBuckets].
	Buckets []float64

	// ConstLabels are labels that all three metrics have.
	ConstLabels prometheus.Labels
}

// A Recorder records requests as metrics of the Prometheus client library. It is a
// [middleware.Recorder] and safe for concurrent use.
type Recorder struct {
	requests   *prometheus.CounterVec
	durations  *prometheus.HistogramVec
	concurrent *prometheus.GaugeVec
}

// New returns a recorder whose metrics are registered. If the same metrics are
// registered already, as by another recorder, it shares them. It fails if one of them
// is registered in another form.
func New(registerer prometheus.Registerer, config ...Config) (*Recorder, error) {
	var c Config
	if len(config) > 0 {
		c = config[0]
	}
	if c.Buckets == nil {
		for _, b := range middleware.DefaultBuckets() {
			c.Buckets = append(c.Buckets, b.Seconds())
		}
	}
	request := []string{middleware.LabelMethod, middleware.LabelPath}
	response := append(request, middleware.LabelStatus)
	r := &Recorder{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: middleware.MetricRequests, Help: "Requests processed.", ConstLabels: c.ConstLabels}, response),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: middleware.MetricDuration, Help: "Duration of requests in seconds.", ConstLabels: c.ConstLabels, Buckets: c.Buckets}, response),
		concurrent: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: middleware.MetricConcurrent, Help: "Requests in progress.", ConstLabels: c.ConstLabels}, request),
	}
	var errs [3]error
	r.requests, errs[0] = register(registerer, r.requests)
	r.durations, errs[1] = register(registerer, r.durations)
	r.concurrent, errs[2] = register(registerer, r.concurrent)
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	return r, nil
}

// register registers a collector, or returns the equal one that was there before.
func register[C prometheus.Collector](registerer prometheus.Registerer, c C) (C, error) {
	err := registerer.Register(c)
	if err == nil {
		return c, nil
	}
	if there, ok := errors.AsType[prometheus.AlreadyRegisteredError](err); ok {
		if same, ok := there.ExistingCollector.(C); ok {
			return same, nil
		}
	}
	return c, err
}

// Series returns where the requests of a method and path are recorded.
func (r *Recorder) Series(method, path string) middleware.Series {
	return &series{recorder: r, method: method, path: path, concurrent: r.concurrent.WithLabelValues(method, path)}
}

// A series records the requests of one method and path. It keeps the metrics of each
// status, because looking them up by labels costs more than counting.
type series struct {
	recorder     *Recorder
	method, path string
	concurrent   prometheus.Gauge
	codes        sync.Map // from weft.Status to *code
}

type code struct {
	requests  prometheus.Counter
	durations prometheus.Observer
}

// Begin counts a request in progress.
func (s *series) Begin() { s.concurrent.Inc() }

// End counts a request with its status and duration.
func (s *series) End(status weft.Status, elapsed time.Duration) {
	s.concurrent.Dec()
	c, ok := s.codes.Load(status)
	if !ok {
		text := strconv.Itoa(int(status))
		c, _ = s.codes.LoadOrStore(status, &code{
			s.recorder.requests.WithLabelValues(s.method, s.path, text),
			s.recorder.durations.WithLabelValues(s.method, s.path, text),
		})
	}
	c.(*code).requests.Inc()
	c.(*code).durations.Observe(elapsed.Seconds())
}
