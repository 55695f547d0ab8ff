extension Dictionary {
  /// A dictionary of pairs, of those with the same key the first one.
  package init(first pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}
