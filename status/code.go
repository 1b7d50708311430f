package status

import "strconv"

// A Code is the status of a response: a number of three digits whose first digit
// is its class (RFC 9110 section 15). Codes outside the registry may be made by
// converting a number from 100 to 999: status.Code(499). The zero Code is not a
// valid status.
type Code int

// Valid reports whether c can be sent: whether it is from 100 to 999. Codes from
// 600 on belong to no class; some servers use them among themselves.
func (c Code) Valid() bool { return 100 <= c && c <= 999 }

// IsInformational reports whether c is from 100 to 199. Such a response has no
// body and another response follows it.
func (c Code) IsInformational() bool { return c/100 == 1 }

// IsSuccess reports whether c is from 200 to 299.
func (c Code) IsSuccess() bool { return c/100 == 2 }

// IsRedirection reports whether c is from 300 to 399. 304 Not Modified is one of
// them although it leads nowhere else.
func (c Code) IsRedirection() bool { return c/100 == 3 }

// IsClientError reports whether c is from 400 to 499.
func (c Code) IsClientError() bool { return c/100 == 4 }

// IsServerError reports whether c is from 500 to 599.
func (c Code) IsServerError() bool { return c/100 == 5 }

// IsError reports whether c is a client error or a server error.
func (c Code) IsError() bool { return c.IsClientError() || c.IsServerError() }

// AllowsBody reports whether a response with this status may have content. It may
// not with 1xx, 204 and 304 (RFC 9110 section 6.4.1).
func (c Code) AllowsBody() bool {
	return !c.IsInformational() && c != NoContent && c != NotModified
}

// String returns the number and, if the code is registered, its reason phrase:
// "404 Not Found", "499".
func (c Code) String() string {
	number := strconv.Itoa(int(c))
	if text := c.Text(); text != "" {
		return number + " " + text
	}
	return number
}
