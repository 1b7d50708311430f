package rules

import (
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"strings"
)

// Links finds relative links in Markdown files that lead to no file. Links to
// other hosts and to headings are not followed.
func Links(t *Tree) []Finding {
	link := regexp.MustCompile(`\]\(<?([^)<>\s]+)>?(?:\s+"[^"]*")?\)`)
	inlineCode := regexp.MustCompile("`[^`]*`")
	var found []Finding
	for _, text := range t.Texts {
		if path.Ext(text.Path) != ".md" {
			continue
		}
		for number, line := range proseLines(string(text.Data)) {
			for _, match := range link.FindAllStringSubmatch(inlineCode.ReplaceAllString(line, ""), -1) {
				if !t.leadsSomewhere(text.Path, match[1]) {
					found = append(found, Finding{text.Path, number, fmt.Sprintf("the link to %s leads to no file in the repository", match[1])})
				}
			}
		}
	}
	return found
}

// proseLines returns the lines outside fenced code blocks with their numbers.
func proseLines(text string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		number, fenced := 0, false
		for line := range strings.Lines(text) {
			number++
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				fenced = !fenced
			} else if !fenced && !yield(number, line) {
				return
			}
		}
	}
}

func (t *Tree) leadsSomewhere(from, target string) bool {
	to, err := url.Parse(target)
	if err != nil {
		return false
	}
	if to.IsAbs() || to.Host != "" || to.Path == "" {
		return true
	}
	_, err = fs.Stat(t.files, path.Join(path.Dir(from), to.Path))
	return err == nil
}
