extension TextFolding {
  /// Returns whether a string contains another string, which is already folded.
  ///
  /// The buffer is used for text that is not ASCII. ASCII text is searched
  /// without folding or allocation.
  ///
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the lengths of the
  ///   strings; a pattern of up to 256 bytes is tried at every position.
  package func contains(
    _ haystack: UnsafeBufferPointer<UInt8>, foldedNeedle needle: UnsafeBufferPointer<UInt8>,
    buffer: inout [UInt8]
  ) -> Bool {
    guard let table, !haystack.isASCII else {
      return ByteSearch.contains(haystack, needle, lowercases: foldsCase)
    }
    FoldingPass.run(table, haystack, &buffer)
    return buffer.withUnsafeBufferPointer { ByteSearch.contains($0, needle, lowercases: false) }
  }

  /// Returns whether a string begins with another string, which is already
  /// folded.
  package func begins(
    _ text: UnsafeBufferPointer<UInt8>, foldedPrefix prefix: UnsafeBufferPointer<UInt8>,
    buffer: inout [UInt8]
  ) -> Bool {
    guard let table, !text.isASCII else {
      return ByteSearch.matches(text, at: 0, prefix, lowercases: foldsCase)
    }
    FoldingPass.run(table, text, &buffer)
    return buffer.withUnsafeBufferPointer {
      ByteSearch.matches($0, at: 0, prefix, lowercases: false)
    }
  }

  /// Returns whether a string ends with another string, which is already
  /// folded.
  package func ends(
    _ text: UnsafeBufferPointer<UInt8>, foldedSuffix suffix: UnsafeBufferPointer<UInt8>,
    buffer: inout [UInt8]
  ) -> Bool {
    guard let table, !text.isASCII else {
      return ByteSearch.matches(
        text, at: text.count - suffix.count, suffix, lowercases: foldsCase)
    }
    FoldingPass.run(table, text, &buffer)
    return buffer.withUnsafeBufferPointer {
      ByteSearch.matches($0, at: $0.count - suffix.count, suffix, lowercases: false)
    }
  }
}

/// Searches for bytes in bytes. UTF-8 guarantees that matches begin and end at
/// the boundaries of scalars.
enum ByteSearch {
  /// Returns whether the pattern matches at a position. If requested,
  /// upper-case ASCII letters of the text are treated as lower-case.
  @inline(__always)
  static func matches(
    _ text: UnsafeBufferPointer<UInt8>, at start: Int, _ pattern: UnsafeBufferPointer<UInt8>,
    lowercases: Bool
  ) -> Bool {
    guard start >= 0, pattern.count <= text.count - start else { return false }
    for index in 0..<pattern.count {
      let byte = text[start + index]
      guard pattern[index] == (lowercases ? byte.lowercasedASCII : byte) else { return false }
    }
    return true
  }

  /// Returns whether the pattern occurs anywhere in the text.
  static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>, lowercases: Bool
  ) -> Bool {
    guard let first = pattern.first else { return true }
    guard pattern.count <= text.count else { return false }
    guard pattern.count <= longestSimplePattern else {
      return containsLong(text, pattern, lowercases: lowercases)
    }
    for start in 0...text.count - pattern.count {
      let byte = text[start]
      guard first == (lowercases ? byte.lowercasedASCII : byte) else { continue }
      if matches(text, at: start, pattern, lowercases: lowercases) { return true }
    }
    return false
  }

  /// The maximum length for which trying every position costs less than
  /// preparing a table.
  private static let longestSimplePattern = 256

  /// Returns whether a long pattern occurs anywhere in the text. It is found in
  /// linear time (Knuth, Morris and Pratt); the simple search would take hours
  /// for two long strings of one repeated letter.
  private static func containsLong(
    _ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>, lowercases: Bool
  ) -> Bool {
    let borders = borders(of: pattern)
    var matched = 0
    for byte in text {
      let byte = lowercases ? byte.lowercasedASCII : byte
      while matched > 0, pattern[matched] != byte { matched = borders[matched - 1] }
      if pattern[matched] == byte { matched += 1 }
      if matched == pattern.count { return true }
    }
    return false
  }

  /// Returns, for each prefix of the pattern, the length of the longest shorter
  /// prefix that it also ends with.
  private static func borders(of pattern: UnsafeBufferPointer<UInt8>) -> [Int] {
    var borders = [Int](repeating: 0, count: pattern.count)
    var length = 0
    for index in 1..<pattern.count {
      while length > 0, pattern[index] != pattern[length] { length = borders[length - 1] }
      if pattern[index] == pattern[length] { length += 1 }
      borders[index] = length
    }
    return borders
  }
}
