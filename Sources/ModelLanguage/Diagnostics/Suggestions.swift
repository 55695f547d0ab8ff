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
    let folded = Array(word.lowercased().unicodeScalars)
    let ranked: [(distance: Int, name: String)] = names.compactMap { name in
      let other = Array(name.lowercased().unicodeScalars)
      guard abs(other.count - folded.count) <= limit else { return nil }
      let distance = distance(folded, other)
      return distance <= limit ? (distance, name) : nil
    }
    let sorted = ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return sorted.filter { $0.distance == sorted[0].distance }.prefix(3).map(\.name)
  }

  /// Returns the question `; did you mean 'a' or 'b'?`, or an empty string if
  /// there are no suggestions.
  static func question(
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
    let quoted = names.map { "'\($0)'" }
    guard let end = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " \(last) " + end
  }

  /// Returns a string such as `its cases are 'a' and 'b'`, or `its case is
  /// 'a'`.
  static func inventory(_ one: String, _ many: String, _ names: [String]) -> String {
    names.count == 1 ? "\(one) is \(list(names))" : "\(many) are \(list(names))"
  }

  /// Returns the Damerau–Levenshtein distance, in which a swap of neighbours is
  /// one step.
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var before: [Int] = []
    var previous = Array(0...b.count)
    for i in 1...a.count {
      var row = [i] + Array(repeating: 0, count: b.count)
      for j in 1...b.count {
        let cost = a[i - 1] == b[j - 1] ? 0 : 1
        row[j] = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + cost)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], before[j - 2] + 1)
        }
      }
      (before, previous) = (previous, row)
    }
    return previous[b.count]
  }
}
