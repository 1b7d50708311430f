namespace * values

/** An instant: seconds since 1970 in UTC, and nanoseconds after that. */
struct Timestamp {
  1: i64 seconds
  2: i32 nanos
}
