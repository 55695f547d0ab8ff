internal import ModelSchema

/// Regular expressions by Foundation's ICU, for MATCHES in memory as in SQL.
struct FoundationRegularExpressions: RegularExpressionEngine {
  func matcher(
    of pattern: String, ignoringCase: Bool
  ) throws(ObjectPredicateError) -> any RegularExpressionMatcher {
    let compiled = TextPattern.shared(pattern, ignoringCase)
    guard compiled.isValid else {
      throw ObjectPredicateError(
        .invalidPattern(pattern, problem: "it is no regular expression"))
    }
    return compiled
  }
}

extension TextPattern: RegularExpressionMatcher {}
