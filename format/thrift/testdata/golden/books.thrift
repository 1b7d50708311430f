namespace * thrift_test

/** An instant: seconds since 1970 in UTC, and nanoseconds after that. */
struct Timestamp {
  1: i64 seconds
  2: i32 nanos
}

struct Author {
  1: string name
  2: Timestamp Born
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

struct BookListValue {
  1: list<Book> value
}
