package middleware

import (
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// The names of the metrics that [Metrics] records.
const (
	// MetricRequests is a counter: the total of HTTP requests processed.
	MetricRequests = "http_requests_total"

	// MetricDuration is a histogram: the duration of requests in seconds.
	MetricDuration = "http_request_duration_seconds"

	// MetricConcurrent is a gauge: the requests that are in progress.
	MetricConcurrent = "http_concurrent_requests_total"
)

// The names of the labels. The gauge has no status, since a request in progress has
// none yet.
const (
	LabelMethod = "method" // the request's method; OTHER for those that are not in RFC 9110 or RFC 5789
	LabelPath   = "path"   // the pattern of the route; see UnmatchedPath
	LabelStatus = "status" // the status code
)

// UnmatchedPath is the label of requests that match no route. Their paths are not used,
// because strangers choose them.
const UnmatchedPath = "unmatched"

// A Recorder takes what [Metrics] measures. A [*MetricsRegistry] is one; package prom
// has another. Its method has to be safe for concurrent use.
type Recorder interface {
	// Series returns where the requests of one method and path are recorded. It is
	// called once for each handler and pair of them, and again for handlers with the
	// same pair; all have to be counted together.
	Series(method, path string) Series
}

// A Series records the requests of one method and path. Its methods are called for
// every request and have to be safe for concurrent use.
type Series interface {
	// Begin says that a request has begun.
	Begin()

	// End says that a request has ended. Every Begin is followed by one End.
	End(code weft.Status, elapsed time.Duration)
}

// MetricsConfig says how [Metrics] records. Its zero value is the default.
type MetricsConfig struct {
	// Recorder takes the measurements. Nil means [DefaultMetrics].
	Recorder Recorder

	// Path returns the label path of a request. It is for routes whose pattern says
	// too little, and must return one of a small number of texts. Nil means the
	// route's pattern.
	Path func(*weft.Request) string
}

// Metrics returns middleware that records three metrics about the requests that pass:
// [MetricRequests], [MetricDuration] and [MetricConcurrent]. It records only: a route
// that shows them is made with [MetricsRegistry.Handler].
//
//	routes := weft.NewRoutes(
//		route.GET("/books").Handle(books),
//		route.GET("/metrics").Handle(middleware.DefaultMetrics().Handler()),
//	).With(middleware.Metrics())
//
// A request with a streaming response is in progress until the stream ends. One that
// changes the protocol has ended with the change. Metrics of the application's own
// belong into its handlers.
func Metrics(config ...MetricsConfig) weft.Middleware {
	c := option("Metrics", config)
	if c.Recorder == nil {
		c.Recorder = DefaultMetrics()
	}
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		m := &meter{next: next, config: c}
		return m.handle
	})
}

// A meter is around one handler.
type meter struct {
	next   weft.Handler
	config MetricsConfig
	series perRoute[Series]
}

func (m *meter) handle(req *weft.Request) (resp weft.Response, err error) {
	s := m.seriesOf(req)
	s.Begin()
	start := now()
	returned := false
	defer func() {
		if !returned { // middleware further in panics
			s.End(status.InternalServerError, now()-start)
		}
	}()
	resp, err = m.next(req)
	returned = true
	if isStreamed(&resp, err) {
		return atEnd(req, resp, func(o outcome) { s.End(o.status, now()-start) }), nil
	}
	code := resp.Status()
	if err != nil || resp.Err() != nil {
		code = outcomeOf(req, &resp, err).status
	}
	s.End(code, now()-start)
	return resp, err
}

func (m *meter) seriesOf(req *weft.Request) Series {
	if m.config.Path != nil {
		return m.config.Recorder.Series(methodLabel(req.Method()), m.config.Path(req))
	}
	return m.series.get(req, func(method, pattern string) Series {
		if pattern == "" {
			pattern = UnmatchedPath
		}
		return m.config.Recorder.Series(method, pattern)
	})
}
