// Text sorts as people sort it: case and accents tell only texts apart that are the same else.

extension ValueExpression {
  /// Sorts by a text as people do, ignoring case and accents.
  public var alphabetical: SortKey { ascending([.caseInsensitive, .diacriticInsensitive]) }

  /// Sorts by a text as people do, from the end of the alphabet.
  public var reverseAlphabetical: SortKey {
    descending([.caseInsensitive, .diacriticInsensitive])
  }
}

extension [String] {
  /// Sorts texts as people do.
  package mutating func sortAlphabetically() { sort(by: Self.areInOrder) }

  /// Returns whether a text comes before another, as people sort.
  static func areInOrder(_ one: String, _ other: String) -> Bool {
    let order = one.compare(other, options: [.caseInsensitive, .diacriticInsensitive])
    return order == .orderedSame ? one < other : order == .orderedAscending
  }
}
