package coding

import (
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// IsCompressed says whether bodies of a media type are compressed by themselves, so
// that compressing them again costs time on both sides and gains nothing:
//
//   - pictures, sound, films and web fonts, except for the formats that are text
//     (SVG) or bare pixels (BMP, icons) and for fonts that are bare tables;
//   - archives and packages;
//   - documents that are archives inside: office formats, EPUB, and PDF, whose parts
//     are compressed one by one;
//   - everything with the suffix +zip, +gzip or +zstd (RFC 6839 and later).
//
// Types that it does not know are not compressed: most of what an application makes
// up for itself is text or plain binary data. Parameters are ignored.
func IsCompressed(mediaType string) bool {
	essence, _, _ := strings.Cut(mediaType, ";")
	major, minor, _ := strings.Cut(ascii.ToLower(ascii.TrimOWS(essence)), "/")
	switch major {
	case "image":
		return !isPlainImage(minor)
	case "audio", "video":
		return true
	case "font":
		return minor == "woff" || minor == "woff2"
	case "application":
		return isArchive(minor) || isPacked(minor)
	}
	return false
}

// isPlainImage names the image formats that hold text or bare pixels.
func isPlainImage(minor string) bool {
	switch minor {
	case "svg+xml", "bmp", "x-bmp", "x-ms-bmp", "x-icon", "vnd.microsoft.icon":
		return true
	}
	return false
}

// isArchive names archives and packages.
func isArchive(minor string) bool {
	switch minor {
	case "zip", "x-zip-compressed", "gzip", "x-gzip", "x-gtar-compressed", "x-tgz",
		"zstd", "x-zstd", "x-bzip", "x-bzip2", "x-xz", "x-lzma", "x-lzip", "x-lz4", "x-compress", "x-brotli",
		"x-7z-compressed", "vnd.rar", "x-rar-compressed", "x-rar", "vnd.ms-cab-compressed",
		"java-archive", "x-java-archive", "vnd.android.package-archive", "x-chrome-extension", "x-xpinstall",
		"vnd.debian.binary-package", "x-debian-package", "x-rpm", "x-redhat-package-manager",
		"x-apple-diskimage":
		return true
	}
	return strings.HasSuffix(minor, "+zip") || strings.HasSuffix(minor, "+gzip") || strings.HasSuffix(minor, "+zstd")
}

// isPacked names documents and fonts that are compressed inside.
func isPacked(minor string) bool {
	switch minor {
	case "pdf", "font-woff", "font-woff2", "x-font-woff", "x-shockwave-flash", "ogg", "mp4", "vnd.google-earth.kmz":
		return true
	}
	if strings.HasPrefix(minor, "vnd.openxmlformats-officedocument.") {
		return !strings.HasSuffix(minor, "+xml")
	}
	return strings.HasPrefix(minor, "vnd.oasis.opendocument.") && !strings.HasSuffix(minor, "-flat-xml")
}
