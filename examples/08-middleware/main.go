// Middleware: what most applications want, and one of your own.
//
//	go run ./examples/08-middleware
//	curl -i localhost:8080/slow
//	curl -i localhost:8080/panic
//	curl localhost:8080/metrics
package main

import (
	"context"
	"log"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// timed is middleware: a function from routes to routes. Wrap makes one from a function
// around handlers.
func timed(clock func() time.Time) weft.Middleware {
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			start := clock()
			resp, err := next(req)
			return resp.WithHeader("X-Took", clock().Sub(start).String()), err
		}
	})
}

func routes() weft.Routes {
	metrics := middleware.NewMetricsRegistry()
	app := weft.NewRoutes(
		route.GET("/fast").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("done"), nil }),
		route.GET("/slow").Handle(func(req *weft.Request) (weft.Response, error) {
			<-req.Context().Done() // whatever takes a context: a query, a call
			return weft.Response{}, req.Context().Err()
		}),
		route.GET("/panic").Handle(func(*weft.Request) (weft.Response, error) { panic("oh no") }),
	).With(
		// Read it from the inside to the outside: a request passes RequestID first.
		timed(time.Now),
		middleware.Timeout(100*time.Millisecond),
		middleware.RateLimit(100, time.Minute),
		middleware.Metrics(middleware.MetricsConfig{Recorder: metrics}),
		middleware.SecureHeaders(),
		middleware.RequestLogging(),
		middleware.RequestID(),
	)
	// What is not inside the call of With has none of it.
	return weft.NewRoutes(app, route.GET("/metrics").Handle(metrics.Handler()))
}

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
