package middleware

import (
	"sync"
	"sync/atomic"

	"github.com/weft-go/weft"
)

// A perRoute keeps what has to be made once for each route and method, such as the
// counters of its metrics. Middleware has one for each handler that it is around. A
// handler mostly answers one method of one pattern, and a few if it stands for several
// (HEAD, ANY, routes that are nested twice), so a short list that is read without a
// lock is enough. Its zero value is ready.
type perRoute[T any] struct {
	mu   sync.Mutex // held by writers
	list atomic.Pointer[[]routeValue[T]]
}

type routeValue[T any] struct {
	method, pattern string
	value           T
}

// get returns the value for a request, which it makes if it is the first of its kind.
func (p *perRoute[T]) get(req *weft.Request, fresh func(method, pattern string) T) T {
	method, pattern := methodLabel(req.Method()), req.Pattern()
	if v, ok := p.find(method, pattern); ok {
		return v
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if v, ok := p.find(method, pattern); ok {
		return v
	}
	v := fresh(method, pattern)
	var list []routeValue[T]
	if old := p.list.Load(); old != nil {
		list = append(list, *old...)
	}
	list = append(list, routeValue[T]{method, pattern, v})
	p.list.Store(&list)
	return v
}

func (p *perRoute[T]) find(method, pattern string) (T, bool) {
	if list := p.list.Load(); list != nil {
		for i := range *list {
			if v := &(*list)[i]; v.method == method && v.pattern == pattern {
				return v.value, true
			}
		}
	}
	var none T
	return none, false
}

// otherMethod stands for all methods that strangers make up, so that they cannot fill
// the memory with them.
const otherMethod = "OTHER"

// methodLabel returns a method as it is shown in metrics: one of a small number.
func methodLabel(m weft.Method) string {
	switch m {
	case weft.GET, weft.POST, weft.PUT, weft.DELETE, weft.PATCH, weft.HEAD, weft.OPTIONS, weft.TRACE, weft.CONNECT:
		return string(m)
	}
	return otherMethod
}
