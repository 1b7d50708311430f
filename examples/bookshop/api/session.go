package api

import (
	"time"

	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

// Credentials are what a user logs in with.
type Credentials struct {
	User     string `json:"user" minLength:"1" maxLength:"64" example:"staff"`
	Password string `json:"password" minLength:"1" maxLength:"200" writeOnly:"true" example:"staff"`
}

// A Session is a login that lasts for some time.
type Session struct {
	Token   string    `json:"token" doc:"Send it as Authorization: Bearer."`
	User    string    `json:"user" example:"staff"`
	Staff   bool      `json:"staff" doc:"Whether the user may change books."`
	Expires time.Time `json:"expires"`
}

// BadLogin is the failure of a login with a wrong name or password. It does not tell
// which of them was wrong.
type BadLogin struct {
	Problem string `json:"problem" example:"wrong name or password"`
}

// Error says so.
func (e BadLogin) Error() string { return e.Problem }

// The endpoints of sessions.
var (
	LogIn = route.POST("/api/session").
		In[Credentials]().
		Out[Session](endpoint.Status(status.Created)).
		OutError[BadLogin](status.Unauthorized).
		Tag("session").
		Doc("Logs in. The answer has a token for calls that need one.")

	LogOut = route.DELETE("/api/session").
		OutEmpty().
		Auth(Login).UnauthorizedStatus(status.Unauthorized).
		Tag("session").
		Doc("Logs out. The token is of no use afterwards.")
)
