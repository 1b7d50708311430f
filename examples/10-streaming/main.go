// Bodies that do not fit into memory: events, an upload, and lines made while they are sent.
//
//	go run ./examples/10-streaming
//	curl -N localhost:8080/clock
//	curl -F file=@go.sum localhost:8080/upload
//	curl 'localhost:8080/numbers?to=1000000'
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/sse"
)

// clock tells the time until the client goes away.
func clock(req *weft.Request) (weft.Response, error) {
	return sse.Response(req, func(ctx context.Context, stream *sse.Stream) error {
		for now := range time.Tick(time.Second) {
			if err := stream.SendValue("tick", now.Format(time.TimeOnly)); err != nil {
				return err // the client is gone
			}
		}
		return nil
	}), nil
}

// upload reads a form field by field, as it arrives. Not reading is what slows a client down.
func upload(req *weft.Request) (weft.Response, error) {
	form, err := req.Body().AsMultipartFormStream()
	if err != nil {
		return weft.Response{}, err
	}
	answer := ""
	for field, err := range form.Fields() {
		if err != nil {
			return weft.Response{}, err
		}
		n, err := io.Copy(io.Discard, field) // or to a disk, to another server
		if err != nil {
			return weft.Response{}, err
		}
		answer += fmt.Sprintf("%s: %d bytes\n", field.FileName(), n)
	}
	return weft.Text(answer), nil
}

// numbers writes as fast as the client reads.
func numbers(req *weft.Request) (weft.Response, error) {
	to, err := req.Query[int]("to")
	return weft.StreamFunc(weft.MediaText, func(w io.Writer) error {
		for i := range to {
			if _, err := fmt.Fprintln(w, i+1); err != nil {
				return err
			}
		}
		return nil
	}), err
}

func routes() weft.Routes {
	return weft.NewRoutes(
		route.GET("/clock").Handle(clock),
		route.POST("/upload").Handle(upload),
		route.GET("/numbers").Handle(numbers),
	)
}

func main() {
	srv := server.New(server.Config{}.EnableRequestStreaming()) // or bodies are in memory first
	if err := srv.Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
