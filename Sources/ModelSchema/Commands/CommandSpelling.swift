/// The spelling of a model's names on command lines: small letters, with dashes between
/// words.
package enum CommandSpelling {
  /// A name of a model as options have it: `closedAfter` becomes `closed-after`, and
  /// `homeURL` becomes `home-url`.
  package static func dashed(_ name: String) -> String {
    NameWords.words(of: name).joined(separator: "-").lowercased()
  }

  /// True if two words are the same but for dashes, underscores and capitals, so that a
  /// name can be typed as the model has it.
  package static func areSame(_ word: some StringProtocol, _ other: some StringProtocol) -> Bool {
    plain(word) == plain(other)
  }

  private static func plain(_ word: some StringProtocol) -> String {
    word.lowercased().filter { $0 != "-" && $0 != "_" }
  }
}
