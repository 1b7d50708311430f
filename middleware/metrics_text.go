package middleware

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-go/weft"
)

// The text format of Prometheus, version 0.0.4, is a line for each number:
//
//	# TYPE http_requests_total counter
//	http_requests_total{method="GET",path="/books",status="200"} 3
//
// A histogram has a line for each bucket, which counts everything up to its bound, one
// for the sum and one for the number of observations.

const metricsMediaType = "text/plain; version=0.0.4; charset=utf-8"

// Handler returns a handler that answers with the metrics in the text format of
// Prometheus. The numbers of one answer are read one after the other while requests go
// on, so they may differ by those.
func (r *MetricsRegistry) Handler() weft.Handler {
	return func(*weft.Request) (weft.Response, error) {
		return weft.Bytes(r.AppendText(nil), metricsMediaType).WithHeader("Cache-Control", "no-store"), nil
	}
}

// AppendText appends the metrics in the text format of Prometheus to b.
func (r *MetricsRegistry) AppendText(b []byte) []byte {
	all := r.all()
	b = appendHead(b, MetricConcurrent, "gauge", "Requests in progress.")
	for _, s := range all {
		b = appendName(b, MetricConcurrent, "", s.key)
		b = append(b, "} "...)
		b = strconv.AppendInt(b, s.concurrent.Load(), 10)
		b = append(b, '\n')
	}
	durations := appendHead(nil, MetricDuration, "histogram", "Duration of requests in seconds.")
	b = appendHead(b, MetricRequests, "counter", "Requests processed.")
	for _, s := range all {
		codes := slices.Clone(s.all())
		slices.SortFunc(codes, func(a, c *metricCode) int { return int(a.status) - int(c.status) })
		for _, c := range codes {
			var total uint64
			durations, total = s.appendHistogram(durations, c)
			b = appendName(b, MetricRequests, "", s.key)
			b = appendStatus(b, c)
			b = append(b, "} "...)
			b = strconv.AppendUint(b, total, 10)
			b = append(b, '\n')
		}
	}
	return append(b, durations...)
}

// appendHistogram appends the lines of one histogram and returns its total.
func (s *metricSeries) appendHistogram(b []byte, c *metricCode) ([]byte, uint64) {
	var total uint64
	for i := range c.buckets {
		total += c.buckets[i].Load()
		b = appendName(b, MetricDuration, "_bucket", s.key)
		b = appendStatus(b, c)
		b = append(b, `,le="`...)
		if i < len(s.bounds) {
			b = strconv.AppendFloat(b, s.bounds[i].Seconds(), 'g', -1, 64)
		} else {
			b = append(b, "+Inf"...)
		}
		b = append(b, `"} `...)
		b = strconv.AppendUint(b, total, 10)
		b = append(b, '\n')
	}
	b = appendStatus(appendName(b, MetricDuration, "_sum", s.key), c)
	b = append(b, "} "...)
	b = strconv.AppendFloat(b, math.Float64frombits(c.sum.Load()), 'g', -1, 64)
	b = append(b, '\n')
	b = appendStatus(appendName(b, MetricDuration, "_count", s.key), c)
	b = append(b, "} "...)
	b = strconv.AppendUint(b, total, 10)
	return append(b, '\n'), total
}

func appendHead(b []byte, name, kind, help string) []byte {
	return append(b, "# HELP "+name+" "+help+"\n# TYPE "+name+" "+kind+"\n"...)
}

// appendName appends a metric's name and its first labels.
func appendName(b []byte, name, suffix string, key seriesKey) []byte {
	b = append(append(b, name...), suffix...)
	b = append(b, `{`+LabelMethod+`="`...)
	b = appendLabel(b, key.method)
	b = append(b, `",`+LabelPath+`="`...)
	b = appendLabel(b, key.path)
	return append(b, '"')
}

func appendStatus(b []byte, c *metricCode) []byte {
	b = append(b, `,`+LabelStatus+`="`...)
	b = strconv.AppendInt(b, int64(c.status), 10)
	return append(b, '"')
}

// appendLabel escapes the three characters that the format reserves.
func appendLabel(b []byte, value string) []byte {
	if !strings.ContainsAny(value, "\\\"\n") {
		return append(b, value...)
	}
	return append(b, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(value)...)
}
