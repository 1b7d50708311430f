package tracing

import (
	"github.com/weft-go/weft"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Config says where spans go. Its zero value uses what is registered with package otel.
type Config struct {
	// TracerProvider makes the tracer. Nil means the one registered with package otel.
	TracerProvider trace.TracerProvider

	// Propagator reads the trace of the client from the request's header. Nil means the
	// fields traceparent and tracestate (W3C Trace Context) and baggage.
	Propagator propagation.TextMapPropagator

	// Skip says which requests have no span, for example health checks. Nil means
	// none.
	Skip func(*weft.Request) bool
}

const scope = "github.com/weft-go/weft/middleware/tracing"

// Middleware returns middleware that makes a span of each request, of kind server. Its
// name is the method and the pattern of the route, or the method alone if none matched.
// A status from 500 on makes it an error. The span of a stream ends with the stream.
// It is safe for concurrent use.
func Middleware(config ...Config) weft.Middleware {
	var c Config
	if len(config) > 0 {
		c = config[0]
	}
	if c.TracerProvider == nil {
		c.TracerProvider = otel.GetTracerProvider()
	}
	if c.Propagator == nil {
		c.Propagator = propagation.NewCompositeTextMapPropagator(propagation.TraceContext{}, propagation.Baggage{})
	}
	t := &tracer{config: c, tracer: c.TracerProvider.Tracer(scope)}
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) { return t.handle(req, next) }
	})
}

type tracer struct {
	config Config
	tracer trace.Tracer
}

func (t *tracer) handle(req *weft.Request, next weft.Handler) (weft.Response, error) {
	if t.config.Skip != nil && t.config.Skip(req) {
		return next(req)
	}
	method := methodOf(req)
	name := method
	if name == otherMethod {
		name = "HTTP"
	}
	if pattern := req.Pattern(); pattern != "" {
		name += " " + pattern
	}
	ctx := t.config.Propagator.Extract(req.Context(), carrier{req})
	ctx, span := t.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(attributes(req, method)...))
	returned := false
	defer func() {
		if !returned { // middleware further in panics
			span.SetStatus(codes.Error, "panic")
			span.End()
		}
	}()
	resp, err := next(req.WithContext(ctx))
	returned = true
	return finish(req, span, resp, err)
}

const otherMethod = "_OTHER"

// methodOf returns the method as the conventions want it: strangers' inventions are one.
func methodOf(req *weft.Request) string {
	switch m := req.Method(); m {
	case weft.GET, weft.POST, weft.PUT, weft.DELETE, weft.PATCH, weft.HEAD, weft.OPTIONS, weft.TRACE, weft.CONNECT:
		return string(m)
	}
	return otherMethod
}

// attributes returns what is known of a request when it begins.
func attributes(req *weft.Request, method string) []attribute.KeyValue {
	attrs := make([]attribute.KeyValue, 0, 12)
	attrs = append(attrs,
		attribute.String("http.request.method", method),
		attribute.String("url.path", req.Path()),
		attribute.String("url.scheme", schemeOf(req)),
		attribute.String("network.protocol.version", req.Version().String()[len("HTTP/"):]),
	)
	if method == otherMethod {
		attrs = append(attrs, attribute.String("http.request.method_original", string(req.Method())))
	}
	optional := func(key, value string) {
		if value != "" {
			attrs = append(attrs, attribute.String(key, value))
		}
	}
	optional("http.route", req.Pattern())
	optional("url.query", req.QueryParameters().Encode())
	optional("server.address", req.Host())
	if a, ok := req.RemoteAddress(); ok {
		optional("client.address", a.String())
	}
	agent, _ := req.RawHeader("User-Agent")
	optional("user_agent.original", agent)
	return attrs
}

func schemeOf(req *weft.Request) string {
	if req.TLS() != nil {
		return "https"
	}
	return "http"
}

// A carrier reads header fields for a propagator.
type carrier struct{ req *weft.Request }

func (c carrier) Get(key string) string {
	value, _ := c.req.RawHeader(key)
	return value
}

// Set does nothing: a request that came is not written to.
func (c carrier) Set(string, string) {}

func (c carrier) Keys() []string {
	var names []string
	for name := range c.req.Headers().All() {
		names = append(names, name)
	}
	return names
}
