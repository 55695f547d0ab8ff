/// The spelling of a model's names on command lines: lower-case letters, with
/// dashes between words.
package enum CommandSpelling {
  /// Returns a name of a model as it is spelled in options: `closedAfter`
  /// becomes `closed-after`, and `homeURL` becomes `home-url`.
  package static func dashed(_ name: String) -> String {
    NameWords.words(of: name).joined(separator: "-").lowercased()
  }

  /// Returns whether two words are equal except for dashes, underscores and
  /// capitals, so that a name can be typed as it is spelled in the model.
  package static func areSame(_ word: some StringProtocol, _ other: some StringProtocol) -> Bool {
    plain(word) == plain(other)
  }

  private static func plain(_ word: some StringProtocol) -> String {
    word.lowercased().filter { $0 != "-" && $0 != "_" }
  }
}
