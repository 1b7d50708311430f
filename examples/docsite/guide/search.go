package guide

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Result is a section that has every word of a query.
type Result struct {
	// Page is the title of the page.
	Page string
	// Title is the heading of the section, marked. It is that of the page for the
	// beginning of a page.
	Title []Piece
	// URL leads to the section.
	URL string
	// Excerpt is a part of the text, marked.
	Excerpt []Piece
}

// A Piece is a part of a text. Mark says that it is one of the words that were searched
// for.
type Piece struct {
	Text string
	Mark bool
}

const (
	maxResults = 20
	maxWords   = 8
	// The excerpt begins some letters before the first word that was found.
	excerptBefore, excerptAfter = 50, 150
)

// An entry is a section as the search sees it, in lower case.
type entry struct {
	page              *Page
	section           Section
	title, text, name string
}

func index(pages []*Page) []entry {
	var list []entry
	for _, p := range pages {
		for _, s := range p.Sections {
			list = append(list, entry{p, s, lower(s.Title), lower(s.Text), lower(p.Title)})
		}
	}
	return list
}

// Search returns the sections in which all words of a query stand, the best first: those
// that have them in their heading before those that have them in their text, and guides
// before everything else. Words match everywhere, and better at their beginning. It
// returns nil for a query without words.
func (l *Library) Search(query string) []Result {
	words := strings.Fields(lower(query))
	if len(words) == 0 {
		return nil
	}
	words = words[:min(len(words), maxWords)]
	type hit struct {
		entry
		score int
	}
	var hits []hit
	for _, e := range l.entries {
		if score := e.score(words); score > 0 {
			hits = append(hits, hit{e, score})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(b.score, a.score))
	})
	var results []Result
	for _, h := range hits[:min(len(hits), maxResults)] {
		results = append(results, h.result(words))
	}
	return results
}

// score returns how well an entry fits, and 0 if a word is missing.
func (e entry) score(words []string) int {
	total := 0
	for _, word := range words {
		s := 20*found(e.title, word) + 8*found(e.name, word) + 3*found(e.text, word) + min(strings.Count(e.text, word), 4)
		if s == 0 {
			return 0
		}
		total += s
	}
	return total
}

// rank is 0 for what is to be read, and 1 for pages to look things up in, which come
// after it.
func (e entry) rank() int {
	if e.page.URL == "/guides/spec-map" || strings.HasPrefix(e.page.URL, "/source/") {
		return 1
	}
	return 0
}

// found returns 2 if a word begins there in a text, 1 if it is somewhere in it, and
// otherwise 0.
func found(text, word string) int {
	best := 0
	for rest := text; ; {
		at := strings.Index(rest, word)
		if at < 0 {
			return best
		}
		before, _ := utf8.DecodeLastRuneInString(text[:len(text)-len(rest)+at])
		if !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return 2
		}
		best, rest = 1, rest[at+len(word):]
	}
}

func (e entry) result(words []string) Result {
	url := e.page.URL
	if e.section.ID != "" {
		url += "#" + e.section.ID
	}
	return Result{e.page.Title, mark(e.section.Title, words), url, mark(excerpt(e.section.Text, words), words)}
}

// excerpt returns the part of a text around the first word that is in it.
func excerpt(text string, words []string) string {
	small, first := lower(text), len(text)
	for _, word := range words {
		if at := strings.Index(small, word); at >= 0 {
			first = min(first, at)
		}
	}
	if first == len(text) {
		first = 0
	}
	from, to := max(0, first-excerptBefore), min(len(text), first+excerptAfter)
	if from > 0 {
		from += strings.IndexByte(text[from:first]+" ", ' ') + 1
		from = min(from, first)
	}
	if to < len(text) {
		if space := strings.LastIndexByte(text[first:to], ' '); space > 0 {
			to = first + space
		}
	}
	part := strings.ToValidUTF8(text[from:to], "")
	if from > 0 {
		part = "… " + part
	}
	if to < len(text) {
		part += " …"
	}
	return part
}

// mark cuts a text into pieces at the words.
func mark(text string, words []string) []Piece {
	var pieces []Piece
	small := lower(text)
	for small != "" {
		at, length := len(small), 0
		for _, word := range words {
			if i := strings.Index(small, word); i >= 0 && (i < at || i == at && len(word) > length) {
				at, length = i, len(word)
			}
		}
		if at > 0 {
			pieces = append(pieces, Piece{Text: text[:at]})
		}
		if length > 0 {
			pieces = append(pieces, Piece{text[at : at+length], true})
		}
		small, text = small[at+length:], text[at+length:]
	}
	return pieces
}

// lower puts a text into lower case and keeps the place of every byte: the few letters
// that would become longer or shorter stay as they are.
func lower(text string) string {
	return strings.Map(func(r rune) rune {
		if small := unicode.ToLower(r); utf8.RuneLen(small) == utf8.RuneLen(r) {
			return small
		}
		return r
	}, text)
}
