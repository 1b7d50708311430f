package middleware

// For the tests of this package, which stand outside of it.

// ResolvePath is resolvePath.
func ResolvePath(rest string, dotFiles bool) (name string, slash, ok bool) {
	return resolvePath(rest, dotFiles)
}

// ParseRange is parseRange. Ranges are pairs of start and length; verdict is "ignored",
// "satisfiable" or "unsatisfiable".
func ParseRange(field string, size int64) (ranges [][2]int64, verdict string) {
	list, v := parseRange(field, size)
	for _, r := range list {
		ranges = append(ranges, [2]int64{r.start, r.length})
	}
	return ranges, [...]string{"ignored", "satisfiable", "unsatisfiable"}[v]
}

// MaxRanges is maxRanges.
const MaxRanges = maxRanges

// EntityTags returns the tags of a list.
func EntityTags(list string) (tags []string) {
	for tag := range entityTags(list) {
		tags = append(tags, tag)
	}
	return tags
}

// MediaTypeOf is mediaTypeOf.
func MediaTypeOf(ext string) string { return mediaTypeOf(ext) }
