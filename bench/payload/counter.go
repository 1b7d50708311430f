package payload

import "strconv"

// Counter is the element that pages are patched with.
func Counter(n int) string { return `<output id="count">` + strconv.Itoa(n) + `</output>` }
