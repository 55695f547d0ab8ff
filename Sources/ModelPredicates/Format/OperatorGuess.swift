/// A guess at the operator that a word or symbol was meant to be.
struct OperatorGuess {
  /// The operator as it is written, such as `==`.
  let text: String

  /// Creates a guess from a token in the position of an operator. The
  /// initialiser returns nil if no operator is similar.
  init?(_ kind: FormatToken.Kind) {
    switch kind {
    case .symbol("="): text = "=="
    case .identifier(let word):
      guard
        let found = Self.otherNames[word.lowercased()]
          ?? nearestWord(to: word.uppercased(), in: Self.words)
      else { return nil }
      text = found
    default: return nil
    }
  }

  /// The names of operators in other languages, with the corresponding
  /// operators of the format.
  private static let otherNames = [
    "is": "==", "eq": "==", "equals": "==", "ne": "!=", "neq": "!=", "lt": "<", "le": "<=",
    "gt": ">", "ge": ">=", "startswith": "BEGINSWITH", "hasprefix": "BEGINSWITH",
    "hassuffix": "ENDSWITH", "regexp": "MATCHES", "glob": "LIKE", "has": "CONTAINS",
  ]

  private static let words = [
    ReservedWord.and, .or, .in, .like, .matches, .contains, .beginsWith, .endsWith, .between,
  ].map(\.rawValue)
}
