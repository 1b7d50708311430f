// Package msgppeer holds the types of the comparison for a peer that generates its
// code, github.com/tinylib/msgp.
package msgppeer

import "time"

//go:generate go run github.com/tinylib/msgp -file=peer.go -o=peer_gen.go -tests=false -io=false

//msgp:newtime

// Small is an object with five fields.
type Small struct {
	ID      int64    `msg:"id"`
	Name    string   `msg:"name"`
	Price   float64  `msg:"price"`
	InStock bool     `msg:"inStock"`
	Tags    []string `msg:"tags"`
}

// Object is an object of about one kilobyte of JSON.
type Object struct {
	ID          int64     `msg:"id"`
	SKU         string    `msg:"sku"`
	Title       string    `msg:"title"`
	Description string    `msg:"description"`
	Active      bool      `msg:"active"`
	Stock       int32     `msg:"stock"`
	Weight      float64   `msg:"weight"`
	Created     time.Time `msg:"created"`
	Updated     time.Time `msg:"updated"`
	Tags        []string  `msg:"tags"`
	Ratings     []int32   `msg:"ratings"`
	Maker       Maker     `msg:"maker"`
	Prices      []Price   `msg:"prices"`
}

// Maker is a part of Object.
type Maker struct {
	Name    string  `msg:"name"`
	Email   string  `msg:"email"`
	Site    string  `msg:"site"`
	Address Address `msg:"address"`
}

// Address is a part of Maker.
type Address struct {
	Street    string  `msg:"street"`
	City      string  `msg:"city"`
	Zip       string  `msg:"zip"`
	Country   string  `msg:"country"`
	Latitude  float64 `msg:"latitude"`
	Longitude float64 `msg:"longitude"`
}

// Price is a part of Object.
type Price struct {
	Currency string  `msg:"currency"`
	Amount   int64   `msg:"amount"`
	Tax      float64 `msg:"tax"`
}

// List is a list of fifty items.
type List struct {
	Items []Item `msg:"items"`
}

// Item is an element of List.
type Item struct {
	ID      int64     `msg:"id"`
	Name    string    `msg:"name"`
	Price   float64   `msg:"price"`
	InStock bool      `msg:"inStock"`
	Tags    []string  `msg:"tags"`
	Address Address   `msg:"address"`
	Created time.Time `msg:"created"`
}
