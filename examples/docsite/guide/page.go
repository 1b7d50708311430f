package guide

import (
	"path"
	"strings"
)

// A Page is one page of a library.
type Page struct {
	// File is the path of its file in the repository, with slashes.
	File string
	// URL is the path of the page in the site.
	URL string
	// Title is its first heading, without markup.
	Title string
	// HTML is the page, without anything around it.
	HTML string
	// Headings are those below the title, in their order.
	Headings []Heading
	// Links are the paths in the site to which the page leads, with their fragments.
	Links []string
	// Sections are what can be searched: the text below each heading.
	Sections []Section
	// IsSource says that the page shows a file or a directory of the repository.
	IsSource bool
}

// A Heading is a place in a page.
type Heading struct {
	// Level is 2 for sections, 3 for parts of sections.
	Level int
	// ID is the fragment that leads to it.
	ID string
	// Text is the heading without markup.
	Text string
}

// A Section is a heading with the text below it, as plain text.
type Section struct {
	// ID is the fragment that leads to it, empty for the beginning of the page.
	ID string
	// Title is the text of the heading.
	Title string
	// Text is what stands below it, with single spaces.
	Text string
}

// A File is one that is served as it is: a picture.
type File struct {
	// Media is its media type.
	Media string
	// Data is its content.
	Data []byte
}

const (
	readme = "README.md"
	home   = "docs"
)

// urlOf returns where a file of the repository has its page.
func urlOf(file string) string {
	switch name, isMarkdown := strings.CutSuffix(file, ".md"); {
	case file == readme:
		return "/"
	case isMarkdown && strings.HasPrefix(name, home+"/"):
		return "/guides/" + strings.TrimPrefix(name, home+"/")
	case isPicture(file):
		return "/files/" + file
	}
	return "/source/" + file
}

func isPicture(file string) bool { return pictureType(file) != "" }

// pictureType returns the media type of a picture, or the empty string.
func pictureType(file string) string {
	switch path.Ext(file) {
	case ".png":
		return "image/png"
	case ".svg":
		return "image/svg+xml"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".webp":
		return "image/webp"
	case ".gif":
		return "image/gif"
	}
	return ""
}
