package websocket

import "encoding/binary"

// What a frame looks like (RFC 6455, section 5.2).
//
//	 0               1               2 …
//	+-+-----+-------+-+-------------+---------------------+-----------+---------
//	|F| RSV |opcode |M| length (7)  | longer length, if   | mask key, | payload
//	|I|     |  (4)  |A|             | 126: 16 bits        | if M      | …
//	|N|     |       |S|             | 127: 64 bits        | (32)      |
//	+-+-----+-------+-+-------------+---------------------+-----------+---------
//
// So "Hello" from a server is 81 05 48 65 6c 6c 6f, and from a client, whose
// frames are masked, it is 81 85 37 fa 21 3d 7f 9f 4d 51 58: the key 37 fa 21 3d
// has been XORed onto the text.
//
// A message is one frame, or several: all but the last without FIN, all but the
// first with the opcode 0. Control frames (opcode 8 and above) may stand between
// them, but are never in parts themselves.

// An opcode says what a frame is for.
type opcode byte

const (
	opContinuation opcode = 0
	opText         opcode = 1
	opBinary       opcode = 2
	opClose        opcode = 8
	opPing         opcode = 9
	opPong         opcode = 10
)

func (o opcode) isControl() bool { return o&8 != 0 }

func (o opcode) isKnown() bool { return o <= opBinary || o >= opClose && o <= opPong }

// The bits of a frame's first two bytes.
const (
	finBit  = 0x80
	rsvBits = 0x70
	rsv1    = 0x40
	maskBit = 0x80
)

const (
	maxHeader  = 14  // the longest header
	maxControl = 125 // the longest payload of a control frame
)

// A header is what comes before a frame's payload.
type header struct {
	fin    bool
	rsv    byte // the reserved bits, where they stand in the byte
	op     opcode
	masked bool
	key    uint32 // the first byte of the key is the lowest
	length uint64
}

// parseHeader parses the header that b begins with. It returns the number of bytes
// it takes, or 0 if b does not hold all of it. A length that is not written in the
// shortest form, or is above 2⁶³-1, is an error.
func parseHeader(b []byte) (h header, n int, err error) {
	if len(b) < 2 {
		return h, 0, nil
	}
	h = header{fin: b[0]&finBit != 0, rsv: b[0] & rsvBits, op: opcode(b[0] & 0xf), masked: b[1]&maskBit != 0}
	h.length, n = uint64(b[1]&^maskBit), 2
	switch h.length {
	case 126:
		if len(b) < 4 {
			return h, 0, nil
		}
		h.length, n = uint64(binary.BigEndian.Uint16(b[2:])), 4
		if h.length < 126 {
			return h, 0, violation("a length of %d is not written in 7 bits", h.length)
		}
	case 127:
		if len(b) < 10 {
			return h, 0, nil
		}
		h.length, n = binary.BigEndian.Uint64(b[2:]), 10
		if h.length <= 0xffff {
			return h, 0, violation("a length of %d is written in 64 bits", h.length)
		}
		if h.length>>63 != 0 {
			return h, 0, violation("the highest bit of a length is set")
		}
	}
	if !h.masked {
		return h, n, nil
	}
	if len(b) < n+4 {
		return h, 0, nil
	}
	h.key = binary.LittleEndian.Uint32(b[n:])
	return h, n + 4, nil
}

// appendHeader writes h at the end of dst.
func appendHeader(dst []byte, h header) []byte {
	first := h.rsv | byte(h.op)
	if h.fin {
		first |= finBit
	}
	var second byte
	if h.masked {
		second = maskBit
	}
	switch {
	case h.length < 126:
		dst = append(dst, first, second|byte(h.length))
	case h.length <= 0xffff:
		dst = append(dst, first, second|126)
		dst = binary.BigEndian.AppendUint16(dst, uint16(h.length))
	default:
		dst = append(dst, first, second|127)
		dst = binary.BigEndian.AppendUint64(dst, h.length)
	}
	if h.masked {
		dst = binary.LittleEndian.AppendUint32(dst, h.key)
	}
	return dst
}

// appendFrame writes a whole frame at the end of dst. The payload is left as it is:
// masking happens on the copy.
func appendFrame(dst []byte, h header, payload []byte) []byte {
	h.length = uint64(len(payload))
	dst = appendHeader(dst, h)
	start := len(dst)
	dst = append(dst, payload...)
	if h.masked {
		mask(dst[start:], h.key)
	}
	return dst
}
