// Package client sends requests over HTTP. It is what endpoints are called through:
//
//	books := client.New("https://books.example/v1")
//	getBook := GetBook.Client(books)
//	book, err := getBook(ctx, 42, "en")
//
// A [Client] is safe for concurrent use and keeps connections open. Make one for each
// server that is called, when the program starts, and use it for everything. A base
// that is not a URL is the error of every call; [Client.Err] tells beforehand.
//
// # Configuration
//
// The zero [Config] is the default:
//
//	books := client.New("https://books.example", client.Config{
//		Credentials: auth.NewBearerCredentials(token),
//		Timeout:     5 * time.Second,
//		Headers:     weft.NewHeaders("X-Tenant", "blue"),
//	})
//
// Header fields, credentials and forwarded fields are for the server of the base, and
// are sent to no other, wherever a redirect leads.
//
// # Plain requests
//
// A client sends any request, and not only those of endpoints. The URL is relative to
// the base:
//
//	resp, err := books.Do(ctx, weft.Get("/books?lang=en"))
//	if err != nil {
//		return err
//	}
//	text, err := resp.Body().AsString()
//
// An answer is an answer, whatever its status. An error means that there is none; it
// is an [*Error]. The body of an answer may be a stream; read it to its end, or close
// it with resp.Body().Close().
//
// # Time
//
// Config.Timeout, 30 seconds unless set, is how long the server may keep the caller
// waiting. It covers a call with all its attempts up to the answer, and a short answer
// with its body. Bodies that are streamed take the time they take, in both directions:
//
//   - While a streamed request body is sent, the time does not run as long as the
//     program itself has nothing more to send.
//   - While a long body is received, each piece has to come in time.
//   - A body of unknown length that is a stream by its media type, such as
//     text/event-stream and application/x-ndjson, may be silent for ever.
//
// The context of the call ends everything, including the streams.
//
// # Trying again
//
// A request is sent again if that cannot do harm: its method is idempotent (RFC 9110
// section 9.2.2), or it has an Idempotency-Key field, and its body is in memory. The
// reasons are a connection that broke, and the answers 429, 502, 503 and 504. There are
// two more attempts unless Config.Retries says otherwise, after growing pauses
// ([Backoff]). A Retry-After field of the server is respected; if it asks for more time
// than Backoff.Max, the answer is returned as it is.
//
// # Redirects
//
// GET and HEAD follow redirects; other methods follow 307 and 308 only, if their body is
// in memory. All other answers of the class 3xx are returned as they are, and so are
// redirects from https to http.
//
// # Credentials
//
// [auth.BasicCredentials] and [auth.BearerCredentials] are sent with every request to the
// base that has no Authorization field of its own. If the server asks for Digest (RFC
// 7616), user and password answer its challenge, and further requests answer at once.
// To keep a password from ever being sent, say that nothing but Digest will do:
//
//	client.Config{
//		Credentials: auth.NewBasicCredentials("ann", password),
//		Auth:        auth.Digest("books"),
//	}
//
// Custom credentials go where their codec puts them; Config.Auth names it:
//
//	client.Config{
//		Credentials: auth.CustomCredentials{Name: "key", Value: "k-123"},
//		Auth:        auth.Custom("key", codec.Header[string]("X-Api-Key")),
//	}
//
// # Forwarding
//
// A server that calls other servers often passes fields on: a request id, a language.
// The middleware forwardHeaders notes them in the context of the request, and a client
// with Config.ForwardHeaders adds them to the requests that are sent with that context.
//
// # Large answers
//
// Answers are asked for in gzip or deflate and decompressed while they are read. An answer
// that is a value by its media type (JSON and the other formats, text) has at most
// Config.MaxResponse bytes, counted after decompressing; reading more fails with
// [*weft.BodyTooLarge]. Streams and downloads have no bound, since nobody needs to
// hold them in memory.
package client
