package websocket

import "cmp"

// A Compression says how messages are compressed, with permessage-deflate (RFC
// 7692), if the configuration allows extensions and the other side agrees. The zero
// value is the default.
type Compression struct {
	// Disabled turns compression off where extensions are allowed.
	Disabled bool

	// Threshold is the length in bytes from which a message is compressed. Zero
	// means 128; a negative value means every message.
	Threshold int

	// Level is the effort, from 1 to 9. Zero means 1, which is several times as
	// fast as the others and compresses nearly as well.
	Level int

	// NoContextTakeover compresses every message for itself, in both directions. By
	// default a message may refer to the ones before it, which makes small messages
	// much smaller and costs up to 64 KiB a connection.
	NoContextTakeover bool

	// WindowBits limits how far back a message may refer: to 2 to that many bytes,
	// from 8 to 15. Zero means 15. The other side is asked to do the same, if it
	// can. A window below 15 bits of our own also means that messages are
	// compressed each for itself.
	WindowBits int
}

func (c Compression) threshold() int { return max(0, cmp.Or(c.Threshold, 128)) }

func (c Compression) level() int { return min(max(c.Level, 1), 9) }

func (c Compression) bits() int { return min(max(cmp.Or(c.WindowBits, maxBits), 8), maxBits) }

// accept chooses the first of a client's offers that can be met, and returns the
// answer. It returns false if there is none.
func (c Compression) accept(offers []extension) (deflateParams, bool) {
	for _, e := range offers {
		if c.Disabled || e.name != deflateName {
			continue
		}
		p, ok := parseDeflate(e, true)
		if !ok {
			continue
		}
		p.serverNoTakeover = p.serverNoTakeover || c.NoContextTakeover
		p.clientNoTakeover = p.clientNoTakeover || c.NoContextTakeover
		if bits := min(cmp.Or(p.serverBits, maxBits), c.bits()); p.serverBits != 0 || bits < maxBits {
			p.serverBits = bits
		}
		if p.clientMayLimit {
			p.clientBits = min(cmp.Or(p.clientBits, maxBits), c.bits())
			p.clientMayLimit = p.clientBits < maxBits
		}
		return p, true
	}
	return deflateParams{}, false
}

// offer returns what a client asks for.
func (c Compression) offer() deflateParams {
	p := deflateParams{serverNoTakeover: c.NoContextTakeover, clientNoTakeover: c.NoContextTakeover, clientMayLimit: true}
	if c.bits() < maxBits {
		p.serverBits, p.clientBits = c.bits(), c.bits()
	}
	return p
}

// agreed checks a server's answer to what a client offered.
func (c Compression) agreed(answer extension) (deflateParams, bool) {
	offer := c.offer()
	p, ok := parseDeflate(answer, false)
	switch {
	case !ok || answer.name != deflateName:
		return p, false
	case offer.serverNoTakeover && !p.serverNoTakeover:
		return p, false
	case offer.serverBits != 0 && cmp.Or(p.serverBits, maxBits) > offer.serverBits:
		return p, false
	}
	p.clientNoTakeover = p.clientNoTakeover || c.NoContextTakeover
	p.clientBits = min(cmp.Or(p.clientBits, maxBits), c.bits())
	return p, true
}

// codecs returns the two directions of an agreement, for the side that asks.
func (p deflateParams) codecs(c Compression, client bool) (*deflater, *inflater) {
	serverBits, clientBits := cmp.Or(p.serverBits, maxBits), cmp.Or(p.clientBits, maxBits)
	ours, theirs := serverBits, clientBits
	oursAlone, theirsAlone := p.serverNoTakeover, p.clientNoTakeover
	if client {
		ours, theirs = theirs, ours
		oursAlone, theirsAlone = theirsAlone, oursAlone
	}
	return &deflater{level: c.level(), bits: ours, takeover: !oursAlone && ours == maxBits},
		&inflater{takeover: !theirsAlone, size: 1 << theirs}
}
