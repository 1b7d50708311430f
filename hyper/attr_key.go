package hyper

import (
	"fmt"
	"strings"
)

// keyed returns the name of an attribute with a key for a name. The client turns the
// key into a name of the case def; if that does not give the name back, the modifier
// case says which one does.
//
//	data-on + myEvent, def kebab      data-on:my-event__case.camel
//	data-computed + fullName, camel   data-computed:full-name
func keyed(name, key string, def Case) Attr {
	attr := name + ":" + kebab(key)
	switch {
	case key == "":
		return Attr{Name: name, err: fmt.Errorf("%s: the key is empty", name)}
	case !isAttributeName(key) || strings.Contains(key, "__") || strings.HasSuffix(key, "_"):
		return Attr{Name: name, err: fmt.Errorf("%s: the key %q cannot stand in the name of an attribute", name, key)}
	case def.apply(kebab(key)) == key:
		return Attr{Name: attr}
	}
	for _, c := range []Case{Camel, Kebab, Snake, Pascal} {
		if c.apply(kebab(key)) == key {
			return Attr{Name: attr}.with("case", string(c))
		}
	}
	return Attr{Name: name, err: fmt.Errorf("%s: the key %q mixes cases, which attributes cannot express", name, key)}
}

// kebab returns a name in lower case, with a hyphen before what was a capital letter
// and for what was an underscore. Dots separate names.
func kebab(name string) string {
	var b strings.Builder
	start := true // of a name: a capital letter there has no hyphen
	for _, r := range name {
		switch {
		case r >= 'A' && r <= 'Z':
			if !start {
				b.WriteByte('-')
			}
			b.WriteRune(r + 'a' - 'A')
		case r == '_' && !start:
			b.WriteByte('-')
		default:
			b.WriteRune(r)
		}
		start = r == '.'
	}
	return b.String()
}

// apply returns a key with hyphens as a name of the case.
func (c Case) apply(key string) string {
	switch c {
	case Kebab:
		return key
	case Snake:
		return strings.ReplaceAll(key, "-", "_")
	}
	parts := strings.Split(key, ".")
	for i, p := range parts {
		words := strings.Split(p, "-")
		for j, w := range words {
			if (j > 0 || c == Pascal) && w != "" {
				words[j] = strings.ToUpper(w[:1]) + w[1:]
			}
		}
		parts[i] = strings.Join(words, "")
	}
	return strings.Join(parts, ".")
}
