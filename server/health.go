package server

import (
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// Ready says whether the server should be sent requests: it listens, it has not
// begun to shut down, and nobody has called [Server.SetReady] with false.
func (s *Server) Ready() bool { return s.listening.Load() && !s.stopping.Load() && !s.held.Load() }

// SetReady(false) makes [Server.Ready] false until SetReady(true), for a program
// that cannot do its work for a while. Requests are served all the same.
func (s *Server) SetReady(ready bool) { s.held.Store(!ready) }

// Alive says whether the server works: it listens, or is shutting down as it was
// asked to. A server that has not listened yet, could not go on, or has ended is
// not alive, and only a new one will help.
func (s *Server) Alive() bool { return s.listening.Load() }

// HealthRoutes returns routes for those who watch over the server, such as
// Kubernetes or a load balancer: GET /healthz answers by [Server.Alive], GET
// /readyz by [Server.Ready]. Both say 200 for yes and 503 for no.
//
//	srv.Serve(ctx, weft.NewRoutes(routes, srv.HealthRoutes()))
func (s *Server) HealthRoutes() weft.Routes {
	return weft.NewRoutes(
		weft.NewPattern(weft.GET, "/healthz").Handle(s.HandleAlive),
		weft.NewPattern(weft.GET, "/readyz").Handle(s.HandleReady),
	)
}

// HandleAlive is a handler that answers by [Server.Alive], for a path of one's
// own. It never fails.
func (s *Server) HandleAlive(*weft.Request) (weft.Response, error) {
	return healthResponse(s.Alive(), "alive"), nil
}

// HandleReady is a handler that answers by [Server.Ready], for a path of one's
// own. It never fails.
func (s *Server) HandleReady(*weft.Request) (weft.Response, error) {
	return healthResponse(s.Ready(), "ready"), nil
}

// healthResponse returns the answer, which nobody must keep.
func healthResponse(yes bool, what string) weft.Response {
	resp := weft.Text(what + "\n")
	if !yes {
		resp = weft.Text("not " + what + "\n").WithStatus(status.ServiceUnavailable)
	}
	return resp.WithHeader("Cache-Control", "no-store")
}
