package payload

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// OrderPath is the route of the typed endpoint, in the notation of weft, chi, net/http and Huma.
const OrderPath = "/shops/{shop}/orders"

// OrderTarget is what the load generator asks for.
const OrderTarget = "/shops/12345/orders?limit=4&express=true"

// OrderSize is the length of the document that [OrderBody] returns.
const OrderSize = 1024

// An Order is the body of POST /shops/{shop}/orders?limit=…&express=…. Each rule
// stands here once for each framework that reads rules from tags: JSON Schema
// keywords for weft and Huma, binding for Gin, validate for Fuego and Echo. Who
// reads none calls [Order.Check].
type Order struct {
	Customer string `json:"customer" minLength:"1" maxLength:"40" binding:"required,min=1,max=40" validate:"required,min=1,max=40"`
	Currency string `json:"currency" enum:"EUR,GBP,USD" binding:"required,oneof=EUR GBP USD" validate:"required,oneof=EUR GBP USD"`
	Note     string `json:"note" maxLength:"500" binding:"max=500" validate:"max=500"`
	Items    []Item `json:"items" minItems:"1" maxItems:"20" binding:"required,min=1,max=20,dive" validate:"required,min=1,max=20,dive"`
}

// An Item is one line of an [Order].
type Item struct {
	SKU      string   `json:"sku" minLength:"3" maxLength:"20" binding:"required,min=3,max=20" validate:"required,min=3,max=20"`
	Quantity int      `json:"quantity" minimum:"1" maximum:"1000" binding:"required,min=1,max=1000" validate:"required,min=1,max=1000"`
	Cents    int64    `json:"cents" minimum:"1" maximum:"1000000" binding:"required,min=1,max=1000000" validate:"required,min=1,max=1000000"`
	Tags     []string `json:"tags" maxItems:"5" binding:"max=5" validate:"max=5"`
}

// A Receipt is the answer to an [Order].
type Receipt struct {
	Shop     int64  `json:"shop"`
	Customer string `json:"customer"`
	Currency string `json:"currency"`
	Express  bool   `json:"express"`
	Lines    []Line `json:"lines"`
	Total    int64  `json:"total"`
}

// A Line is one line of a [Receipt].
type Line struct {
	SKU   string `json:"sku"`
	Cents int64  `json:"cents"`
}

// A Total is the answer to an [Order] without parameters, POST /orders.
type Total struct {
	Items int   `json:"items"`
	Total int64 `json:"total"`
}

// The bounds of the query parameter limit.
const (
	LimitMin = 1
	LimitMax = 100
)

// Receipt returns what a shop answers: at most limit lines, and the sum of all items.
func (o *Order) Receipt(shop int64, limit int, express bool) Receipt {
	r := Receipt{Shop: shop, Customer: o.Customer, Currency: o.Currency, Express: express}
	r.Lines = make([]Line, 0, min(limit, len(o.Items)))
	for i, item := range o.Items {
		cents := item.Cents * int64(item.Quantity)
		r.Total += cents
		if i < limit {
			r.Lines = append(r.Lines, Line{item.SKU, cents})
		}
	}
	return r
}

// Total returns the answer of POST /orders.
func (o *Order) Total() Total {
	t := Total{Items: len(o.Items)}
	for _, item := range o.Items {
		t.Total += item.Cents * int64(item.Quantity)
	}
	return t
}

// Check returns the first rule of the tags that the order breaks, or nil. It is
// the check of the servers whose frameworks have none.
func (o *Order) Check() error {
	switch {
	case !between(utf8.RuneCountInString(o.Customer), 1, 40):
		return fmt.Errorf("customer: want 1 to 40 characters")
	case o.Currency != "EUR" && o.Currency != "GBP" && o.Currency != "USD":
		return fmt.Errorf("currency: want EUR, GBP or USD, got %q", o.Currency)
	case utf8.RuneCountInString(o.Note) > 500:
		return fmt.Errorf("note: want at most 500 characters")
	case !between(len(o.Items), 1, 20):
		return fmt.Errorf("items: want 1 to 20, got %d", len(o.Items))
	}
	for i := range o.Items {
		if err := o.Items[i].check(); err != nil {
			return fmt.Errorf("items[%d].%w", i, err)
		}
	}
	return nil
}

func (i *Item) check() error {
	switch {
	case !between(utf8.RuneCountInString(i.SKU), 3, 20):
		return fmt.Errorf("sku: want 3 to 20 characters")
	case !between(i.Quantity, 1, 1000):
		return fmt.Errorf("quantity: want 1 to 1000, got %d", i.Quantity)
	case !between(i.Cents, 1, 1_000_000):
		return fmt.Errorf("cents: want 1 to 1000000, got %d", i.Cents)
	case len(i.Tags) > 5:
		return fmt.Errorf("tags: want at most 5, got %d", len(i.Tags))
	}
	return nil
}

func between[N int | int64](n, low, high N) bool { return low <= n && n <= high }

// OrderParams parses the path and query parameters of the endpoint by hand, for
// the servers whose frameworks leave that to the program.
func OrderParams(shop, limit, express string) (id int64, lines int, fast bool, err error) {
	if id, err = strconv.ParseInt(shop, 10, 64); err != nil {
		return 0, 0, false, fmt.Errorf("path shop: want an integer, got %q", shop)
	}
	if lines, err = strconv.Atoi(limit); err != nil || !between(lines, LimitMin, LimitMax) {
		return 0, 0, false, fmt.Errorf("query limit: want 1 to 100, got %q", limit)
	}
	if fast, err = strconv.ParseBool(express); err != nil {
		return 0, 0, false, fmt.Errorf("query express: want true or false, got %q", express)
	}
	return id, lines, fast, nil
}

// OrderBody returns a valid order of [OrderSize] bytes. Each call returns a new slice.
func OrderBody() []byte {
	var b bytes.Buffer
	b.WriteString(`{"customer":"Ada Lovelace","currency":"GBP","items":[`)
	for i := range 8 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"sku":"cloth-%04d","quantity":%d,"cents":%d,"tags":["warp","weft"]}`, 100+i, i+1, 1250+i)
	}
	b.WriteString(`],"note":"`)
	const end = `"}`
	b.WriteString(strings.Repeat("please fold ", OrderSize)[:OrderSize-b.Len()-len(end)])
	b.WriteString(end)
	return b.Bytes()
}

// BadOrderBody returns an order that breaks one rule: the last item has a quantity of 0.
func BadOrderBody() []byte {
	return bytes.Replace(OrderBody(), []byte(`"quantity":8`), []byte(`"quantity":0`), 1)
}
