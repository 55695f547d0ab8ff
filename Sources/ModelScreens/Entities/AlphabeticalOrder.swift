// Texts sort without regard to case and accents, which decide only between texts that
// are otherwise equal.

extension ValueExpression {
  /// The sort key of a text in alphabetical order, ignoring case and accents.
  public var alphabetical: SortKey { ascending([.caseInsensitive, .diacriticInsensitive]) }

  /// The sort key of a text in reverse alphabetical order, ignoring case and accents.
  public var reverseAlphabetical: SortKey {
    descending([.caseInsensitive, .diacriticInsensitive])
  }
}

extension [String] {
  /// Sorts the texts alphabetically, ignoring case and accents.
  package mutating func sortAlphabetically() { sort(by: Self.areInOrder) }

  /// Returns whether a text precedes another in alphabetical order.
  static func areInOrder(_ one: String, _ other: String) -> Bool {
    let order = one.compare(other, options: [.caseInsensitive, .diacriticInsensitive])
    return order == .orderedSame ? one < other : order == .orderedAscending
  }
}
