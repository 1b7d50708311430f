package main

import (
	"context"
	"strconv"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"

	"github.com/weft-go/weft/bench/payload"
)

// The typed endpoints, described as a user of weft would.
var (
	placeOrder = route.POST(payload.OrderPath).
			Path(codec.Long("shop")).
			Query(codec.Query[int]("limit").Minimum(payload.LimitMin).Maximum(payload.LimitMax)).
			Query(codec.Query[bool]("express")).
			In[payload.Order]().
			Out[payload.Receipt]()

	sumOrder = route.POST("/orders").In[payload.Order]().Out[payload.Total]()

	getCatalogue = route.GET("/catalogue").Out[payload.Catalogue]()
)

func routes(files string, count, layers int) weft.Routes {
	catalogue := payload.NewCatalogue()
	all := []weft.Part{
		placeOrder.Implement(func(_ context.Context, shop int64, limit int, express bool, order payload.Order) (payload.Receipt, error) {
			return order.Receipt(shop, limit, express), nil
		}),
		sumOrder.Implement(func(_ context.Context, order payload.Order) (payload.Total, error) {
			return order.Total(), nil
		}),
		getCatalogue.Implement(func(context.Context) (payload.Catalogue, error) { return catalogue, nil }),
	}
	for i := range count {
		all = append(all, route.GET(payload.APIPattern(i)).Handle(part))
	}
	if files != "" {
		// Routes of their own, so that only requests for files pass the middleware.
		all = append(all, weft.NewRoutes().With(middleware.ServeDirectory("/files", files)))
	}
	all = append(all, streamRoutes()...)
	all = append(all, pageRoutes()...)
	finished := weft.NewRoutes(append(all, plainRoutes()...)...)
	for range layers {
		finished = finished.With(weft.Wrap(func(next weft.Handler) weft.Handler {
			return func(r *weft.Request) (weft.Response, error) { return next(r) }
		}))
	}
	return finished
}

// plainRoutes returns the routes that need no description.
func plainRoutes() []weft.Part {
	json := payload.JSON()
	return []weft.Part{
		route.GET("/").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Text(payload.Hello), nil
		}),
		route.GET("/json").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.NewResponse(status.OK).WithBody(weft.BodyBytes(json, payload.ApplicationJSON)), nil
		}),
		route.POST("/echo").Handle(func(r *weft.Request) (weft.Response, error) {
			body, err := r.Body().Bytes()
			return weft.Text(strconv.Itoa(len(body))), err
		}),
		route.GET("/users/{id}/posts").Handle(func(r *weft.Request) (weft.Response, error) {
			limit, offset := r.QueryParamOrElse("limit", ""), r.QueryParamOrElse("offset", "")
			return weft.Bytes(payload.AppendPosts(nil, r.Param("id"), limit, offset), payload.Text), nil
		}),
	}
}

func part(r *weft.Request) (weft.Response, error) {
	return weft.Bytes(payload.AppendPart(nil, r.Param("id"), r.Param("part"), r.QueryParamOrElse("limit", "")), payload.Text), nil
}
