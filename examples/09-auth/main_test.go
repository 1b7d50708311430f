package main

import (
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/wefttest"
)

func TestWhoMay(t *testing.T) {
	password := auth.NewBasicCredentials("ada", "engine")
	token := auth.NewBearerCredentials("t0ken")
	for name, c := range map[string]struct {
		req  *weft.Request
		code weft.Status
		want string
	}{
		"password":        {auth.Apply(weft.Get("/me"), password), 200, "you are Ada"},
		"token":           {auth.Apply(weft.Get("/me"), token), 200, "you are a program"},
		"wrong password":  {auth.Apply(weft.Get("/me"), auth.NewBasicCredentials("ada", "x")), 401, ""},
		"nothing":         {weft.Get("/me"), 401, ""},
		"order":           {auth.Apply(weft.Get("/orders/7"), token), 200, `"order 7, for a program"`},
		"other scheme":    {auth.Apply(weft.Get("/orders/7"), password), 404, ""},
		"order, nobody":   {weft.Get("/orders/7"), 404, ""},
		"order, in words": {auth.Apply(weft.Get("/orders/seven"), token), 404, ""},
	} {
		t.Run(name, func(t *testing.T) {
			answer := wefttest.New(t, routes()).Do(c.req).Status(c.code)
			if c.want != "" {
				answer.Body(c.want)
			}
		})
	}
}

func TestChallenges(t *testing.T) {
	challenge, _ := wefttest.New(t, routes()).Get("/me").Response().Header("WWW-Authenticate")
	if challenge == "" {
		t.Error("a browser would not ask for a password")
	}
}
