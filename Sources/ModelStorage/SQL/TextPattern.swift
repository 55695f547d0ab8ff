/// A regular expression that must match a whole string. `^` and `$` match at
/// line endings, and `.` matches every character.
package final class TextPattern: @unchecked Sendable {
  // because `NSRegularExpression` is thread-safe, and the class stores nothing else.
  private let expression: NSRegularExpression?

  private init(_ pattern: String, _ options: StringOptions) {
    var flags: NSRegularExpression.Options = [.anchorsMatchLines, .dotMatchesLineSeparators]
    if options.contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
    // Foundation accepts no empty pattern. This pattern also matches only the
    // empty string.
    expression = try? NSRegularExpression(
      pattern: pattern.isEmpty ? "(?:)" : pattern, options: flags)
  }

  /// True if the pattern is a valid regular expression. An invalid pattern
  /// matches nothing.
  var isValid: Bool { expression != nil }

  /// Returns whether the whole string matches.
  ///
  /// - Throws: `ObjectPredicateError` with `matchTooCostly`.
  package func matches(_ text: String) throws(ObjectPredicateError) -> Bool {
    guard let expression else { return false }
    let whole = NSRange(location: 0, length: text.utf16.count)
    let anchored = Self.shared(
      "(?:\(expression.pattern))\\z", expression.options.contains(.caseInsensitive))
    // The first match may not be the longest, so the search is for a match that
    // ends at the end of the string.
    for candidate in [expression, anchored.expression].compactMap(\.self) {
      let match = TimedMatch(limit: RegularExpressions.stepLimit)
      match.find(candidate, in: text, whole)
      if match.isTooCostly { throw .tooCostly(expression.pattern) }
      if match.range == whole { return true }
    }
    return false
  }

  // MARK: Cache

  private static let cache = PatternCache()

  /// Returns the compiled form of a pattern.
  package static func shared(_ pattern: String, _ ignoresCase: Bool = false) -> TextPattern {
    cache.pattern(PatternCache.Key(text: ScalarText(pattern), ignoresCase: ignoresCase)) {
      TextPattern(pattern, ignoresCase ? .caseInsensitive : [])
    }
  }
}

/// The compiled patterns, which are discarded if there are too many.
private final class PatternCache: @unchecked Sendable {
  // because `patterns` is accessed only under `lock`.
  struct Key: Hashable {
    let text: ScalarText
    let ignoresCase: Bool
  }

  private let lock = PlatformLock()
  private var patterns: [Key: TextPattern] = [:]

  func pattern(_ key: Key, _ make: () -> TextPattern) -> TextPattern {
    lock.withLock {
      if let known = patterns[key] { return known }
      if patterns.count >= 256 { patterns.removeAll() }
      let pattern = make()
      patterns[key] = pattern
      return pattern
    }
  }
}

/// A search for a match that is limited to a number of steps.
///
/// Every 10,000 steps, ICU asks whether to continue. If ICU itself ends a
/// search because its stack is exhausted, the result is an internal error.
private final class TimedMatch: @unchecked Sendable {
  // because the search calls back before it returns, on the thread that started
  // it.
  private static let stepsPerReport = 10_000

  private(set) var range: NSRange?
  private(set) var isTooCostly = false
  private var remaining: Int

  init(limit: Int) { remaining = limit / Self.stepsPerReport }

  func find(_ expression: NSRegularExpression, in text: String, _ whole: NSRange) {
    expression.enumerateMatches(
      in: text, options: [.anchored, .reportProgress, .reportCompletion], range: whole
    ) { [self] match, flags, stop in
      if let match {
        range = match.range
        stop.pointee = true
      } else if flags.contains(.internalError) {
        isTooCostly = true
      } else if flags.contains(.progress) {
        remaining -= 1
        guard remaining < 0 else { return }
        isTooCostly = true
        stop.pointee = true
      }
    }
  }
}
