package nio

// A connList is a doubly linked list of connections, through the connections
// themselves. The transport's lock guards it.
type connList struct {
	root conn
	n    int
}

func (l *connList) init() { l.root.next, l.root.prev = &l.root, &l.root }

func (l *connList) add(k *conn) {
	k.prev, k.next = l.root.prev, &l.root
	k.prev.next, k.next.prev = k, k
	l.n++
}

func (l *connList) remove(k *conn) {
	k.prev.next, k.next.prev = k.next, k.prev
	k.prev, k.next = nil, nil
	l.n--
}

// all iterates over the connections.
func (l *connList) all(yield func(*conn) bool) {
	for k := l.root.next; k != &l.root; k = k.next {
		if !yield(k) {
			return
		}
	}
}
