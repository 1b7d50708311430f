package main

import (
	"context"
	"strings"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/compress"
	"github.com/weft-go/weft/examples/bookshop/api"
	"github.com/weft-go/weft/examples/bookshop/shop"
	"github.com/weft-go/weft/examples/bookshop/store"
	"github.com/weft-go/weft/examples/bookshop/web"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/openapi/ui"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// application puts the routes of the shop together.
func application(ctx context.Context, s *store.Store, sh *shop.Shop) (weft.Routes, error) {
	key, err := s.Key(ctx)
	if err != nil {
		return weft.Routes{}, err
	}
	signer, err := weft.NewCookieSigner(weft.NewSecret(key))
	if err != nil {
		return weft.Routes{}, err
	}
	metrics, pages := middleware.NewMetricsRegistry(), web.New(sh)
	routes := weft.NewRoutes(
		sh.Routes(),
		pages.Routes(),
		ui.SwaggerUI("/docs", openapi.FromEndpoints("Selvedge Books", "1.0", api.All()...)),
		route.GET("/metrics").Handle(metrics.Handler()),
	)
	return routes.With(pages.Problems()).With(around(sh, signer, metrics)...), nil
}

// around returns what stands around all routes. It reads from the inside to the
// outside: a request passes through it from the end to the beginning.
func around(sh *shop.Shop, signer *weft.CookieSigner, metrics *middleware.MetricsRegistry) []weft.Middleware {
	return []weft.Middleware{
		middleware.ETag(),
		sh.Authentication(),
		middleware.SignedCookies(signer, shop.SessionCookie),
		middleware.CSRF(middleware.CSRFConfig{Allow: hasToken}),
		middleware.When(isLogin, middleware.RateLimit(10, time.Minute, middleware.RateLimitConfig{Name: "login"})),
		middleware.When(isAPI, middleware.RateLimit(600, time.Minute, middleware.RateLimitConfig{Name: "api"})),
		middleware.When(isAPI, middleware.CORS(middleware.CorsConfig{NoCredentials: true, MaxAge: time.Hour})),
		web.Assets(),
		middleware.SecureHeaders(middleware.SecureHeadersConfig{ContentSecurityPolicy: web.Policy}),
		middleware.Metrics(middleware.MetricsConfig{Recorder: metrics}),
		middleware.RequestLogging(),
		middleware.RequestID(),
		middleware.Health(middleware.HealthConfig{
			Checks: map[string]func(context.Context) error{"store": sh.Ping},
		}),
	}
}

// configuration returns that of the server. Bodies are read while they arrive, so that
// a picture need not be in memory twice.
func configuration(address string) server.Config {
	c := server.Config{Address: address}.
		EnableRequestStreaming().
		WithResponseCompression(compress.Default())
	c.GracefulShutdownTimeout = 3 * time.Second
	return c
}

func isAPI(req *weft.Request) bool { return strings.HasPrefix(req.Path(), "/api/") }

func isLogin(req *weft.Request) bool {
	return req.Method() == weft.POST && (req.Path() == "/login" || req.Path() == "/api/session")
}

// hasToken says whether a call of the API shows a token. A page of another origin
// cannot send one without asking first (CORS), and cannot send our cookie along with
// it, so such a call is not forged.
func hasToken(req *weft.Request) bool {
	credentials, ok := req.RawHeader("Authorization")
	return ok && isAPI(req) && strings.HasPrefix(credentials, "Bearer ")
}
