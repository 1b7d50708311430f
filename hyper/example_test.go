package hyper_test

import (
	"fmt"
	"os"
	"time"

	. "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/route"
)

type counterState struct {
	Count int `json:"count"`
}

func Example() {
	add := route.POST("/add").OutEmpty()
	count := hyper.Signal[int]("count")
	routes := weft.NewRoutes(
		add.ImplementHandler(hyper.Event(func(req *weft.Request) (hyper.Patch, error) {
			state, err := hyper.ReadSignals[counterState](req)
			if err != nil {
				return hyper.Patch{}, err
			}
			return count.Patch(state.Count + 1), nil
		})),
		hyper.Assets(),
	)

	page := Div(count.Declare(6),
		Button(hyper.DataOn("click", hyper.Request(add)), Text("one more")),
		Span(hyper.DataText(count)),
	)
	_ = page.Render(os.Stdout)
	fmt.Println()

	answer := routes.Serve(weft.Post("/add", weft.BodyString(`{"count":6}`, "application/json")))
	text, _ := answer.Body().AsString()
	fmt.Println(answer.Body().MediaType(), text)
	// Output:
	// <div data-signals="{&#34;count&#34;:6}"><button data-on:click="@post(&#39;/add&#39;)">one more</button><span data-text="$count"></span></div>
	// application/json {"count":7}
}

func ExampleEvents() {
	routes := weft.NewRoutes(
		route.GET("/job").Handle(hyper.Events(func(req *weft.Request, page *hyper.Stream) error {
			if err := page.PatchElements(hyper.HTMLf(`<p id="job">%s</p>`, "working on <it>")); err != nil {
				return err // the browser is gone
			}
			if err := page.PatchSignals(map[string]any{"progress": 100}); err != nil {
				return err
			}
			return page.PatchElements("<li>done</li>", hyper.PatchElementOptions{
				Selector: "#log", Mode: hyper.Append, EventID: "1", RetryDuration: 5 * time.Second,
			})
		})),
	)
	text, _ := routes.Serve(weft.Get("/job")).Body().AsString()
	fmt.Print(text)
	// Output:
	// event: hyper-patch-elements
	// data: elements <p id="job">working on &lt;it&gt;</p>
	//
	// event: hyper-patch-signals
	// data: signals {"progress":100}
	//
	// event: hyper-patch-elements
	// data: selector #log
	// data: mode append
	// data: elements <li>done</li>
	// id: 1
	// retry: 5000
}

func ExampleDataOn() {
	search := hyper.DataOn("input").Debounce(300 * time.Millisecond).Do(hyper.Fetch(weft.GET, "/search"))
	fmt.Println(search)
	fmt.Println(hyper.DataOn("click", hyper.JS("$name = %s", `O'Hara "</b>"`)).Once())
	// Output:
	// data-on:input__debounce.300ms="@get(&#39;/search&#39;)"
	// data-on:click__once="$name = &#34;O&#39;Hara \&#34;\u003c/b\u003e\&#34;&#34;"
}
