// Package formats_test compares weft's body formats with the libraries that a Go
// programmer would otherwise pick, on three values: a small object, one of about a
// kilobyte, and a list of fifty.
package formats_test

import (
	"fmt"
	"strings"
	"time"
)

// Small is an object with five fields.
type Small struct {
	ID      int64    `json:"id"`
	Name    string   `json:"name"`
	Price   float64  `json:"price"`
	InStock bool     `json:"inStock"`
	Tags    []string `json:"tags"`
}

// Object is an object of about one kilobyte of JSON.
type Object struct {
	ID          int64     `json:"id"`
	SKU         string    `json:"sku"`
	Title       string    `json:"title"`
	Description string    `json:"description"`
	Active      bool      `json:"active"`
	Stock       int32     `json:"stock"`
	Weight      float64   `json:"weight"`
	Created     time.Time `json:"created"`
	Updated     time.Time `json:"updated"`
	Tags        []string  `json:"tags"`
	Ratings     []int32   `json:"ratings"`
	Maker       Maker     `json:"maker"`
	Prices      []Price   `json:"prices"`
}

// Maker is a part of Object.
type Maker struct {
	Name    string  `json:"name"`
	Email   string  `json:"email"`
	Site    string  `json:"site"`
	Address Address `json:"address"`
}

// Address is a part of Maker.
type Address struct {
	Street    string  `json:"street"`
	City      string  `json:"city"`
	Zip       string  `json:"zip"`
	Country   string  `json:"country"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// Price is a part of Object.
type Price struct {
	Currency string  `json:"currency"`
	Amount   int64   `json:"amount"`
	Tax      float64 `json:"tax"`
}

// List is a list of fifty items.
type List struct {
	Items []Item `json:"items"`
}

// Item is an element of List.
type Item struct {
	ID      int64     `json:"id"`
	Name    string    `json:"name"`
	Price   float64   `json:"price"`
	InStock bool      `json:"inStock"`
	Tags    []string  `json:"tags"`
	Address Address   `json:"address"`
	Created time.Time `json:"created"`
}

func smallValue() Small {
	return Small{ID: 1234567, Name: "Fountain pen", Price: 39.9, InStock: true, Tags: []string{"writing", "ink", "gift"}}
}

func addressValue() Address {
	return Address{Street: "12 Quarry Lane", City: "Sheffield", Zip: "S11 8TR", Country: "GB", Latitude: 53.3652, Longitude: -1.5037}
}

func objectValue() Object {
	return Object{
		ID: 987654321, SKU: "PEN-0042-BLK", Title: "Fountain pen, black, medium nib",
		Description: strings.Repeat("Writes with a wet, even line. ", 11),
		Active:      true, Stock: 148, Weight: 21.5,
		Created: time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC), Updated: time.Date(2026, 11, 2, 17, 5, 9, 123456000, time.UTC),
		Tags: []string{"writing", "ink", "gift", "office", "classic"}, Ratings: []int32{5, 4, 5, 5, 3, 4, 5, 2, 5, 4},
		Maker: Maker{Name: "Quarry & Sons", Email: "hello@quarry.example", Site: "https://quarry.example/pens", Address: addressValue()},
		Prices: []Price{
			{Currency: "EUR", Amount: 3990, Tax: 0.19}, {Currency: "GBP", Amount: 3490, Tax: 0.2}, {Currency: "USD", Amount: 4290, Tax: 0},
		},
	}
}

func listValue() List {
	var list List
	for i := range 50 {
		list.Items = append(list.Items, Item{
			ID: int64(1000 + i), Name: fmt.Sprintf("Article number %d", i), Price: float64(i) * 1.25, InStock: i%3 != 0,
			Tags: []string{"writing", "ink"}, Address: addressValue(), Created: time.Date(2026, 3, 1, 9, i, 0, 0, time.UTC),
		})
	}
	return list
}
