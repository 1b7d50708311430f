// Package status names the status codes of HTTP.
//
// Every code in the registry of IANA has a constant named after its reason
// phrase, and a [Code] can tell its class:
//
//	code := status.NotFound
//	code.String()        // "404 Not Found"
//	code.Text()          // "Not Found"
//	code.IsClientError() // true
//
// A code of one's own is a conversion: status.Code(499). Everything from 100 to
// 999 can be sent; see [Code.Valid].
//
// The root package calls the same type weft.Status.
package status
