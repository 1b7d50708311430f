package openapi

import "iter"

// A Map is a JSON object whose members are all of one kind, in their order. A nil
// Map is absent, an empty one is there and has no members. The zero Map is ready for
// use. It must not be changed while others read it.
type Map[T any] []Entry[T]

// An Entry is a member of a [Map].
type Entry[T any] struct {
	// Name is the member's name.
	Name string

	// Value is what it stands for.
	Value T
}

// Get returns the value of a name, and false if there is none.
func (m Map[T]) Get(name string) (T, bool) {
	for i := range m {
		if m[i].Name == name {
			return m[i].Value, true
		}
	}
	var zero T
	return zero, false
}

// Has reports whether there is a member of that name.
func (m Map[T]) Has(name string) bool {
	_, ok := m.Get(name)
	return ok
}

// Set gives a name a value: in its place if it is there, else at the end.
func (m *Map[T]) Set(name string, v T) {
	for i := range *m {
		if (*m)[i].Name == name {
			(*m)[i].Value = v
			return
		}
	}
	*m = append(*m, Entry[T]{name, v})
}

// Delete takes a member away, if it is there.
func (m *Map[T]) Delete(name string) {
	for i := range *m {
		if (*m)[i].Name == name {
			*m = append((*m)[:i:i], (*m)[i+1:]...)
			return
		}
	}
}

// All iterates over the members in their order.
func (m Map[T]) All() iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for _, e := range m {
			if !yield(e.Name, e.Value) {
				return
			}
		}
	}
}

// Names returns the names in their order.
func (m Map[T]) Names() []string {
	names := make([]string, len(m))
	for i, e := range m {
		names[i] = e.Name
	}
	return names
}

// Len returns how many members there are.
func (m Map[T]) Len() int { return len(m) }
