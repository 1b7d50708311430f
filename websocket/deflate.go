package websocket

import (
	"bytes"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// Compression by message (RFC 7692, section 7.2). A message is compressed with
// DEFLATE and flushed, which ends it with an empty block, the bytes 00 00 ff ff.
// Those are left out on the wire and put back by the reader.
//
// With 'context takeover' a message may refer to text of earlier messages, within a
// window of 32 KiB. A compressor that lives as long as its connection would do that
// by itself, at the price of some hundred KiB a connection. Here compressors are
// borrowed for a message and given back; what stays with the connection is the window,
// the last 32 KiB of text, which the next compressor gets as its dictionary.

// flushed is what a flush ends with.
var flushed = [4]byte{0x00, 0x00, 0xff, 0xff}

// A deflater compresses the messages of one connection, one after the other.
type deflater struct {
	level    int
	bits     int
	takeover bool
	window   []byte
}

// compressors are idle ones, by level, and by the bits of the window where that is
// not the full one.
var compressors, smallCompressors [16]sync.Pool

// begin returns a compressor that writes to w. It has to be given back with end.
func (d *deflater) begin(w io.Writer) *flate.Writer {
	if d.bits < maxBits {
		if fw, ok := smallCompressors[d.bits].Get().(*flate.Writer); ok {
			fw.Reset(w)
			return fw
		}
		fw, _ := flate.NewWriterWindow(w, 1<<d.bits) // fails for other sizes only
		return fw
	}
	fw, ok := compressors[d.level].Get().(*flate.Writer)
	if !ok {
		fw, _ = flate.NewWriter(w, d.level) // fails for other levels only
	}
	fw.ResetDict(w, d.window)
	return fw
}

// end takes a compressor back.
func (d *deflater) end(fw *flate.Writer) {
	if d.bits < maxBits {
		fw.Reset(io.Discard)
		smallCompressors[d.bits].Put(fw)
		return
	}
	fw.ResetDict(io.Discard, nil)
	compressors[d.level].Put(fw)
}

// wrote notes text that has been compressed.
func (d *deflater) wrote(p []byte) {
	if d.takeover {
		d.window = slide(d.window, p, 1<<d.bits)
	}
}

// message compresses a whole message onto the end of dst.
func (d *deflater) message(dst, p []byte) ([]byte, error) {
	out := bytes.NewBuffer(dst)
	fw := d.begin(out)
	defer d.end(fw)
	if _, err := fw.Write(p); err != nil {
		return dst, err
	}
	if err := fw.Flush(); err != nil {
		return dst, err
	}
	d.wrote(p)
	return bytes.TrimSuffix(out.Bytes(), flushed[:]), nil
}

// slide returns the last size bytes of window and p.
func slide(window, p []byte, size int) []byte {
	if len(p) >= size {
		return append(window[:0], p[len(p)-size:]...)
	}
	if over := len(window) + len(p) - size; over > 0 {
		window = window[:copy(window, window[over:])]
	}
	return append(window, p...)
}
