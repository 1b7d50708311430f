package main

import (
	"encoding/json"
	"net/http"

	"github.com/weft-go/weft/bench/payload"
)

// The typed endpoints by hand: the standard library's JSON, and [payload.Order.Check].

func order(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	shop, limit, express, err := payload.OrderParams(r.PathValue("shop"), query.Get("limit"), query.Get("express"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	body, ok := readOrder(w, r)
	if ok {
		writeJSON(w, body.Receipt(shop, limit, express))
	}
}

func sum(w http.ResponseWriter, r *http.Request) {
	if body, ok := readOrder(w, r); ok {
		writeJSON(w, body.Total())
	}
}

func readOrder(w http.ResponseWriter, r *http.Request) (*payload.Order, bool) {
	var order payload.Order
	err := json.NewDecoder(r.Body).Decode(&order)
	if err == nil {
		err = order.Check()
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return nil, false
	}
	return &order, true
}

func writeJSON(w http.ResponseWriter, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	write(w, payload.ApplicationJSON, data)
}

func part(w http.ResponseWriter, r *http.Request) {
	write(w, payload.Text, payload.AppendPart(nil, r.PathValue("id"), r.PathValue("part"), r.URL.Query().Get("limit")))
}
