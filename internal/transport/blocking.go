package transport

import (
	"sync"
	"sync/atomic"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/pattern"
)

// Which routes block.
//
// A transport that runs handlers on an event loop has to know which of them wait for
// something, and nobody tells it: a handler is a function. So it looks on. A handler
// that overstays earns its route a strike; a few strikes in a short time mark the
// route, and from then on its requests are to be served on goroutines of their own. A
// mark does not last: after half a minute the route is on probation, where a single
// strike marks it again. So a cache that was cold, or a machine that was busy, does
// not condemn a route for ever, and a route that blocks costs its neighbours one
// short pause in half a minute.
//
// Requests that match no route count as one route: middleware may block for them,
// too.

const (
	strikesToMark = 3  // that many strikes mark a route
	markSeconds   = 30 // how long a mark lasts
	strikeSeconds = 10 // a single strike is forgotten after this time
)

// Blocking knows which routes have handlers that block. Its methods may be called
// from several goroutines. Make one with [NewBlocking].
type Blocking struct {
	set    *Settings
	marked atomic.Int32 // number of marked routes

	mu    sync.Mutex
	clock int
	table atomic.Pointer[blockingTable]
}

// A blockingTable has the scores of one set of routes. A score counts strikes; above
// strikesToMark it counts the seconds for which the mark still lasts.
type blockingTable struct {
	routes *weft.Routes // whose scores these are
	tree   pattern.Tree
	scores []atomic.Int32 // the last one is for requests without a route
}

// NewBlocking returns a Blocking for the routes of the settings.
func NewBlocking(set *Settings) *Blocking { return &Blocking{set: set} }

// Known says whether the handler for a request is known to block. It costs a request
// next to nothing as long as no route is marked.
func (b *Blocking) Known(x *weft.Exchange) bool {
	if b.marked.Load() == 0 {
		return false
	}
	t := b.table.Load()
	return t.routes == b.set.Installed() && t.score(x).Load() > strikesToMark
}

// Strike notes that the handler for a request has overstayed.
func (b *Blocking) Strike(x *weft.Exchange) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.table.Load()
	if now := b.set.Installed(); t == nil || t.routes != now {
		t = newBlockingTable(now)
		b.table.Store(t)
		b.marked.Store(0)
	}
	score := t.score(x)
	switch n := score.Load(); {
	case n > strikesToMark:
	case n+1 >= strikesToMark:
		score.Store(strikesToMark + markSeconds)
		b.marked.Add(1)
	default:
		score.Store(n + 1)
	}
}

// Second tells that a second has passed.
func (b *Blocking) Second() {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.table.Load()
	if t == nil {
		return
	}
	b.clock++
	for i := range t.scores {
		score := &t.scores[i]
		switch n := score.Load(); {
		case n == strikesToMark+1:
			score.Store(strikesToMark - 1)
			b.marked.Add(-1)
		case n > strikesToMark:
			score.Store(n - 1)
		case n > 0 && b.clock%strikeSeconds == 0:
			score.Store(n - 1)
		}
	}
}

func newBlockingTable(routes *weft.Routes) *blockingTable {
	all := routes.All()
	t := &blockingTable{routes: routes, scores: make([]atomic.Int32, len(all)+1)}
	for i, r := range all {
		// They have been parsed and put together before, so nothing fails here; a
		// pattern that did would count as no route.
		if p, err := pattern.Parse(r.Pattern().Path()); err == nil {
			_ = t.tree.Add(string(r.Pattern().Method()), p, i)
		}
	}
	return t
}

// score returns the score of the route that a request matches.
func (t *blockingTable) score(x *weft.Exchange) *atomic.Int32 {
	var m pattern.Match
	head := x.Head()
	if t.tree.Match(head.Method(), head.Path(), &m) == pattern.Found {
		return &t.scores[m.Index]
	}
	return &t.scores[len(t.scores)-1]
}
