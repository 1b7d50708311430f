package codec

import "uuid"

// String is [Path] of a string.
func String(name string) Codec[string] { return Path[string](name) }

// Int is [Path] of an int.
func Int(name string) Codec[int] { return Path[int](name) }

// Long is [Path] of an int64.
func Long(name string) Codec[int64] { return Path[int64](name) }

// UUID is [Path] of a UUID (RFC 9562).
func UUID(name string) Codec[uuid.UUID] { return Path[uuid.UUID](name) }

// Bool is [Path] of a bool.
func Bool(name string) Codec[bool] { return Path[bool](name) }

// Trailing is the rest of the path, which may be empty and may have slashes. The
// pattern has a {name...} segment for it.
func Trailing(name string) Codec[string] { return Path[string](name) }
