package guide

import (
	"path"
	"regexp"
	"strings"
)

// Code is coloured by spans with classes of one letter: k for keywords, t for types
// and other names of the language, f for what is called, s for texts, n for numbers,
// c for comments, p for prompts and o for what a command prints. Go is read by the
// scanner of the standard library; for all other languages it is enough to find
// comments, texts and numbers.

// highlight returns code as HTML.
func highlight(language, code string) string {
	switch language {
	case "go":
		return highlightGo(code)
	case "console":
		return highlightConsole(code)
	}
	if re := lexer(language); re != nil {
		return highlightWith(re, code)
	}
	return escape(code)
}

const (
	hashComment  = `(?P<c>(?:^|[ \t])#.*$)`
	slashComment = `(?P<c>//.*$|/\*(?s:.*?)\*/)`
	dashComment  = `(?P<c>--.*$)`
	markComment  = `(?P<c><!--(?s:.*?)-->)`
	quoted       = `(?P<s>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`
	number       = `(?P<n>\b\d[\w.]*\b)`
	literal      = `(?P<k>\b(?:true|false|null)\b)`
	section      = `(?P<k>^\[[^\]\n]+\]$)`
	instruction  = `(?P<k>^(?:FROM|WORKDIR|COPY|RUN|ENTRYPOINT|ENV|EXPOSE|USER|CMD)\b)`
)

// lexer returns what finds the parts of a language, or nil for text.
func lexer(language string) *regexp.Regexp {
	var parts []string
	switch language {
	case "json":
		parts = []string{quoted, number, literal}
	case "sh", "bash", "yaml", "toml", "make", "properties":
		parts = []string{hashComment, quoted, literal}
	case "ini", "nginx":
		parts = []string{hashComment, section, quoted}
	case "dockerfile":
		parts = []string{hashComment, instruction, quoted}
	case "js", "ts", "css", "proto", "c":
		parts = []string{slashComment, quoted, number, literal}
	case "sql":
		parts = []string{dashComment, quoted, number}
	case "html":
		parts = []string{markComment, quoted}
	default:
		return nil
	}
	return regexp.MustCompile(`(?m)` + strings.Join(parts, "|"))
}

// highlightWith wraps what a lexer finds, each by the name of its group.
func highlightWith(re *regexp.Regexp, code string) string {
	var b strings.Builder
	end := 0
	for _, at := range re.FindAllStringSubmatchIndex(code, -1) {
		b.WriteString(escape(code[end:at[0]]))
		for group, name := range re.SubexpNames() {
			if group > 0 && at[2*group] >= 0 {
				b.WriteString(span(name, code[at[0]:at[1]]))
			}
		}
		end = at[1]
	}
	b.WriteString(escape(code[end:]))
	return b.String()
}

// highlightConsole tells what is typed from what is printed. A command goes on in the
// next line after a backslash.
func highlightConsole(code string) string {
	var b strings.Builder
	typed := false
	for line := range strings.Lines(code) {
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case isCommand:
			b.WriteString(span("p", "$ ") + escape(command))
		case typed:
			b.WriteString(escape(line))
		default:
			b.WriteString(span("o", strings.TrimSuffix(line, "\n")))
			if strings.HasSuffix(line, "\n") {
				b.WriteByte('\n')
			}
		}
		typed = (isCommand || typed) && strings.HasSuffix(line, "\\\n")
	}
	return b.String()
}

func span(class, text string) string {
	return `<span class="` + class + `">` + escape(text) + `</span>`
}

// language returns that of a file, as in the info string of a code block.
func language(file string) string {
	switch name := path.Base(file); name {
	case "Makefile":
		return "make"
	case "Dockerfile":
		return "dockerfile"
	case "go.mod":
		return "proto" // the same comments
	}
	switch ext := strings.TrimPrefix(path.Ext(file), "."); ext {
	case "yml":
		return "yaml"
	default:
		return ext
	}
}
