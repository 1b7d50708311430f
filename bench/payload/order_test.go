package payload_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/weft-go/weft/bench/payload"
)

func TestOrderBodyKeepsItsRules(t *testing.T) {
	body := payload.OrderBody()
	if len(body) != payload.OrderSize {
		t.Errorf("got %d bytes, want %d", len(body), payload.OrderSize)
	}
	var order payload.Order
	if err := json.Unmarshal(body, &order); err != nil {
		t.Fatal(err)
	}
	if err := order.Check(); err != nil {
		t.Error(err)
	}
	receipt := order.Receipt(7, 3, true)
	if len(receipt.Lines) != 3 || receipt.Total != order.Total().Total || receipt.Shop != 7 || !receipt.Express {
		t.Errorf("got %+v", receipt)
	}
}

func TestOrderCheckFindsEachFault(t *testing.T) {
	valid := func() *payload.Order {
		return &payload.Order{Customer: "Ada", Currency: "EUR", Items: []payload.Item{{SKU: "abc", Quantity: 1, Cents: 1}}}
	}
	tests := []struct {
		name  string
		spoil func(*payload.Order)
		want  string
	}{
		{"nothing", func(*payload.Order) {}, ""},
		{"customer", func(o *payload.Order) { o.Customer = "" }, "customer: "},
		{"currency", func(o *payload.Order) { o.Currency = "DM" }, "currency: "},
		{"note", func(o *payload.Order) { o.Note = strings.Repeat("ä", 501) }, "note: "},
		{"no items", func(o *payload.Order) { o.Items = nil }, "items: "},
		{"sku", func(o *payload.Order) { o.Items[0].SKU = "ab" }, "items[0].sku: "},
		{"quantity", func(o *payload.Order) { o.Items[0].Quantity = 1001 }, "items[0].quantity: "},
		{"cents", func(o *payload.Order) { o.Items[0].Cents = 0 }, "items[0].cents: "},
		{"tags", func(o *payload.Order) { o.Items[0].Tags = make([]string, 6) }, "items[0].tags: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			order := valid()
			test.spoil(order)
			got := ""
			if err := order.Check(); err != nil {
				got = err.Error()
			}
			if got != test.want && (test.want == "" || !strings.HasPrefix(got, test.want)) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	var bad payload.Order
	if err := json.Unmarshal(payload.BadOrderBody(), &bad); err != nil || bad.Check() == nil {
		t.Errorf("the bad order: got %v and no fault", err)
	}
}

func TestOrderParams(t *testing.T) {
	if id, limit, express, err := payload.OrderParams("7", "10", "true"); id != 7 || limit != 10 || !express || err != nil {
		t.Errorf("got %d, %d, %t, %v", id, limit, express, err)
	}
	for _, bad := range [][3]string{{"x", "10", "true"}, {"7", "0", "true"}, {"7", "101", "true"}, {"7", "10", "maybe"}} {
		if _, _, _, err := payload.OrderParams(bad[0], bad[1], bad[2]); err == nil {
			t.Errorf("%v: want an error", bad)
		}
	}
}
