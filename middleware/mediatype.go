package middleware

import (
	"path"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
)

// mediaType returns the media type of a file by the extension of its name. The table is
// a part of the program: those of operating systems differ, and a style sheet that is
// text/plain on one machine is a fault that is hard to find. An unknown extension gives
// application/octet-stream; contents are never looked at.
func (c *StaticConfig) mediaType(name string) string {
	ext := ascii.ToLower(path.Ext(name))
	if media, ok := c.MediaTypes[ext]; ok {
		return media
	}
	if media := mediaTypeOf(strings.TrimPrefix(ext, ".")); media != "" {
		return media
	}
	return weft.MediaOctetStream
}

// mediaTypeOf returns the media type of an extension in lower case and without its dot,
// or "". Text has its charset named, because browsers guess otherwise.
func mediaTypeOf(ext string) string {
	for _, table := range [...]func(string) string{textType, imageType, soundType, fontType, documentType, archiveType} {
		if media := table(ext); media != "" {
			return media
		}
	}
	return ""
}

func textType(ext string) string {
	switch ext {
	case "html", "htm":
		return weft.MediaHTML
	case "css":
		return weft.MediaCSS
	case "js", "mjs", "cjs":
		return weft.MediaJavaScript
	case "json", "map":
		return weft.MediaJSON
	case "webmanifest":
		return "application/manifest+json"
	case "jsonld":
		return "application/ld+json"
	case "geojson":
		return "application/geo+json"
	case "wasm":
		return "application/wasm"
	case "xml", "xsl", "xsd":
		return "application/xml; charset=utf-8"
	case "xhtml":
		return "application/xhtml+xml; charset=utf-8"
	case "rss":
		return "application/rss+xml; charset=utf-8"
	case "atom":
		return "application/atom+xml; charset=utf-8"
	case "txt", "text", "log", "conf", "ini":
		return weft.MediaText
	case "md", "markdown":
		return "text/markdown; charset=utf-8"
	case "csv":
		return "text/csv; charset=utf-8"
	case "tsv":
		return "text/tab-separated-values; charset=utf-8"
	case "ics":
		return "text/calendar; charset=utf-8"
	case "vcf":
		return "text/vcard; charset=utf-8"
	case "vtt":
		return "text/vtt; charset=utf-8"
	case "yaml", "yml":
		return "application/yaml"
	case "toml":
		return "application/toml"
	}
	return ""
}

func imageType(ext string) string {
	switch ext {
	case "png":
		return weft.MediaPNG
	case "jpg", "jpeg", "jfif":
		return weft.MediaJPEG
	case "svg":
		return weft.MediaSVG
	case "gif", "webp", "avif", "apng", "bmp", "heic", "heif", "jxl":
		return "image/" + ext
	case "ico", "cur":
		return "image/vnd.microsoft.icon"
	case "tif", "tiff":
		return "image/tiff"
	}
	return ""
}

func soundType(ext string) string {
	switch ext {
	case "mp4", "m4v":
		return "video/mp4"
	case "webm":
		return "video/webm"
	case "ogv":
		return "video/ogg"
	case "mov":
		return "video/quicktime"
	case "mpeg", "mpg":
		return "video/mpeg"
	case "mkv":
		return "video/matroska"
	case "ts":
		return "video/mp2t"
	case "m3u8":
		return "application/vnd.apple.mpegurl"
	case "mpd":
		return "application/dash+xml"
	case "mp3":
		return "audio/mpeg"
	case "m4a":
		return "audio/mp4"
	case "ogg", "oga", "opus":
		return "audio/ogg"
	case "aac", "flac":
		return "audio/" + ext
	case "wav":
		return "audio/wav"
	case "weba":
		return "audio/webm"
	case "mid", "midi":
		return "audio/midi"
	}
	return ""
}

func fontType(ext string) string {
	switch ext {
	case "woff", "woff2", "ttf", "otf":
		return "font/" + ext
	case "ttc":
		return "font/collection"
	case "eot":
		return "application/vnd.ms-fontobject"
	}
	return ""
}

func documentType(ext string) string {
	switch ext {
	case "pdf":
		return weft.MediaPDF
	case "rtf":
		return "application/rtf"
	case "epub":
		return "application/epub+zip"
	case "doc":
		return "application/msword"
	case "docx":
		return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	case "xls":
		return "application/vnd.ms-excel"
	case "xlsx":
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case "ppt":
		return "application/vnd.ms-powerpoint"
	case "pptx":
		return "application/vnd.openxmlformats-officedocument.presentationml.presentation"
	case "odt":
		return "application/vnd.oasis.opendocument.text"
	case "ods":
		return "application/vnd.oasis.opendocument.spreadsheet"
	case "odp":
		return "application/vnd.oasis.opendocument.presentation"
	}
	return ""
}

func archiveType(ext string) string {
	switch ext {
	case "zip":
		return "application/zip"
	case "gz", "tgz":
		return "application/gzip"
	case "zst":
		return "application/zstd"
	case "br":
		return weft.MediaOctetStream
	case "bz2":
		return "application/x-bzip2"
	case "xz":
		return "application/x-xz"
	case "7z":
		return "application/x-7z-compressed"
	case "tar":
		return "application/x-tar"
	case "jar":
		return "application/java-archive"
	case "apk":
		return "application/vnd.android.package-archive"
	}
	return ""
}
