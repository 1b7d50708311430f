package weft

// The media types that web applications use most. Those of text name their charset,
// because browsers guess otherwise.
const (
	MediaJSON        = "application/json"                  // RFC 8259
	MediaProblemJSON = "application/problem+json"          // RFC 9457
	MediaXML         = "application/xml"                   // RFC 7303
	MediaForm        = "application/x-www-form-urlencoded" // the URL standard of WHATWG
	MediaMultipart   = "multipart/form-data"               // RFC 7578
	MediaOctetStream = "application/octet-stream"          // RFC 2046 section 4.5.1
	MediaText        = "text/plain; charset=utf-8"         // RFC 2046 section 4.1
	MediaHTML        = "text/html; charset=utf-8"          // the HTML standard of WHATWG
	MediaCSS         = "text/css; charset=utf-8"           // RFC 2318
	MediaJavaScript  = "text/javascript; charset=utf-8"    // RFC 9239
	MediaEventStream = "text/event-stream"                 // the HTML standard of WHATWG
	MediaPDF         = "application/pdf"                   // RFC 8118
	MediaPNG         = "image/png"                         // the PNG specification of W3C
	MediaJPEG        = "image/jpeg"                        // RFC 2046 section 4.2
	MediaSVG         = "image/svg+xml"                     // the SVG specification of W3C
)
