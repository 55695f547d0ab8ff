/// Regular expressions of Foundation's ICU, for MATCHES in memory and in SQL.
struct FoundationRegularExpressions: RegularExpressionEngine {
  func matcher(
    of pattern: String, ignoringCase: Bool
  ) throws(ObjectPredicateError) -> any RegularExpressionMatcher {
    let compiled = TextPattern.shared(pattern, ignoringCase)
    guard compiled.isValid else {
      throw ObjectPredicateError(
        .invalidPattern(pattern, reason: "ICU cannot read it; see to its brackets and escapes"))
    }
    return compiled
  }
}

extension TextPattern: RegularExpressionMatcher {
  /// Returns true if the whole text is known to match; false if matching takes
  /// too long.
  package func isShown(by text: String) -> Bool { (try? matches(text)) ?? false }
}
