// Package hyper lets the server drive the page: handlers answer with pieces of HTML,
// changes to signals and scripts, and a small client in the browser applies them.
// There is no second application in JavaScript, and no state to keep in step.
//
// # A page
//
// The page includes the client, declares signals and says what happens when. The
// attributes are helpers of this package, for gomponents and for templates:
//
//	count := hyper.Signal[int]("count")
//	Body(
//		hyper.Script(),
//		Div(count.Declare(0),
//			Button(hyper.DataOn("click", hyper.Request(AddOne)), Text("one more")),
//			Span(hyper.DataText(count)),
//		),
//		Ul(ID("log")),
//	)
//
// A handler answers with it through [Page], and the routes serve the client, which is a
// part of the program:
//
//	routes := weft.NewRoutes(page, add, hyper.Assets())
//
// # One change
//
// A handler that changes one thing is wrapped by [Event]. It returns a [Patch]:
//
//	route.POST("/add").Handle(hyper.Event(func(req *weft.Request) (hyper.Patch, error) {
//		state, err := hyper.ReadSignals[State](req)
//		if err != nil {
//			return hyper.Patch{}, err // 400, and the client is told why
//		}
//		return hyper.PatchSignals(State{Count: state.Count + 1}), nil
//	}))
//
// # Many changes
//
// A handler that has more to say, now or later, is wrapped by [Events]. It gets a
// [Stream], over which each change goes out at once as a server-sent event:
//
//	route.GET("/clock").Handle(hyper.Events(func(req *weft.Request, page *hyper.Stream) error {
//		for now := range ticks(req.Context()) {
//			html := hyper.HTMLf(`<time id="clock">%s</time>`, now.Format(time.TimeOnly))
//			if err := page.PatchElements(html); err != nil {
//				return err // the browser is gone
//			}
//		}
//		return nil
//	}))
//
// # HTML
//
// Wherever HTML is wanted it may be
//
//   - a string or a template.HTML, which is sent as it is;
//   - a [Node], which is anything with Render(io.Writer) error: all of gomponents, and
//     [Template] for html/template;
//   - a [Component], which is anything with Render(context.Context, io.Writer) error:
//     all of templ.
//
// A string is markup. What others wrote has to be escaped before it becomes a part of
// one: [Text] does that, [HTMLf] does it to its arguments, and the template engines do
// it by themselves.
//
// # Requests and signals
//
// Whenever the page sends a request it sends its signals along, and [ReadSignals]
// decodes them. [Request] makes the expression that sends a request to a described
// endpoint; arguments may be values or signals, which are read at the moment of the
// click:
//
//	hyper.DataOn("click", hyper.Request(GetBook, 42, "en"))      // @get('/books/42?lang=en')
//	hyper.DataOn("input", hyper.Request(Search, query)).Debounce(300*time.Millisecond)
//
// # Many browsers
//
// A [Topic] tells all browsers at once. Publishing encodes a patch once, however many
// listen; a browser that was away for a moment gets what it has missed; one that is too
// slow does not hold up the others:
//
//	var news = hyper.NewTopic(hyper.TopicOptions{})
//
//	route.GET("/news").Handle(hyper.Events(func(req *weft.Request, page *hyper.Stream) error {
//		return news.Stream(page)
//	}))
//	…
//	err := news.Publish(ctx, hyper.PatchElements(item, hyper.PatchElementOptions{Selector: "#news", Mode: hyper.Prepend}))
//
// This topic knows the browsers of one process. The module hyper/natstopic has one over
// NATS JetStream, for applications that several processes serve.
//
// # On the wire
//
// Section 6 of docs/spec-map.md leads from the specification's names to the ones here.
// Two events exist, hyper-patch-elements and hyper-patch-signals; everything else, such
// as [ExecuteScript], is expressed with them.
package hyper
