/// A question such as `; did you mean 'a' or 'b'?`, and the replacements that
/// it suggests.
struct Question: CustomStringConvertible {
  /// The question, or an empty string if there are no suggestions.
  let text: String
  /// The suggested replacements.
  let replacements: [String]
  /// True if a single replacement is certain, as for keywords of the language
  /// and for types. In a condition, a person must decide which meaning was
  /// intended.
  let isSure: Bool

  var isEmpty: Bool { text.isEmpty }
  var description: String { text }
}

/// Suggests names for a misspelled word.
package enum Suggestions {
  /// Returns the names that are most similar to an unknown word: at most three,
  /// the nearest first.
  package static func matches(for word: String, among names: some Sequence<String>) -> [String] {
    let limit = max(1, word.count / 3)
    let folded = word.lowercased()
    let ranked: [(distance: Int, name: String)] = names.compactMap { name in
      let other = name.lowercased()
      guard abs(other.unicodeScalars.count - folded.unicodeScalars.count) <= limit else {
        return nil
      }
      let distance = editDistance(folded, other)
      return distance <= limit ? (distance, name) : nil
    }
    let sorted = ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return sorted.filter { $0.distance == sorted[0].distance }.prefix(3).map(\.name)
  }

  /// Returns the question `; did you mean 'a' or 'b'?`, or an empty string if
  /// there are no suggestions.
  package static func question(
    for word: String, among names: some Sequence<String>, prefix: String = ""
  ) -> String {
    question(among: matches(for: word, among: names), prefix: prefix)
  }

  /// Returns the question `; did you mean 'a' or 'b'?`, or an empty string if
  /// there are no suggestions.
  package static func question(among matches: [String], prefix: String = "") -> String {
    guard !matches.isEmpty else { return "" }
    return "; did you mean \(list(matches.map { prefix + $0 }, last: "or"))?"
  }

  /// Returns the names in quotes, such as `'a', 'b' and 'c'`.
  static func list(_ names: [String], last: String = "and") -> String {
    names.map { "'\($0)'" }.listed(last)
  }

  /// Returns a string such as `its cases are 'a' and 'b'`, or `its case is
  /// 'a'`.
  static func inventory(_ one: String, _ many: String, _ names: [String]) -> String {
    names.count == 1 ? "\(one) is \(list(names))" : "\(many) are \(list(names))"
  }
}
