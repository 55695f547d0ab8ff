internal import ModelPredicates
internal import ModelSchema

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

extension TextPattern: RegularExpressionMatcher {}
