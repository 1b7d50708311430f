package weft

import "github.com/weft-go/weft/status"

// Status is the status code of a response. It is the same type as [status.Code];
// the registered codes are constants of that package:
//
//	weft.Status(status.NotFound).String() // "404 Not Found"
//
// Any number from 100 to 999 is allowed (RFC 9110 section 15).
type Status = status.Code
