package server

import (
	"slices"
	"strconv"
	"strings"
)

// A Key describes a setting that can come from outside.
type Key struct {
	// Name is the key below [Root]: binding-port. An empty pair of brackets stands for
	// the index of an element: response-compression.options[].type.
	Name string

	// Type says what values there are, with an article: "a port from 0 to 65535".
	Type string

	// Default is the value without a setting, as text. It may be empty, for none.
	Default string

	// Doc says in a sentence or two what the setting does.
	Doc string

	// Secret says that the value must not be shown.
	Secret bool
}

// Variable returns the name of the environment variable for the key, with N for the
// index of an element.
func (k Key) Variable() string {
	return variableOf(Root + "." + strings.ReplaceAll(k.Name, "[]", "[N]"))
}

// list returns the name of the list that the key's value is an element of, or part of
// one, or the empty string.
func (k Key) list() string {
	name, _, ok := strings.Cut(k.Name, "[]")
	if !ok {
		return ""
	}
	return name
}

// Keys returns all keys in the order of the documentation.
func Keys() []Key {
	var keys []Key
	for _, s := range settings() {
		keys = append(keys, s.Key)
	}
	return keys
}

// A setting is a key and what it stands for in a configuration. The list of settings is
// the only place that knows keys: reading, writing and documentation go by it.
type setting struct {
	Key

	// set puts a text into a draft. The index is for elements of lists.
	set func(d *draft, index int, text string) error

	// get returns the value in a draft as text; it is empty for the default.
	get func(d *draft, index int) string
}

// key returns a setting whose value is at a place in the draft.
func key[T comparable](name string, of kind[T], def, doc string, at func(d *draft, i int) *T) setting {
	return setting{
		Key: Key{Name: name, Type: of.want, Default: def, Doc: doc, Secret: of.secret},
		set: func(d *draft, i int, text string) error {
			v, err := of.parse(text)
			if err == nil {
				*at(d, i) = v
			}
			return err
		},
		get: func(d *draft, i int) string {
			v := *at(d, i)
			var zero T
			if v == zero {
				return ""
			}
			return of.write(v)
		},
	}
}

// A list is a group of settings that repeats.
type list struct {
	max    int
	length func(*draft) int
	clear  func(*draft)
}

// A catalogue is the list of settings with what it takes to find one.
type catalogue struct {
	all    []setting
	byName map[string]int
	groups map[string]bool // names that have keys below them
	lists  map[string]list
}

func newCatalogue() catalogue {
	c := catalogue{all: settings(), byName: map[string]int{}, groups: map[string]bool{}, lists: lists()}
	for i, s := range c.all {
		c.byName[s.Name] = i
		for name := s.Name; strings.Contains(name, "."); {
			name = name[:strings.LastIndexByte(name, '.')]
			c.groups[name] = true
		}
	}
	return c
}

// find returns the setting for a name, with the index that stands in its brackets.
func (c catalogue) find(name string) (s setting, index int, ok bool) {
	if before, rest, found := strings.Cut(name, "["); found {
		number, after, closed := strings.Cut(rest, "]")
		n, err := strconv.ParseUint(number, 10, 16)
		if !closed || err != nil {
			return setting{}, 0, false
		}
		name, index = before+"[]"+after, int(n)
	}
	i, ok := c.byName[name]
	if !ok {
		return setting{}, 0, false
	}
	return c.all[i], index, true
}

// byVariable returns the names of all keys and lists by those of their environment
// variables, without the root.
func (c catalogue) byVariable() map[string]string {
	names := map[string]string{}
	for name := range c.byName {
		names[variableOf(name)] = name
	}
	for name := range c.lists {
		names[variableOf(name)] = name
	}
	return names
}

// suggest returns a key that a misspelt name may stand for, or the empty string: the
// nearest one that differs in few letters, or else the only one that ends in the name.
func (c catalogue) suggest(name string) string {
	best, nearest := "", 1+len(name)/5
	var endings []string
	for _, s := range c.all {
		if n := distance(letters(name), letters(s.Name)); n < nearest || n == nearest && best == "" {
			best, nearest = s.Name, n
		}
		if strings.HasSuffix(s.Name, "-"+name) || strings.HasSuffix(s.Name, "."+name) {
			endings = append(endings, s.Name)
		}
	}
	if best == "" && len(endings) == 1 {
		return endings[0]
	}
	return best
}

// letters returns a name without what separates its words, so that bindingPort and
// binding_port are near binding-port.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_.[]0123456789 ", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// distance returns how many letters have to be inserted, removed, replaced or swapped
// with their neighbour to make b of a. Long names are not worth the time.
func distance(a, b string) int {
	if len(a) > 100 || len(b) > 100 {
		return 100
	}
	// rows are for the last two letters of a and the one before them.
	before, last, row := []int(nil), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			same := 1
			if a[i] == b[j] {
				same = 0
			}
			row[j+1] = min(row[j]+1, last[j+1]+1, last[j]+same)
			if before != nil && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = slices.Clone(last), row, make([]int, len(b)+1)
	}
	return last[len(b)]
}
