package shop

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/weft-go/weft/examples/bookshop/api"
)

// A cover is drawn in the manner of old cloth bindings: one colour, a frame, an
// ornament, and the title in a serif face. Colour and ornament follow from the author,
// so that the books of one author look like a set.

// cloths are the colours of covers: the cloth, and the gilt on it.
var cloths = [...][2]string{
	{"#26413c", "#e3cf9a"}, {"#5b2333", "#efd9b4"}, {"#1f3556", "#d9c58b"}, {"#6b4226", "#f0dfbc"},
	{"#3d3556", "#dccfa6"}, {"#7a2e1f", "#f2dcae"}, {"#2f4b26", "#e6d8a3"}, {"#12454d", "#e8d6a4"},
	{"#4a3b2a", "#ead7a8"}, {"#283044", "#d8c18a"},
}

// draw returns the cover of a book as SVG.
func draw(b api.Book) []byte {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(b.Author)) // it never fails
	seed := sum.Sum32()
	cloth := cloths[seed%uint32(len(cloths))]

	var out bytes.Buffer
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 360" width="240" height="360">`+
		`<rect width="240" height="360" fill="%s"/><rect width="14" height="360" fill="#000" fill-opacity=".22"/>`+
		`<rect x="26" y="14" width="200" height="332" fill="none" stroke="%[2]s" stroke-width="1.5"/>`+
		`<rect x="31" y="19" width="190" height="322" fill="none" stroke="%[2]s" stroke-width=".75"/>`, cloth[0], cloth[1])
	ornament(&out, seed/16, cloth[1])
	lines := wrap(b.Title, 14)
	size := 27 - 3*max(0, len(lines)-3)
	y := 100 - (len(lines)-1)*size/2
	fmt.Fprintf(&out, `<g fill="%s" text-anchor="middle" font-family="Georgia, 'Times New Roman', 'DejaVu Serif', serif">`, cloth[1])
	for i, line := range lines {
		fmt.Fprintf(&out, `<text x="126" y="%d" font-size="%d" font-weight="bold">%s</text>`, y+i*(size+5), size, html.EscapeString(line))
	}
	for i, line := range wrap(b.Author, 20) {
		fmt.Fprintf(&out, `<text x="126" y="%d" font-size="15" letter-spacing=".6">%s</text>`, 300+i*19, html.EscapeString(line))
	}
	out.WriteString(`</g></svg>`)
	return out.Bytes()
}

// ornament draws one of four figures in the middle.
func ornament(out *bytes.Buffer, seed uint32, gilt string) {
	fmt.Fprintf(out, `<g transform="translate(126 218)" fill="none" stroke="%s" stroke-width="1.5">`, gilt)
	petals := 6 + seed%4*2
	for i := range petals {
		turn := i * 360 / petals
		switch seed / 4 % 4 {
		case 0:
			fmt.Fprintf(out, `<ellipse cx="0" cy="-22" rx="7" ry="20" transform="rotate(%d)"/>`, turn)
		case 1:
			fmt.Fprintf(out, `<path d="M0 0L0 -42M-6 -30L0 -42L6 -30" transform="rotate(%d)"/>`, turn)
		case 2:
			fmt.Fprintf(out, `<circle cx="0" cy="-22" r="19" transform="rotate(%d)"/>`, turn)
		default:
			fmt.Fprintf(out, `<rect x="-29" y="-29" width="58" height="58" transform="rotate(%d)"/>`, turn/4)
		}
	}
	out.WriteString(`</g>`)
}

// wrap breaks a text into lines of about width characters.
func wrap(text string, width int) []string {
	var lines []string
	for word := range strings.FieldsSeq(text) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
