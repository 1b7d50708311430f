namespace * thrift_test

/** An instant: seconds since 1970 in UTC, and nanoseconds after that. */
struct Timestamp {
  1: i64 seconds
  2: i32 nanos
}

struct Cat {
  1: i64 lives
}

struct Author {
  1: string name
  2: Timestamp Born
}

enum Level {
  LOW = 1
  HIGHEST = 2
}

struct OptionalInt {
  1: optional i64 value
}

/** NullableString is null when it has no value. */
struct NullableString {
  1: optional string value
}

/** NullableInt64List is null when it has no value. */
struct NullableInt64List {
  1: optional list<i64> value
}

struct Dog {
  1: string name
  2: optional Animal friend
}

union Animal {
  /** Nine lives. */
  1: Cat cat
  2: Dog dog
  7: string fish
  9: list<string> school
}

enum Sign {
  VALUE_MINUS_1 = -1
  VALUE_0 = 0
  VALUE_1 = 1
}

/** NullableInt is null when it has no value. */
struct NullableInt {
  1: optional i64 value
}

struct OptionalBigInteger {
  1: optional binary value // a big-endian two's complement integer
}

struct EverythingAnonymous {
  1: i64 X
  2: i64 Y
}

struct EverythingAnonymouss {
  1: double Z
}

struct Tree {
  1: i64 value
  2: list<Tree> children
}

struct ForestValue {
  1: list<ForestValue> value
}

/** A book in the shop. */
struct Book {
  1: uuid id
  /** As on the cover. */
  2: string title
  3: i32 pages
  4: list<string> tags
  5: optional Author author
  6: optional double rating (deprecated = "true")
}

struct PageBook {
  1: list<Book> items
  2: string next_
}

struct Everything {
  1: i64 base_id
  2: string comment
  3: optional string note
  4: optional list<i32> marks
  5: optional bool deep
  6: bool Bool
  7: i64 Int
  8: i8 Int8
  9: i16 Int16
  10: i32 Int32
  11: i64 Int64
  12: i64 Uint // the bits of an unsigned integer
  13: i16 Uint8
  14: i32 Uint16
  15: i64 Uint32
  16: i64 Uint64 // the bits of an unsigned integer
  17: double Float32
  18: double Float64
  19: string String
  20: binary Bytes
  21: binary ByteArray // 4 bytes
  22: Timestamp Time
  23: i64 Duration // nanoseconds
  24: uuid UUID
  25: binary BigInt // a big-endian two's complement integer
  26: optional binary BigIntP // a big-endian two's complement integer
  27: string BigFloat // a decimal number
  28: string BigRat // a fraction
  29: string Text
  30: list<string> Slice
  31: list<i64> Array // 3 items
  32: list<Cat> Structs // 2 items
  33: map<string, i64> Map
  34: map<string, string> Strings
  35: map<i8, bool> IntMap
  36: map<Timestamp, double> TimeMap
  37: map<i64, binary> DurMap
  38: map<uuid, Author> UUIDMap
  39: map<Level, Level> LevelMap
  40: map<string, list<i64>> ListMap
  41: optional string Pointer
  42: optional list<i64> PtrList
  43: optional OptionalInt PtrPtr
  44: optional NullableString Optional
  45: optional NullableInt64List OptList
  46: Author Struct
  47: optional Animal Sum
  48: list<Animal> Sums
  49: map<i64, Animal> SumMap
  50: optional string Any // JSON
  51: optional string Raw // JSON
  52: string Custom // JSON
  53: string Enum // one of "red", "green"
  54: Level Named
  55: Sign Sign
  56: list<Level> Levels
  57: list<i64> Ints
  58: list<i8> Int8s
  59: list<i64> Uint64s // the bits of an unsigned integer
  60: list<double> Floats
  61: list<double> Doubles
  62: list<bool> Bools
  63: list<Timestamp> Times
  64: list<i64> Durations // nanoseconds
  65: list<i16> Uints
  66: list<list<i64>> Nested
  67: list<list<list<string>>> Deep2
  68: list<map<string, string>> Maps
  69: list<OptionalInt> Pointers
  70: list<Author> Authors
  71: list<NullableInt> Options
  72: list<binary> Blobs
  73: list<uuid> UUIDs
  74: list<OptionalBigInteger> BigInts
  75: EverythingAnonymous Anonymous
  76: list<EverythingAnonymouss> Anonymouss
  77: list<Tree> Trees
  78: ForestValue Forest
  79: PageBook Page
  80: list<string> Anys // JSON
  500: string Numbered
}
