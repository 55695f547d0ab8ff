extension Dictionary {
  /// Makes a dictionary of pairs; of pairs with the same key the first is taken.
  package init(first pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}
