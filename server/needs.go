package server

import (
	"log/slog"
	"strings"

	"github.com/weft-go/weft"
)

// reportNeeds warns about routes that need middleware which is not there.
func reportNeeds(logger *slog.Logger, routes weft.Routes) {
	for _, r := range routes.All() {
		if needs := r.Needs(); len(needs) > 0 {
			logger.Warn("weft: a route lacks middleware that it needs",
				"route", r.Pattern().String(), "at", r.Site(), "needs", strings.Join(needs, ", "))
		}
	}
}
