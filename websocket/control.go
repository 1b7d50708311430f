package websocket

import (
	"context"
	"encoding/binary"
	"sync"
	"sync/atomic"
)

// control deals with a control frame. It reports whether the frame is for the
// application.
func (c *Conn) control(p piece) bool {
	switch p.op {
	case opPing:
		c.answer(p.data)
		return false
	case opPong:
		c.pings.answered(p.data)
		return c.set.config.PassPongFrames
	}
	closed, err := parseClose(p.data)
	if err != nil {
		c.refuse(err)
		return false
	}
	if !c.set.config.PassCloseFrames {
		c.sendClose(closed.Code, closed.Reason)
	}
	c.endReading(closed) // nothing may follow it
	return c.set.config.PassCloseFrames
}

// pongs holds the answer to a ping that waits for a frame to be sent. A later ping
// takes the place of an earlier one, which RFC 6455, section 5.5.3, allows; so who
// pings without reading fills no memory, and does not hold up the reader.
type pongs struct {
	mu      sync.Mutex
	payload []byte
	waiting atomic.Bool
}

func (q *pongs) put(p []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.payload = append(q.payload[:0], p...)
	q.waiting.Store(true)
}

func (q *pongs) take() []byte {
	q.mu.Lock()
	defer q.mu.Unlock()
	p := q.payload
	q.payload = nil
	q.waiting.Store(false)
	return p
}

// answer answers a ping: now, or by whoever is sending a frame.
func (c *Conn) answer(payload []byte) {
	c.pongs.put(payload)
	c.sendPongs()
}

// sendPongs is called by who has put an answer, and by who has sent a frame.
func (c *Conn) sendPongs() {
	for c.pongs.waiting.Load() && c.frames.TryLock() {
		_ = c.send(c.ctx, header{fin: true, op: opPong}, c.pongs.take()) // noted, if it fails
		c.frames.Unlock()
	}
}

// unlockFrames ends the sending of a frame.
func (c *Conn) unlockFrames() {
	c.frames.Unlock()
	c.sendPongs()
}

// pings are those that wait for their answers.
type pings struct {
	mu      sync.Mutex
	last    uint64
	waiting map[uint64]chan struct{}
}

// begin returns the number of a new ping and what is closed when it is answered.
func (p *pings) begin() (uint64, chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting == nil {
		p.waiting = map[uint64]chan struct{}{}
	}
	p.last++
	answered := make(chan struct{})
	p.waiting[p.last] = answered
	return p.last, answered
}

func (p *pings) forget(id uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.waiting, id)
}

// answered notes a pong. One that nobody waits for is ignored. One that does answers
// the pings before it, too: the other side may leave them out.
func (p *pings) answered(payload []byte) {
	if len(payload) != 8 {
		return
	}
	id := binary.BigEndian.Uint64(payload)
	p.mu.Lock()
	defer p.mu.Unlock()
	if id > p.last {
		return
	}
	for other, answered := range p.waiting {
		if other <= id {
			close(answered)
			delete(p.waiting, other)
		}
	}
}

// Ping sends a ping and waits for the answer, which arrives while someone else reads.
// It fails with ctx's error if that ends first, and with the connection's if that
// ends.
func (c *Conn) Ping(ctx context.Context) error {
	id, answered := c.pings.begin()
	defer c.pings.forget(id)
	if err := c.sendPing(id); err != nil {
		return err
	}
	select {
	case <-answered:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-c.over:
		return ErrClosed
	}
}

func (c *Conn) sendPing(id uint64) error {
	c.frames.Lock()
	defer c.unlockFrames()
	return c.send(c.ctx, header{fin: true, op: opPing}, binary.BigEndian.AppendUint64(nil, id))
}
