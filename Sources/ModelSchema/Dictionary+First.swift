extension Dictionary {
  /// Creates a dictionary from pairs. If several pairs have the same key, the
  /// first is kept.
  package init(first pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}
