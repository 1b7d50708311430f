package transport

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// memorySink keeps what is sent, and notes which files were.
type memorySink struct {
	sent    []byte
	files   int
	refuses bool
}

func (s *memorySink) Handling()           {}
func (s *memorySink) Send(p []byte) error { s.sent = append(s.sent, p...); return nil }

func (s *memorySink) SendTwo(head, body []byte) error {
	s.sent = append(append(s.sent, head...), body...)
	return nil
}

func (s *memorySink) SendFile(head []byte, f *os.File, offset, length int64) (bool, error) {
	if s.refuses {
		return false, nil
	}
	s.files++
	p := make([]byte, length)
	_, err := f.ReadAt(p, offset)
	s.sent = append(append(s.sent, head...), p...)
	return true, err
}

// wrapper hides everything but what a reader around another one has to have.
type wrapper struct{ r io.Reader }

func (w wrapper) Read(p []byte) (int, error)                { return w.r.Read(p) }
func (w wrapper) WriteTo(to io.Writer) (n int64, err error) { return io.Copy(to, w.r) }

func TestStreamWriterReadFrom(t *testing.T) {
	content := strings.Repeat("0123456789", 10_000)
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	open := func() *os.File {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	part := func(offset, n int64) io.Reader { return io.NewSectionReader(open(), offset, n) }
	begun := part(0, 100_000)
	io.CopyN(io.Discard, begun, 10)
	for _, test := range []struct {
		name    string
		r       io.Reader
		length  int64
		refuses bool
		files   int
		want    string
		err     error
	}{
		{name: "a file", r: open(), length: 100_000, files: 1, want: content},
		{name: "a part", r: part(5, 90_000), length: 90_000, files: 1, want: content[5:90_005]},
		{name: "a part that was begun", r: begun, length: 99_990, files: 1, want: content[10:]},
		{name: "a small part", r: part(5, 10), length: 10, want: content[5:15]},
		{name: "a part in a wrapper", r: wrapper{part(0, 100_000)}, length: 100_000, files: 1, want: content},
		{name: "several parts", r: io.MultiReader(part(0, 50_000), strings.NewReader("--"), part(60_000, 40_000)), length: 90_002, files: 2, want: content[:50_000] + "--" + content[60_000:]},
		{name: "refused", r: part(5, 90_000), length: 90_000, refuses: true, want: content[5:90_005]},
		{name: "no file", r: strings.NewReader(content), length: 100_000, want: content},
		{name: "plain reader", r: struct{ io.Reader }{strings.NewReader(content)}, length: 100_000, want: content},
		{name: "a part that is too long", r: part(0, 100_000), length: 50_000, err: errBodyLength},
		{name: "a reader that is too long", r: strings.NewReader(content), length: 50_000, err: errBodyLength},
		{name: "a small part that is missing", r: io.NewSectionReader(open(), 99_995, 10), length: 10, err: io.ErrUnexpectedEOF, want: content[99_995:]},
	} {
		t.Run(test.name, func(t *testing.T) {
			sink := &memorySink{refuses: test.refuses}
			m := &Machine{out: []byte("head ")}
			w := &streamWriter{m: m, sink: sink, left: test.length, known: true}
			n, err := w.ReadFrom(test.r)
			if err != test.err {
				t.Fatalf("got error %v, want %v", err, test.err)
			}
			if err == nil && (n != test.length || w.left != 0) {
				t.Errorf("got %d, %d left", n, w.left)
			}
			got := bytes.Join([][]byte{sink.sent, m.out}, nil)
			if string(got) != "head "+test.want || sink.files != test.files {
				t.Errorf("got %d bytes, want %d; %d files, want %d", len(got), len(test.want)+5, sink.files, test.files)
			}
		})
	}
}

// A body in chunks is never sent as a file: each piece needs its frame.
func TestStreamWriterReadFromChunked(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("content"), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sink := &memorySink{}
	w := &streamWriter{m: &Machine{}, sink: sink, left: -1, chunked: true}
	if _, err := w.ReadFrom(f); err != nil || string(sink.sent) != "7\r\ncontent\r\n" || sink.files != 0 {
		t.Errorf("got %q %v", sink.sent, err)
	}
}
