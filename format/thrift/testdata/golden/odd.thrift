namespace * thrift_test

struct Odd {
  1: i64 first_name
  2: i64 first_name2
  3: i64 n2nd
  4: string gru00F6u00DFe
  5: bool struct_
  6: optional Odd Odd
  7: list<Odd> optional_
  /**
   * Two
   * lines, * / and // in them.
   */
  8: string h
}
