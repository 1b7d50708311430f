package middleware

import (
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/coding"
)

// A fileState tells one state of a file from another, as far as its file system does.
type fileState struct {
	size  int64
	time  int64 // nanoseconds; 0 if not known
	inode uint64
}

func stateOf(info fs.FileInfo) fileState {
	s := fileState{size: info.Size(), inode: inodeOf(info)}
	if t := info.ModTime(); !t.IsZero() {
		s.time = t.UnixNano()
	}
	return s
}

// settleTime is how long ago a file must have been changed for its state to tell it
// from all later ones: longer than any file system's clock takes for a tick.
const settleTime = 2 * time.Second

// isSettled says whether a change of the file from now on would change its state.
func (s fileState) isSettled() bool {
	return s.time == 0 || time.Since(time.Unix(0, s.time)) >= settleTime
}

// tag returns an entity tag made from the state.
func (s fileState) tag() string {
	tag := fmt.Sprintf(`"%x-%x-%x"`, s.time, s.size, s.inode)
	if !s.isSettled() {
		return coding.WeakTag(tag)
	}
	return tag
}

// smallFile is the size up to which the bytes of files are kept. From there on handing
// them to the kernel costs less than copying them.
const smallFile = 64 << 10

// A staticEntry is what there is to say about one state of a file, and for small files
// the bytes. It never changes.
type staticEntry struct {
	state      fileState
	validators Validators
	media      string
	full       weft.Headers // the fields of an answer with the file
	short      weft.Headers // those of 304
	data       []byte
	whole      bool // data holds the file
}

// A form is one form of a file: itself, or a precompressed sibling.
type form struct {
	name   string // of the file that is opened
	shown  string // of the file that was asked for
	coding string // Content-Encoding, or empty
	varies string // Vary, or empty
}

// entry returns the entry of a file in the state that info tells of.
func (s *site) entry(f form, info fs.FileInfo) (*staticEntry, error) {
	if e := s.cache.get(f, stateOf(info)); e != nil {
		return e, nil
	}
	file, err := s.fsys.Open(f.name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return s.entryOf(f, file)
}

// entryOf makes the entry of an open file, and leaves it at an offset that is not said.
func (s *site) entryOf(f form, file fs.File) (*staticEntry, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	e := &staticEntry{state: stateOf(info), media: s.config.mediaType(f.shown)}
	if cached := s.cache.get(f, e.state); cached != nil {
		return cached, nil
	}
	if err := s.read(e, file); err != nil {
		return nil, err
	}
	e.validators.LastModified = info.ModTime()
	s.addFields(e, f)
	if e.state.isSettled() {
		s.cache.put(f, e)
	}
	return e, nil
}

// read reads a small file into its entry, and makes the tag. A file that changes while
// it is read ends up with a state that is not settled, so neither lasts.
func (s *site) read(e *staticEntry, file fs.File) error {
	e.validators.ETag = e.state.tag()
	if e.state.size <= smallFile && s.config.CacheBytes > 0 {
		data := make([]byte, e.state.size)
		if _, err := io.ReadFull(file, data); err != nil {
			return err
		}
		e.data, e.whole = data, true
		if s.hashed {
			e.validators.ETag = contentTag(sha256.Sum256(data))
		}
		return nil
	}
	if !s.hashed {
		return nil
	}
	h := sha256.New()
	if n, err := io.Copy(h, file); err != nil || n != e.state.size {
		return fmt.Errorf("file changed while it was read: want %d bytes, got %d: %w", e.state.size, n, err)
	}
	e.validators.ETag = contentTag([sha256.Size]byte(h.Sum(nil)))
	if !e.state.isSettled() {
		e.validators.ETag = coding.WeakTag(e.validators.ETag) // what is sent is read once more
	}
	return nil
}

// addFields adds the fields that go with every answer about the file.
func (s *site) addFields(e *staticEntry, f form) {
	cacheControl := s.config.CacheControl
	if s.config.Immutable != nil && s.config.Immutable(f.shown) {
		cacheControl = immutableForAYear
	}
	h := e.validators.fields().Add("Cache-Control", cacheControl)
	if f.varies != "" {
		h = h.Add("Vary", f.varies)
	}
	e.short = h
	if f.coding != "" {
		h = h.Add("Content-Encoding", f.coding)
	}
	e.full = h.Add("Accept-Ranges", "bytes").Add("X-Content-Type-Options", "nosniff")
}
