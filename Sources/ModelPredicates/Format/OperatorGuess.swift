/// The operator that a word or a sign was probably meant to be.
struct OperatorGuess {
  /// The text of the operator.
  let text: String

  /// A guess from what stands where an operator belongs; nil where nothing is
  /// near.
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

  /// The names that other languages have for them.
  private static let otherNames = [
    "is": "==", "eq": "==", "equals": "==", "ne": "!=", "neq": "!=", "lt": "<", "le": "<=",
    "gt": ">", "ge": ">=", "startswith": "BEGINSWITH", "hasprefix": "BEGINSWITH",
    "hassuffix": "ENDSWITH", "regexp": "MATCHES", "glob": "LIKE", "has": "CONTAINS",
  ]

  private static let words = [
    ReservedWord.and, .or, .in, .like, .matches, .contains, .beginsWith, .endsWith, .between,
  ].map(\.rawValue)
}
