// Strings are sorted without regard to case and accents, which matter only between
// strings that are otherwise equal.

extension ValueExpression {
  /// The sort key for the alphabetical order of a string, ignoring case and accents.
  public var alphabetical: SortKey { ascending([.caseInsensitive, .diacriticInsensitive]) }

  /// The sort key for the reverse alphabetical order of a string, ignoring case and
  /// accents.
  public var reverseAlphabetical: SortKey {
    descending([.caseInsensitive, .diacriticInsensitive])
  }
}

extension [String] {
  /// Sorts the strings alphabetically, ignoring case and accents.
  package mutating func sortAlphabetically() { sort(by: Self.areInOrder) }

  /// Returns whether one string precedes another in alphabetical order,
  /// ignoring case and accents.
  static func areInOrder(_ one: String, _ other: String) -> Bool {
    let order = one.compare(other, options: [.caseInsensitive, .diacriticInsensitive])
    return order == .orderedSame ? one < other : order == .orderedAscending
  }
}
