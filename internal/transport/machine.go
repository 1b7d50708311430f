package transport

import (
	"bytes"
	"sync"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/status"
)

// An Action is what a transport has to do after [Machine.Run].
type Action uint8

// The actions.
const (
	Read     Action = iota // read more bytes
	Close                  // close the connection
	Stream                 // leave the event loop and call [Machine.RunStreamed]
	Takeover               // leave the event loop and call [Machine.Handover]
	HTTP2                  // leave the event loop; the bytes of [Machine.Replay] begin an HTTP/2 connection
	Leave                  // leave the event loop and call [Machine.Run] again: the gate is closed
)

// A Sink takes what a machine has to send. Sending is all or failure, and waits
// as long as the client takes.
type Sink interface {
	// Handling says that handlers are about to run.
	Handling()

	// Send sends p.
	Send(p []byte) error

	// SendTwo sends head and body, with one system call if it can.
	SendTwo(head, body []byte) error
}

// The sizes of what is allocated at a time are those of which the runtime gets several at
// once from its heap: 80 KB have three chunks, 56 KB six slabs, where 32 KB and 8 KB would
// be fetched one by one.
const (
	chunkSize   = 27264    // memory that heads and small bodies are cut from
	minSpace    = 4 << 10  // least room for a read
	slabSize    = 39       // exchanges allocated at a time
	flushAt     = 48 << 10 // output that is sent before more is produced
	inlineBody  = 16 << 10 // bodies up to this size are copied behind their head
	keepOut     = 64 << 10 // larger output buffers are not kept
	firstExpect = 512      // initial capacity of the output
)

// A Machine serves the requests of one connection, given their bytes. It is for
// one goroutine at a time. Get one with [NewMachine] and give it back with
// [Machine.Free] when it holds no part of a request.
type Machine struct {
	set    *Settings
	conn   *weft.Connection
	gate   func(*weft.Exchange) bool // nil lets every request pass; see [Machine.Gate]
	parser h1.Parser

	chunk []byte // bytes before start are done with, those up to end are unread
	start int
	end   int
	floor int // where the body that is being collected began

	slab []weft.Exchange
	x    *weft.Exchange // the exchange whose head is being read or body collected
	resp weft.Response  // its answer
	out  []byte

	state    state
	body     h1.Body
	held     []byte      // a body being collected
	direct   bool        // the last Space was a part of held
	received int64       // its framed size so far
	reader   *bodyReader // of a body that is being streamed
	takeover weft.Response
	refused  bool // the connection ends with a refusal
}

type state uint8

const (
	readingHead state = iota
	readingBody
	streaming
	tookOver
)

var machines = sync.Pool{New: func() any { return &Machine{out: make([]byte, 0, firstExpect)} }}

// NewMachine returns a machine for a connection.
func NewMachine(set *Settings, conn *weft.Connection) *Machine {
	m := machines.Get().(*Machine)
	m.set, m.conn = set, conn
	m.stock()
	return m
}

// stock sees to it that there is an exchange to be cut from the slab. Getting memory
// takes stack, so it is done here, where little of it is in use: idle connections
// keep the stack that their deepest call has needed.
func (m *Machine) stock() {
	if len(m.slab) == 0 {
		m.slab = make([]weft.Exchange, slabSize)
	}
	if len(m.chunk)-m.end < minSpace {
		m.renew()
	}
}

// Gate sets what is asked about every complete request before its handler runs, or
// nothing if closed is nil. If closed reports true, Run returns Leave, and the next
// call to Run begins with that request.
func (m *Machine) Gate(closed func(*weft.Exchange) bool) { m.gate = closed }

// Free gives the machine back. It must not be used afterwards.
func (m *Machine) Free() {
	m.parser.Reset()
	m.start = m.end // bytes that are not used up belong to nobody
	m.set, m.conn, m.gate, m.x, m.held, m.direct = nil, nil, nil, nil, nil, false
	m.state, m.received, m.refused = readingHead, 0, false
	m.body = h1.Body{}
	m.takeover, m.reader = weft.Response{}, nil
	if cap(m.out) > keepOut {
		m.out = make([]byte, 0, firstExpect)
	}
	machines.Put(m)
}

// shed gives the memory for further requests to others, for a stream that may take hours:
// it would hold some 50 KB for nothing. What the current request has of it stays its own.
func (m *Machine) shed() {
	if m.reader != nil || m.held != nil || m.start != m.end {
		return
	}
	machines.Put(&Machine{
		out: make([]byte, 0, firstExpect), parser: m.parser, slab: m.slab,
		chunk: m.chunk, start: m.end, end: m.end, floor: m.end,
	})
	m.parser, m.slab = h1.Parser{}, nil
	m.chunk, m.start, m.end, m.floor = nil, 0, 0, 0
}

// Lend gives a machine that is empty to another connection. It is cheaper than Free and
// NewMachine, for a transport that serves one connection after the other.
func (m *Machine) Lend(conn *weft.Connection) { m.conn = conn }

// Empty says whether the machine holds no part of a request, so that the
// connection may wait without it.
func (m *Machine) Empty() bool { return m.state == readingHead && m.start == m.end }

// InHead says whether a part of a head has arrived.
func (m *Machine) InHead() bool { return m.state == readingHead && m.start < m.end }

// InBody says whether a body is being collected.
func (m *Machine) InBody() bool { return m.state == readingBody }

// Replay returns a copy of the bytes that have not been used up.
func (m *Machine) Replay() []byte { return bytes.Clone(m.chunk[m.start:m.end]) }

// Unread says whether the client may still be sending what nobody will read.
func (m *Machine) Unread() bool { return m.refused || m.start < m.end || !m.body.Done() }

// Received returns how many bytes of the body that is being collected have
// arrived.
func (m *Machine) Received() int64 { return m.received }

// Space returns room to read into.
func (m *Machine) Space() []byte {
	if m.direct = m.held != nil && m.body.Left() > 0 && !m.x.Head().Chunked; m.direct {
		return m.bodySpace()
	}
	if len(m.chunk)-m.end < minSpace {
		m.renew()
	}
	return m.chunk[m.end:]
}

// renew moves the unread bytes to a new chunk. Heads keep pointing into the old
// one.
func (m *Machine) renew() {
	unread := m.chunk[m.start:m.end]
	chunk := make([]byte, max(chunkSize, 2*len(unread)+minSpace))
	m.start, m.end, m.floor = 0, copy(chunk, unread), 0
	m.chunk = chunk
}

// Filled says that n bytes were read into the space.
func (m *Machine) Filled(n int) {
	if m.direct {
		m.bodyFilled(n)
		return
	}
	m.end += n
}

// Run serves everything that has arrived.
func (m *Machine) Run(sink Sink) Action {
	m.out = m.out[:0]
	action := m.run(sink)
	if len(m.out) > 0 {
		if err := sink.Send(m.out); err != nil {
			return Close
		}
		m.out = m.out[:0]
	}
	return action
}

func (m *Machine) run(sink Sink) Action {
	for handling := false; ; {
		if m.state == readingHead {
			if m.start == m.end {
				return Read
			}
			ready, action := m.readHead()
			if !ready {
				return action
			}
		}
		if !m.body.Done() || m.held != nil {
			if ready, action := m.readBody(); !ready {
				return action
			}
		}
		if m.gate != nil && m.gate(m.x) {
			return Leave // the state says that only the answer is missing
		}
		m.state = readingHead
		if !handling { // once for all that have arrived together
			sink.Handling()
			handling = true
		}
		if action := m.answer(sink); action != Read {
			return action
		}
		if len(m.out) >= flushAt {
			if sink.Send(m.out) != nil {
				return Close
			}
			m.out = m.out[:0]
		}
	}
}

// readHead parses the head of the next request. If it is complete, the state
// says what kind of body follows.
func (m *Machine) readHead() (ready bool, action Action) {
	if m.x == nil {
		m.x = m.exchange()
	}
	head := m.x.Head()
	n, err := m.parser.Parse(m.chunk[m.start:m.end], &m.set.Limits, head)
	if err != nil {
		return false, m.refuseHead(err.(*h1.Error))
	}
	if n == 0 {
		return false, Read
	}
	if head.Major == 2 && m.set.H2C {
		return false, HTTP2
	}
	m.start += n
	m.floor = m.start
	m.state = readingBody
	m.body.Reset(head)
	m.received = 0
	return true, Read
}

// exchange cuts an exchange from the slab.
func (m *Machine) exchange() *weft.Exchange {
	if len(m.slab) == 0 {
		m.stock()
	}
	x := &m.slab[0]
	m.slab = m.slab[1:]
	return x
}

// refuse answers a message that is not acceptable as one, and ends the
// connection. It is kept out of its callers' frames.
//
//go:noinline
func (m *Machine) refuse(e *h1.Error) Action {
	p := weft.Problem{Status: weft.Status(e.Status), Detail: e.Problem}
	m.appendError(&p)
	return Close
}

// refuseHead answers a head that is not acceptable. A line without a version may be meant
// as HTTP/2, whose clients take an answer in HTTP/1.1 for frames: they get none.
func (m *Machine) refuseHead(e *h1.Error) Action {
	if m.set.H2C && e.NoVersion() {
		return Close
	}
	return m.refuse(e)
}

// refuseBody answers a request whose body is not acceptable.
func (m *Machine) refuseBody(err error) Action {
	if e, ok := err.(*h1.Error); ok {
		return m.refuse(e)
	}
	p := weft.Problem{Status: status.BadRequest, Detail: err.Error()}
	switch e := err.(type) {
	case *weft.BodyTooLarge:
		p.Status = status.ContentTooLarge
	case *weft.Problem:
		p = *e
	}
	m.appendError(&p)
	return Close
}

func (m *Machine) appendError(p *weft.Problem) {
	m.refused = true
	resp := p.Response(nil)
	b, _ := resp.Body().Bytes() // a problem is in memory
	m.out = m.appendHead(m.out, &resp, int64(len(b)), true, false)
	m.out = append(m.out, b...)
}

// answer runs the handler of a complete request and writes its response.
func (m *Machine) answer(sink Sink) Action {
	m.x.Serve(*m.set.routes.Load(), m.conn, &m.resp)
	action := m.respond(sink)
	m.resp = weft.Response{}
	return action
}

// Timeout answers 408 to a client that is too slow.
func (m *Machine) Timeout(sink Sink) {
	m.out = m.out[:0]
	m.appendError(&weft.Problem{Status: status.RequestTimeout, Detail: "the request took too long to arrive"})
	_ = sink.Send(m.out) // the connection closes either way
}
