extension StringProtocol where SubSequence == Substring {
  /// Returns the string without the characters at its end for which a closure
  /// returns true.
  package func trimmingEnd(_ isTrimmed: (Character) -> Bool) -> Substring {
    prefix(upTo: lastIndex { !isTrimmed($0) }.map(index(after:)) ?? startIndex)
  }

  /// Returns the string without the characters at both ends for which a closure
  /// returns true.
  package func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    drop(while: isTrimmed).trimmingEnd(isTrimmed)
  }
}

extension [String] {
  /// The strings as a list in a sentence, such as `a, b and c`.
  package func listed(_ last: String = "and") -> String {
    guard let end = self.last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(last) \(end)"
  }
}
