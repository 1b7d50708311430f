package guide

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxSource is the size of a source file above which only its beginning is shown.
const maxSource = 256 << 10

// A Library is the documentation of a repository. It does not change once it is
// loaded, so any number of goroutines may use it.
type Library struct {
	repository fs.FS
	pages      map[string]*Page // by URL
	order      []*Page
	files      map[string]File // by URL
	entries    []entry
}

// Load reads the documentation of a repository. It fails if there is no README.md, or
// if a file cannot be read.
func Load(repository fs.FS) (*Library, error) {
	l := &Library{repository: repository, pages: map[string]*Page{}, files: map[string]File{}}
	start, err := fs.Glob(repository, home+"/*.md")
	if err != nil {
		return nil, err
	}
	queue := append([]string{readme}, start...)
	for len(queue) > 0 {
		more, err := l.add(queue[0])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", queue[0], err)
		}
		queue = append(queue[1:], more...)
	}
	l.entries = index(l.order)
	return l, nil
}

// Page returns the page with a URL, which has no fragment.
func (l *Library) Page(url string) (*Page, bool) {
	p, ok := l.pages[url]
	return p, ok
}

// File returns the picture with a URL.
func (l *Library) File(url string) (File, bool) {
	f, ok := l.files[url]
	return f, ok
}

// Pages returns all pages: those of docs and the README first, and then what they lead
// to.
func (l *Library) Pages() []*Page { return slices.Clone(l.order) }

// add takes a file into the library, unless it has it, and returns the files to which
// that one leads.
func (l *Library) add(file string) ([]string, error) {
	url := urlOf(file)
	if l.pages[url] != nil || l.files[url].Data != nil {
		return nil, nil
	}
	info, err := fs.Stat(l.repository, file)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return l.addDirectory(file)
	}
	data, err := fs.ReadFile(l.repository, file)
	if err != nil {
		return nil, err
	}
	switch {
	case isPicture(file):
		l.files[url] = File{pictureType(file), data}
		return nil, nil
	case path.Ext(file) == ".md":
		p, more, err := l.markdown(file, data)
		if err == nil {
			l.put(p)
		}
		return more, err
	}
	l.put(source(file, data))
	return nil, nil
}

func (l *Library) put(p *Page) {
	l.pages[p.URL] = p
	l.order = append(l.order, p)
}

// addDirectory adds a list of what is in a directory.
func (l *Library) addDirectory(dir string) ([]string, error) {
	list, err := fs.ReadDir(l.repository, dir)
	if err != nil {
		return nil, err
	}
	p := &Page{File: dir, URL: urlOf(dir), Title: dir, IsSource: true}
	var html strings.Builder
	fmt.Fprintf(&html, "<h1>%s</h1>\n<ul class=\"files\">\n", escape(dir))
	var more []string
	for _, e := range list {
		file := path.Join(dir, e.Name())
		if !isShown(file) {
			continue
		}
		more = append(more, file)
		p.Links = append(p.Links, urlOf(file))
		name := e.Name()
		if e.IsDir() {
			name += "/"
		}
		fmt.Fprintf(&html, "<li><a href=\"%s\">%s</a></li>\n", escape(urlOf(file)), escape(name))
	}
	html.WriteString("</ul>\n")
	p.HTML = html.String()
	l.put(p)
	return more, nil
}

// source returns the page of a file with code.
func source(file string, data []byte) *Page {
	p := &Page{File: file, URL: urlOf(file), Title: file, IsSource: true}
	text := string(data)
	note := ""
	if len(text) > maxSource {
		text = strings.ToValidUTF8(text[:maxSource], "")
		note = fmt.Sprintf("<p>These are the first %d KiB of the file.</p>\n", maxSource>>10)
	}
	if !utf8.ValidString(text) {
		text, note = "", "<p>This file is not text.</p>\n"
	}
	p.HTML = fmt.Sprintf("<h1>%s</h1>\n%s%s", escape(file), note, codeBlock(language(file), text))
	return p
}

// isShown says whether a file may be in the library: those with a dot in front are
// not, and neither is what package managers fetch.
func isShown(file string) bool {
	for part := range strings.SplitSeq(file, "/") {
		if strings.HasPrefix(part, ".") || part == "node_modules" {
			return false
		}
	}
	return true
}

// has says whether a file or directory of the repository exists and may be shown.
func (l *Library) has(file string) bool {
	if !fs.ValidPath(file) || !isShown(file) {
		return false
	}
	_, err := fs.Stat(l.repository, file)
	return err == nil
}
