package hyper

// A listener is a page that listens to a topic: a position in the ring.
type listener struct {
	t        *MemoryTopic
	position uint64
	batch    []Message // what is to be sent; used again and again
	missed   bool
}

// Stream sends what is published to a page; see [Topic].
func (t *MemoryTopic) Stream(page *Stream, options ...SubscribeOptions) error {
	o := first(options)
	l := t.listen(page, o)
	defer t.leave()
	for {
		if l.missed && o.Missed != nil {
			if err := o.Missed(); err != nil {
				return err
			}
		}
		l.missed = false
		if err := l.send(page); err != nil {
			return err
		}
		wake, open, err := l.take()
		switch {
		case err != nil:
			return err
		case len(l.batch) > 0 || l.missed:
			continue
		case !open:
			return nil
		}
		select {
		case <-wake:
		case <-page.ctx.Done():
			return page.ctx.Err()
		}
	}
}

// listen begins to listen, behind the last event that the page has seen. What it has
// missed is its first batch, and does not count as being slow.
func (t *MemoryTopic) listen(page *Stream, o SubscribeOptions) *listener {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pages++
	l := &listener{t: t, position: t.next}
	last, ok := page.LastEventID()
	if !ok {
		last = o.After
	}
	if last == "" {
		return l
	}
	if p, ok := t.after(last); ok {
		l.position = p
		l.collect()
	} else {
		l.missed = true
	}
	return l
}

func (t *MemoryTopic) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pages--
}

// send sends the batch in one piece.
func (l *listener) send(page *Stream) error {
	if len(l.batch) == 0 {
		return nil
	}
	err := page.sender.Send(func(dst []byte) ([]byte, error) {
		for _, m := range l.batch {
			dst = append(dst, m.Event...)
		}
		return dst, nil
	})
	clear(l.batch) // the ring decides how long events are kept
	l.batch = l.batch[:0]
	return err
}

// take makes the next batch of what has been published meanwhile, as the policy allows.
// It returns the channel to wait on if that is nothing, and whether the topic is open.
func (l *listener) take() (wake <-chan struct{}, open bool, err error) {
	t := l.t
	t.mu.RLock()
	defer t.mu.RUnlock()
	allowed := t.queue
	if t.policy == Coalesce {
		allowed = uint64(len(t.ring)) // what is left after coalescing counts
	}
	if t.next-l.position > allowed {
		if t.policy == Disconnect {
			return nil, true, ErrSlow
		}
		l.position, l.missed = t.oldest(allowed), true
	}
	l.collect()
	if t.policy == Coalesce && len(l.batch) > 1 {
		l.coalesce()
	}
	return t.wake, !t.closed, nil
}

// collect makes a batch of everything from the position on.
func (l *listener) collect() {
	for ; l.position < l.t.next; l.position++ {
		l.batch = append(l.batch, *l.t.at(l.position))
	}
}

// coalesce keeps of the events with the same key the last one and, if the page is still
// too far behind, of all events the last ones.
func (l *listener) coalesce() {
	seen := make(map[string]bool, len(l.batch))
	kept := len(l.batch)
	for i := len(l.batch) - 1; i >= 0; i-- {
		m := l.batch[i]
		if m.Key != "" && seen[m.Key] {
			continue
		}
		seen[m.Key] = true
		kept--
		l.batch[kept] = m
	}
	if over := len(l.batch) - kept - int(l.t.queue); over > 0 {
		kept += over
		l.missed = true
	}
	n := copy(l.batch, l.batch[kept:])
	clear(l.batch[n:])
	l.batch = l.batch[:n]
}

var _ Topic = (*MemoryTopic)(nil)
