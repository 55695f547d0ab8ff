/// Regular expressions by Foundation's ICU, for MATCHES in memory as in SQL.
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
  /// A Boolean value that says whether a rule for the whole text is seen to be
  /// kept; one that takes too long to be checked is not.
  package func isShown(by text: String) -> Bool { (try? matches(text)) ?? false }
}
