package json

import "bytes"

// skip checks the value at i and returns the index after it. What is skipped has to
// be JSON too, down to the names of members, which must differ.
func (d *decoder) skip(i int) int {
	switch d.b[i] {
	case '{':
		return d.skipObject(i)
	case '[':
		return d.skipList(i)
	case '"':
		_, end := d.rawString(i)
		return end
	case 't':
		return d.literal(i, "true")
	case 'f':
		return d.literal(i, "false")
	case 'n':
		return d.literal(i, "null")
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return d.number(i)
	}
	return d.syntax(i, "a value")
}

func (d *decoder) skipList(i int) int {
	if !d.enter(i) {
		return -1
	}
	i, more := d.open(i, ']')
	for more {
		if i = d.skip(i); i < 0 {
			return -1
		}
		if i, more = d.next(i, ']'); i < 0 {
			return -1
		}
	}
	d.depth--
	return i
}

// open steps over the bracket or brace at i. It reports whether an element follows;
// otherwise the closing byte has been read too. When the input ends there it says
// that an element follows and leaves the complaint to who reads it.
func (d *decoder) open(i int, closing byte) (int, bool) {
	i = d.space(i + 1)
	if i == len(d.b) {
		return d.syntax(i, "a value or '"+string(rune(closing))+"'"), false
	}
	if d.b[i] == closing {
		return i + 1, false
	}
	return i, true
}

// next steps over what follows an element: a comma, and it reports true, or the
// closing byte.
func (d *decoder) next(i int, closing byte) (int, bool) {
	if i = d.space(i); i < len(d.b) {
		switch d.b[i] {
		case ',':
			if i = d.space(i + 1); i == len(d.b) {
				return d.syntax(i, "a value after the comma"), false
			}
			return i, true
		case closing:
			return i + 1, false
		}
	}
	return d.syntax(i, "',' or '"+string(rune(closing))+"'"), false
}

func (d *decoder) skipObject(i int) int {
	if !d.enter(i) {
		return -1
	}
	names := newNameSet(d)
	i, more := d.open(i, '}')
	for more {
		at := i
		var name []byte
		if name, i = d.name(i); i < 0 {
			return -1
		}
		if !names.add(d, name) {
			return d.fatal(at, "the name "+quote(name)+" is there twice")
		}
		if i = d.skip(i); i < 0 {
			return -1
		}
		if i, more = d.next(i, '}'); i < 0 {
			return -1
		}
	}
	names.close(d)
	d.depth--
	return i
}

// name reads a member's name and the colon after it, and returns the index of the
// value. The name is valid only until the next string is read.
func (d *decoder) name(i int) ([]byte, int) {
	if d.b[i] != '"' {
		return nil, d.syntax(i, "a name in quotes")
	}
	name, i := d.rawString(i)
	if i < 0 {
		return nil, -1
	}
	if i = d.space(i); i == len(d.b) || d.b[i] != ':' {
		return nil, d.syntax(i, "':'")
	}
	if i = d.space(i + 1); i == len(d.b) {
		return nil, d.syntax(i, "a value")
	}
	return name, i
}

// A nameSet finds names that are there twice in one object. The first few are
// compared one by one; more go into a map, so that hostile input cannot make it
// slow. The list is shared with the enclosing objects, like a stack.
type nameSet struct {
	base int
	many map[string]struct{}
}

const fewNames = 16

func newNameSet(d *decoder) nameSet { return nameSet{base: len(d.names)} }

// add reports false if the name has been added before.
func (s *nameSet) add(d *decoder, name []byte) bool {
	if s.many == nil {
		few := d.names[s.base:]
		for _, other := range few {
			if bytes.Equal(other, name) {
				return false
			}
		}
		if len(few) < fewNames {
			if len(d.buf) > 0 && len(name) > 0 && &name[0] == &d.buf[0] {
				name = append([]byte(nil), name...) // the buffer will be written again
			}
			d.names = append(d.names, name)
			return true
		}
		s.many = make(map[string]struct{}, 4*fewNames)
		for _, other := range few {
			s.many[string(other)] = struct{}{}
		}
	}
	before := len(s.many)
	s.many[string(name)] = struct{}{}
	return len(s.many) > before
}

func (s *nameSet) close(d *decoder) { d.names = d.names[:s.base] }
