package middleware

import (
	"io/fs"
	"os"
	"strings"

	"github.com/weft-go/weft"
)

// Static files.
//
// [ServeDirectory] and [ServeResources] add one route to those that they are attached
// to: GET for everything below a path. It is a route like any other. A more specific
// one goes before it, so /assets/version may be a handler although everything else in
// /assets is a file; Request.Pattern is "/assets/{file...}"; nesting works. What is
// not a file is left to the routes below, as if this one did not exist, so that a
// missing file is answered by whoever answers for missing pages.
//
// A request takes these steps:
//
//  1. The path becomes a name, or is refused (static_path.go). It is split before it is
//     decoded, once; dot segments, separators in disguise and the special names of some
//     systems do not get past here.
//  2. The name becomes a file (static_find.go): itself, the index of a directory, or
//     a precompressed sibling (precompressed.go). A directory is held open as an
//     [os.Root], so even a symbolic link cannot lead out of it.
//  3. The file becomes an entry (static_entry.go): its tag, its fields and, if it is
//     small, its bytes. Entries are kept (static_cache.go) for as long as the file
//     system says that the file has not changed, which is asked every time.
//  4. The conditions of the request are looked at (conditional.go), then its ranges
//     (range.go), and what is left to send is sent (static_serve.go). The bytes of
//     large files go from the kernel's cache to the socket without coming by here.
//
// About tags. A strong tag promises the same bytes to everybody who has it. The tag of
// a file in a directory is made from its size, its time of change and its inode: reading
// the file to make a tag would cost more than sending it. That keeps the promise unless
// a file is changed twice within one tick of the file system's clock. So for a file that
// was changed less than two seconds ago the tag is weak, and becomes strong afterwards.
// Inodes differ between machines; those who serve the same files from several use
// ContentTags, which makes tags from the bytes, once for each change of a file. Files of
// an [fs.FS] have such tags always, since embedded ones have no time of change.

// StaticConfig says how files are served. The zero value is the default.
type StaticConfig struct {
	// FilesFirst serves a file even if a more specific route matches its path. Every
	// GET request below the path then costs a look at the file system. It decides by
	// the whole path of the URL, so it has no effect on routes that are nested.
	FilesFirst bool

	// Index is the name of the file that stands for its directory. Empty means
	// index.html.
	Index string

	// Fallback is the name of a file, as "index.html", that is served where there is
	// no file if the client asks for text/html by name, as browsers do when they go to
	// a page. It is for applications that do their own routing in the browser. Empty
	// means none.
	Fallback string

	// Listing shows the contents of directories that have no index.
	Listing bool

	// DotFiles serves files and directories whose names begin with a dot. Otherwise
	// they are not found: they hold what is not meant for others. To serve the one
	// directory .well-known, serve it under a path of its own.
	DotFiles bool

	// CacheControl is the value of the Cache-Control field. Empty means no-cache,
	// which lets clients keep a file and ask each time whether it has changed.
	CacheControl string

	// Immutable says which files never change, because their names do. They are sent
	// with a Cache-Control that lets clients keep them for a year without asking.
	// [IsFingerprinted] knows the names that bundlers make. Nil means none.
	Immutable func(name string) bool

	// MediaTypes adds media types for extensions, with their dot and in lower case:
	// {".glb": "model/gltf-binary"}. It goes before the built-in table.
	MediaTypes map[string]string

	// NoPrecompressed does not look for siblings with the suffixes .br, .zst and .gz.
	NoPrecompressed bool

	// ContentTags makes entity tags from the contents of files in directories. Use it
	// if several machines serve the same files.
	ContentTags bool

	// CacheBytes bounds the memory for small files that are kept. Zero means 16 MiB; a
	// negative value keeps none. What is known about files apart from their bytes is
	// kept in up to 1 MiB in any case.
	CacheBytes int64
}

const (
	defaultIndex        = "index.html"
	defaultCacheControl = "no-cache"
	immutableForAYear   = "public, max-age=31536000, immutable"
	defaultCacheBytes   = 16 << 20
	leastCacheBytes     = 1 << 20
)

// ServeDirectory returns middleware that serves the files of a directory below a path:
//
//	routes.With(middleware.ServeDirectory("/assets", "public"))
//
// GET /assets/app.css is answered with public/app.css, GET /assets/ with
// public/index.html. Files have a strong entity tag and Last-Modified; conditional
// requests (RFC 9110, section 13), ranges (section 14), HEAD, and precompressed
// siblings are taken care of. What is not there, is not a regular file, has a name that
// begins with a dot, or lies outside of the directory, symbolic links included, is left
// to the other routes, which mostly answer 404.
//
// The path may have parameters, as route patterns do. At most one configuration
// may be given. It panics if the path is malformed or the directory cannot be opened, since
// both are mistakes of the program or its installation. The directory stays open.
func ServeDirectory(path, dir string, config ...StaticConfig) weft.Middleware {
	root, err := os.OpenRoot(dir)
	if err != nil {
		panic(mistake("middleware.ServeDirectory: %v", err))
	}
	s := newSite("ServeDirectory", path, root.FS(), config)
	s.hashed = s.config.ContentTags
	return s.middleware
}

// ServeResources is like [ServeDirectory] for a file system, mostly one that is a part
// of the program:
//
//	//go:embed public
//	var public embed.FS
//
//	assets, _ := fs.Sub(public, "public")
//	routes.With(middleware.ServeResources("/assets", assets))
//
// Entity tags are made from contents, once for each size and time of change. Files
// without a time of change, as embedded ones are, are taken to stay as they are.
// Ranges need files that can seek or read at an offset, which embedded ones can.
func ServeResources(path string, fsys fs.FS, config ...StaticConfig) weft.Middleware {
	s := newSite("ServeResources", path, fsys, config)
	s.hashed = true
	return s.middleware
}

// A site is a tree of files and how it is served.
type site struct {
	prefix  string // without a slash at its end
	pattern weft.Pattern
	fsys    fs.FS
	config  StaticConfig
	hashed  bool // tags come from contents
	cache   *staticCache
}

func newSite(function, path string, fsys fs.FS, given []StaticConfig) *site {
	c := option(function, given)
	if fsys == nil || !strings.HasPrefix(path, "/") {
		panic(mistake("middleware.%s: want a path that begins with a slash and a file system, got %q", function, path))
	}
	c.Index = orElse(c.Index, defaultIndex)
	c.CacheControl = orElse(c.CacheControl, defaultCacheControl)
	if c.CacheBytes == 0 {
		c.CacheBytes = defaultCacheBytes
	}
	prefix := strings.TrimSuffix(path, "/")
	return &site{
		prefix:  prefix,
		pattern: weft.NewPattern(weft.GET, prefix+"/{file...}"),
		fsys:    fsys,
		config:  c,
		cache:   newStaticCache(max(c.CacheBytes, leastCacheBytes)),
	}
}

func orElse(s, def string) string {
	if s == "" {
		return def
	}
	return s
}
