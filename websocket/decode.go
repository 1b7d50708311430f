package websocket

// The decoder: bytes in, pieces of messages out. It has no socket and never waits.
// The caller holds the bytes that have arrived, and asks for the next piece again
// and again; when nothing can be made of the bytes it reads more and asks again. How
// the bytes are cut does not matter, except that data comes in more pieces.
//
//	81 85 37 fa 21 3d 7f 9f      →  text, begins, "He"
//	4d 51 58                     →  text, ends, "llo"
//
// What is wrong is reported with the first byte that shows it: a reserved bit when
// the header's first two bytes are there, text that is not UTF-8 with the byte that
// breaks it.

// rules say what a decoder accepts.
type rules struct {
	maxFrame   int64 // the longest payload of a data frame
	wantMasked bool  // the other side is expected to mask
	anyMask    bool  // but need not do as expected
	deflate    bool  // permessage-deflate has been agreed on
	checkText  bool  // text has to be UTF-8
}

// A decoder turns bytes into pieces. The zero value with rules is at the beginning
// of a stream.
type decoder struct {
	rules

	inside     bool   // in the payload of a data frame
	fin        bool   // which is the last one of its message
	left       uint64 // of the payload
	key        uint32 // for the next byte of the payload, if masked
	masked     bool
	message    opcode // of the message under way; opContinuation if there is none
	compressed bool   // the message is
	size       uint64 // payload of the message so far, with what its frames announce
	text       checker
}

// A piece is a part of a data message, or a control frame.
type piece struct {
	op         opcode // of the message, or of the control frame; 0 if there is no piece
	data       []byte // unmasked; a part of the bytes that were given
	begins     bool   // the first piece of its message
	ends       bool   // the last one
	compressed bool
}

// next returns the piece that b begins with, and how many bytes were used. If op
// is 0, more bytes are needed for the next piece. The payload is unmasked where it
// stands in b. After an error the decoder must not be used again.
func (d *decoder) next(b []byte) (p piece, n int, err error) {
	if d.inside {
		p, n, err = d.payload(b)
		return p, n, err
	}
	if len(b) < 2 {
		return piece{}, 0, nil
	}
	h, n, err := parseHeader(b)
	if early := d.check(h, b[1]&^maskBit); early != nil {
		return piece{}, 0, early
	}
	if err != nil || n == 0 {
		return piece{}, 0, err
	}
	if h.op.isControl() {
		return d.control(h, b, n)
	}
	if err := d.enter(h); err != nil {
		return piece{}, 0, err
	}
	begins := h.op != opContinuation
	p, used, err := d.payload(b[n:])
	if p.op == opContinuation && err == nil {
		p = d.piece(nil) // the header alone; whoever waits for a message learns of it
	}
	p.begins = begins
	return p, n + used, err
}

// check looks at what a header's first two bytes say. The length is as it stands there,
// in 7 bits.
func (d *decoder) check(h header, length byte) error {
	rsv := h.rsv
	if d.deflate && (h.op == opText || h.op == opBinary) {
		rsv &^= rsv1 // RFC 7692, section 6
	}
	switch {
	case rsv != 0:
		return violation("a frame has reserved bits %03b", h.rsv>>4)
	case !h.op.isKnown():
		return violation("a frame has the reserved opcode %d", h.op)
	case h.masked != d.wantMasked && !d.anyMask && d.wantMasked:
		return violation("a frame is not masked")
	case h.masked != d.wantMasked && !d.anyMask:
		return violation("a frame is masked")
	case h.op.isControl() && !h.fin:
		return violation("a control frame is in parts")
	case h.op.isControl() && length > maxControl:
		return violation("a control frame has more than %d bytes", maxControl)
	case h.op == opContinuation && d.message == opContinuation:
		return violation("a continuation frame has nothing to continue")
	case (h.op == opText || h.op == opBinary) && d.message != opContinuation:
		return violation("a message begins within another")
	}
	return nil
}

// control returns a control frame, once all of it is there.
func (d *decoder) control(h header, b []byte, n int) (piece, int, error) {
	end := n + int(h.length)
	if len(b) < end {
		return piece{}, 0, nil
	}
	if h.masked {
		mask(b[n:end], h.key)
	}
	return piece{op: h.op, data: b[n:end], begins: true, ends: true}, end, nil
}

// enter begins the payload of a data frame.
func (d *decoder) enter(h header) error {
	if h.length > uint64(d.maxFrame) {
		return tooBig("a frame", int64(h.length), d.maxFrame)
	}
	if h.op != opContinuation {
		d.message, d.compressed, d.size, d.text = h.op, h.rsv&rsv1 != 0, 0, checker{}
	}
	d.inside, d.fin, d.left, d.masked, d.key = true, h.fin, h.length, h.masked, h.key
	if d.size += h.length; d.size>>63 != 0 {
		return &ProtocolError{MessageTooBig, "a message is longer than can be counted"}
	}
	return nil
}

// payload returns as much of the payload as is there.
func (d *decoder) payload(b []byte) (piece, int, error) {
	if len(b) == 0 && d.left > 0 {
		return piece{}, 0, nil
	}
	b = b[:min(uint64(len(b)), d.left)]
	d.left -= uint64(len(b))
	if d.masked {
		d.key = mask(b, d.key)
	}
	p := d.piece(b)
	if d.left == 0 {
		d.inside = false
		p.ends = d.fin
	}
	if err := d.checkPiece(p); err != nil {
		return piece{}, 0, err
	}
	if p.ends {
		d.message = opContinuation
	}
	return p, len(b), nil
}

func (d *decoder) piece(data []byte) piece {
	return piece{op: d.message, data: data, compressed: d.compressed}
}

// checkPiece checks text. What is compressed is checked by who inflates it.
func (d *decoder) checkPiece(p piece) error {
	if !d.checkText || p.op != opText || p.compressed {
		return nil
	}
	if !d.text.write(p.data) || p.ends && !d.text.done() {
		return invalid("a text message is not UTF-8")
	}
	return nil
}
