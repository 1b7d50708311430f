package shop

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/examples/bookshop/api"
	"github.com/weft-go/weft/schema"
	"github.com/weft-go/weft/websocket"
)

const (
	keptLines   = 50              // what somebody who joins gets to see
	memberQueue = 64              // how far behind a member may be
	linesAtOnce = 10              // how many lines a member may say …
	linesPer    = 5 * time.Second // … in this time
)

// A room is the chat: those who are in it and what they have said of late.
type room struct {
	mu      sync.Mutex
	lines   []api.Line
	members map[chan api.Line]bool
}

func newRoom() *room { return &room{members: map[chan api.Line]bool{}} }

// Chat returns what happens on a connection to the chat.
func (s *Shop) Chat(ctx context.Context) (endpoint.Socket[api.Said, api.Line], error) {
	name := "Guest"
	if caller, ok := auth.From[*Caller](ctx); ok {
		name = caller.Name
	}
	return websocket.Serve(func(ctx context.Context, conn *websocket.Typed[api.Said, api.Line]) error {
		return s.room.talk(ctx, conn, name)
	}), nil
}

// talk has one member in the room for as long as the connection lasts.
func (r *room) talk(ctx context.Context, conn *websocket.Typed[api.Said, api.Line], name string) error {
	ctx, cancel := context.WithCancel(ctx)
	queue := make(chan api.Line, memberQueue+keptLines)
	r.join(queue)
	var writing sync.WaitGroup
	writing.Go(func() {
		defer cancel() // a member who is not listening need not be heard
		for line := range queue {
			if conn.Send(ctx, line) != nil {
				return
			}
		}
	})
	defer writing.Wait()
	defer r.leave(queue)
	defer cancel()
	return r.hear(ctx, conn, queue, name)
}

// hear passes on what a member says, until the connection ends.
func (r *room) hear(ctx context.Context, conn *websocket.Typed[api.Said, api.Line], queue chan api.Line, name string) error {
	var since time.Time
	count := 0
	for said, err := range conn.All(ctx) {
		if err != nil {
			return err
		}
		said.Text = strings.TrimSpace(said.Text)
		if schema.Validate(ctx, &said) != nil {
			continue
		}
		now := time.Now()
		if now.Sub(since) > linesPer {
			since, count = now, 0
		}
		if count++; count > linesAtOnce {
			return &websocket.CloseError{Code: websocket.PolicyViolation, Reason: "slow down, please"}
		}
		r.say(queue, api.Line{From: name, Text: said.Text, At: now.UTC().Truncate(time.Millisecond)})
	}
	return nil
}

// join lets a member in, and gives them the last lines.
func (r *room) join(queue chan api.Line) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, line := range r.lines {
		queue <- line // there is room for all of them
	}
	r.members[queue] = true
}

// leave lets a member go. It may be called again.
func (r *room) leave(queue chan api.Line) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.drop(queue)
}

// say tells everybody. Those who are too far behind are shown out, so that nobody
// waits for them.
func (r *room) say(by chan api.Line, line api.Line) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines[max(0, len(r.lines)-keptLines+1):], line)
	for queue := range r.members {
		line.Mine = queue == by
		select {
		case queue <- line:
		default:
			r.drop(queue)
		}
	}
}

// drop closes a member's queue, once. The lock is held.
func (r *room) drop(queue chan api.Line) {
	if r.members[queue] {
		delete(r.members, queue)
		close(queue)
	}
}
