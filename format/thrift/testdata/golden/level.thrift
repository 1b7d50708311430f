namespace * thrift_test

enum Level {
  LOW = 1
  HIGHEST = 2
}

struct LevelValue {
  1: Level value
}
