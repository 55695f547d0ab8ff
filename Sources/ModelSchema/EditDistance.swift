/// Returns the distance between two words in insertions, deletions,
/// replacements and swaps of neighbouring scalars (the restricted
/// Damerau-Levenshtein distance).
///
/// - Complexity: O(*n* * *m*), where *n* and *m* are the lengths of the words.
package func editDistance(_ left: String, _ right: String) -> Int {
  let first = Array(left.unicodeScalars)
  let second = Array(right.unicodeScalars)
  guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
  var beforePrevious: [Int] = []
  var previous = Array(0...second.count)
  for row in 1...first.count {
    var current = [row]
    current.reserveCapacity(second.count + 1)
    for column in 1...second.count {
      let cost = first[row - 1] == second[column - 1] ? 0 : 1
      var best = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + cost)
      if row > 1, column > 1, first[row - 1] == second[column - 2],
        first[row - 2] == second[column - 1]
      {
        best = min(best, beforePrevious[column - 2] + 1)
      }
      current.append(best)
    }
    (beforePrevious, previous) = (previous, current)
  }
  return previous[second.count]
}

/// Returns the candidate that was probably meant by a misspelled word; nil if
/// no candidate is similar enough.
///
/// Case is ignored, and one mistake in every three scalars is allowed, at least
/// one. If several candidates are equally near, the first is returned.
package func nearestWord(to word: String, in candidates: some Sequence<String>) -> String? {
  let length = word.unicodeScalars.count
  guard length <= 64 else { return nil }
  let limit = max(1, length / 3)
  let lowered = word.lowercased()
  var best: (word: String, distance: Int)?
  for candidate in candidates where abs(candidate.unicodeScalars.count - length) <= limit {
    let distance = editDistance(lowered, candidate.lowercased())
    guard distance <= limit, distance < best?.distance ?? .max else { continue }
    best = (candidate, distance)
  }
  return best?.word
}

/// Returns `did you mean 'name'?`, with the name that is most similar to a
/// word; nil if no name is similar.
package func nearestSuggestion(for word: String, in names: some Sequence<String>) -> String? {
  nearestWord(to: word, in: names).map { "did you mean '\($0)'?" }
}

/// Returns `; did you mean 'name'?` for the end of a message; empty if no name
/// is similar to the word.
package func nearestQuestion(for word: String, in names: some Sequence<String>) -> String {
  nearestSuggestion(for: word, in: names).map { "; " + $0 } ?? ""
}
