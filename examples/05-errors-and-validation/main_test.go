package main

import (
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/wefttest"
)

func TestOrders(t *testing.T) {
	for name, c := range map[string]struct {
		body   string
		status weft.Status
		parts  []string
	}{
		"fine":          {`{"sku":"BK-0001","quantity":2}`, 201, []string{`{"number":1}`}},
		"not JSON":      {`{"sku":`, 400, []string{`"in":"body"`}},
		"wrong type":    {`{"sku":"BK-0001","quantity":"two"}`, 400, []string{`"name":"quantity"`}},
		"two faults":    {`{"sku":"x","quantity":0}`, 422, []string{`"name":"sku"`, `"name":"quantity"`}},
		"own rule":      {`{"sku":"BK-0000","quantity":1}`, 422, []string{"BK-0000 is not for sale"}},
		"declared":      {`{"sku":"BK-0001","quantity":500}`, 409, []string{`{"left":100}`}},
		"problem":       {`{"sku":"BK-0013","quantity":1}`, 410, []string{"no longer printed"}},
		"not their own": {`{"sku":"BK-9999","quantity":1}`, 500, []string{`"status":500`}},
	} {
		t.Run(name, func(t *testing.T) {
			wefttest.New(t, routes()).Post("/orders", weft.BodyString(c.body, weft.MediaJSON)).
				Status(c.status).BodyContains(c.parts...)
		})
	}
}

func TestCausesStayInside(t *testing.T) {
	body := weft.BodyString(`{"sku":"BK-9999","quantity":1}`, weft.MediaJSON)
	if text := wefttest.New(t, routes()).Post("/orders", body).Text(); strings.Contains(text, "database") {
		t.Errorf("the cause was sent: %s", text)
	}
}
