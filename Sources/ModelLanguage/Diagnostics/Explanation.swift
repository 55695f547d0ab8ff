/// The reason for a diagnostic, with a wrong and a right example.
struct Explanation {
  var why: String
  var wrong: String
  var right: String
}

extension DiagnosticName {
  /// The explanation of the diagnostic; every name has one, which a test
  /// checks.
  var explanation: Explanation {
    Self.explanations[self] ?? Explanation(why: "", wrong: "", right: "")
  }

  private static let explanations = [
    Explanation.aboutText,
    Explanation.aboutNames,
    Explanation.aboutTypes,
    Explanation.aboutEntities,
    Explanation.aboutFetches,
  ].reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
}
