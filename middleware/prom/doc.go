// Package prom records the metrics of package middleware in a registry of the Prometheus
// client library, beside the application's own:
//
//	recorder, err := prom.New(prometheus.DefaultRegisterer)
//	…
//	routes = routes.With(middleware.Metrics(middleware.MetricsConfig{Recorder: recorder}))
//
// Names and labels are those of package middleware. The route that shows them is the
// library's: nethttp.Handler(promhttp.Handler()).
//
// The package is apart from the other middleware so that only programs that use it link
// the library.
package prom
