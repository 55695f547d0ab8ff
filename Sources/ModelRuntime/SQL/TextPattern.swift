internal import Foundation
internal import ModelSchema

/// A regular expression that has to match a whole text: `^` and `$` match at
/// line ends, `.` matches every character.
final class TextPattern: @unchecked Sendable {
  // because NSRegularExpression may be used from any thread, and nothing else is kept.
  private let expression: NSRegularExpression?

  private init(_ pattern: String, _ options: StringOptions) {
    var flags: NSRegularExpression.Options = [.anchorsMatchLines, .dotMatchesLineSeparators]
    if options.contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
    // Foundation takes no empty pattern; this one too matches the empty text alone.
    expression = try? NSRegularExpression(
      pattern: pattern.isEmpty ? "(?:)" : pattern, options: flags)
  }

  /// A Boolean value that says whether the pattern is a regular expression at
  /// all; one that is not matches nothing.
  var isValid: Bool { expression != nil }

  /// A Boolean value that says whether the whole text matches.
  func matches(_ text: String) -> Bool {
    guard let expression else { return false }
    let whole = NSRange(location: 0, length: text.utf16.count)
    // The first match need not be the longest: ask for one that ends at the end.
    let match = expression.firstMatch(in: text, options: .anchored, range: whole)
    return match?.range == whole || matchesToTheEnd(text, expression, whole)
  }

  private func matchesToTheEnd(
    _ text: String, _ expression: NSRegularExpression, _ whole: NSRange
  ) -> Bool {
    let anchored = Self.shared(
      "(?:\(expression.pattern))\\z", expression.options.contains(.caseInsensitive))
    let match = anchored.expression?.firstMatch(in: text, options: .anchored, range: whole)
    return match?.range == whole
  }

  // MARK: Cache

  private static let cache = PatternCache()

  /// The compiled form of a pattern.
  static func shared(_ pattern: String, _ ignoresCase: Bool = false) -> TextPattern {
    cache.pattern(PatternCache.Key(text: pattern, ignoresCase: ignoresCase)) {
      TextPattern(pattern, ignoresCase ? .caseInsensitive : [])
    }
  }
}

/// The patterns compiled so far; it begins anew when there are many.
private final class PatternCache: @unchecked Sendable {
  // because `patterns` is touched under `lock` alone.
  struct Key: Hashable {
    let text: String
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
