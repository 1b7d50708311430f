package sse_test

import (
	"context"
	"iter"
	"reflect"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/sse"
	"github.com/weft-go/weft/wefttest"
)

type Price struct {
	Book  int `json:"book"`
	Cents int `json:"cents"`
}

var prices = route.GET("/prices").
	OutStream[sse.Message[Price]](endpoint.MediaType("text/event-stream"))

var plain = route.GET("/plain").
	OutStream[sse.Event](endpoint.MediaType("text/event-stream"))

func sequence[T any](list ...T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range list {
			if !yield(v, nil) {
				return
			}
		}
	}
}

var sent = []sse.Message[Price]{
	{Name: "price", Value: Price{1, 999}, ID: "1", Retry: 5 * time.Second},
	{Name: "price", Value: Price{2, 1299}, ID: "2"},
	{Value: Price{3, 5}, ID: "2"},
}

func endpoints() weft.Routes {
	return weft.NewRoutes(
		prices.Implement(func(context.Context) (iter.Seq2[sse.Message[Price], error], error) { return sequence(sent...), nil }),
		plain.Implement(func(context.Context) (iter.Seq2[sse.Event, error], error) {
			return sequence(sse.Event{Name: "a", Data: "x\ny"}, sse.Event{Comment: "c"}, sse.Event{Data: "z", ID: "9"}), nil
		}),
	)
}

func TestEndpointSendsWholeEvents(t *testing.T) {
	c := wefttest.New(t, endpoints())
	c.Get("/prices").Status(200).Header("Content-Type", "text/event-stream").
		Header("Cache-Control", "no-cache").
		Body("event: price\ndata: {\"book\":1,\"cents\":999}\nid: 1\nretry: 5000\n\n" +
			"event: price\ndata: {\"book\":2,\"cents\":1299}\nid: 2\n\n" +
			"data: {\"book\":3,\"cents\":5}\nid: 2\n\n")
	c.Get("/plain").Body("event: a\ndata: x\ndata: y\n\n: c\n\ndata: z\nid: 9\n\n")
}

func TestEndpointClientGetsWholeEvents(t *testing.T) {
	srv := wefttest.Start(t, endpoints())
	c := client.New(srv.URL)
	defer c.Close()
	seq, err := prices.Client(c)(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []sse.Message[Price]
	for m, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, m)
	}
	if !reflect.DeepEqual(got, sent) {
		t.Errorf("got %+v", got)
	}
}

func TestEndpointDescribesTheData(t *testing.T) {
	part := prices.Describe().Outputs[0].Tree.Parts()
	for _, p := range part {
		if p.In == codec.InBody && p.Schema().Type() != reflect.TypeFor[Price]() {
			t.Errorf("described as %v", p.Schema())
		}
	}
}
