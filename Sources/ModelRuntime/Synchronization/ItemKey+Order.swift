extension [ItemKey] {
  /// The places of the keys by ascending key; of equal keys the one that stands first comes first.
  ///
  /// Places are sorted, not what stands there: items can be large, and every text that is moved is
  /// counted. The standard library's sort is stable in practice but not by promise.
  ///
  /// - Complexity: O(*n* log *n*).
  var order: [Int] {
    var numbers: [(key: Int64, place: Int)] = []
    numbers.reserveCapacity(count)
    for (place, key) in enumerated() {
      guard case .number(let number) = key else { return orderOfAny }
      numbers.append((number, place))
    }
    return numbers.sorted { $0 < $1 }.map(\.place)
  }

  /// The same where keys are texts.
  private var orderOfAny: [Int] {
    withUnsafeBufferPointer { keys in
      indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
    }
  }
}
