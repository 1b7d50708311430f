// Calling other servers: typed calls, plain requests, streams, time limits and retries.
// The program starts a server of its own and calls that.
//
//	go run ./examples/06-client
package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"log"
	"os"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// Greet and Countdown are what both sides know.
var (
	Greet     = route.GET("/greet/{name}").Path(codec.String("name")).Out[string]()
	Countdown = route.GET("/countdown").Query(codec.Query[int]("from").Maximum(100)).OutStream[int]()
)

func routes() weft.Routes {
	return weft.NewRoutes(
		Greet.Implement(func(_ context.Context, name string) (string, error) { return "hello " + name, nil }),
		Countdown.Implement(func(_ context.Context, from int) (iter.Seq2[int, error], error) {
			return func(yield func(int, error) bool) {
				for ; from > 0 && yield(from, nil); from-- {
				}
			}, nil
		}),
	)
}

// call uses a server in three ways and writes what it answers.
func call(ctx context.Context, base string, out io.Writer) error {
	c := client.New(base, client.Config{
		Timeout: 5 * time.Second, // for a call with all its attempts
		Retries: 3,               // of what may be repeated
		Headers: weft.NewHeaders("User-Agent", "example"),
	})
	defer c.Close()

	greeting, err := Greet.Client(c)(ctx, "Ada") // an endpoint is a function
	fmt.Fprintln(out, greeting, err)

	numbers, err := Countdown.Client(c)(ctx, 3) // a stream is an iterator
	if err != nil {
		return err
	}
	for n, err := range numbers {
		fmt.Fprintln(out, n, err)
	}

	resp, err := c.Do(ctx, weft.Get("/nowhere")) // any other request; every status is an answer
	if err != nil {
		return err
	}
	fmt.Fprintln(out, resp.Status())
	return resp.Body().Close()
}

func main() {
	srv := server.New(server.Config{}.WithBinding("127.0.0.1", 0))
	port, err := srv.Install(routes())
	if err != nil {
		log.Fatal(err)
	}
	defer srv.Close()
	if err := call(context.Background(), fmt.Sprintf("http://127.0.0.1:%d", port), os.Stdout); err != nil {
		log.Print(err)
	}
}
