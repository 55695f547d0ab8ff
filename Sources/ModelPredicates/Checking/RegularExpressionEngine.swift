/// An engine that matches the regular expressions of MATCHES.
///
/// The regular expressions have ICU's syntax and meaning. The whole text must
/// match, `.` also matches a line ending, and `^` and `$` match at the
/// beginnings and ends of lines. ICU is part of Foundation, which this module
/// does not import. The runtime therefore installs an engine that uses
/// `NSRegularExpression`, and programs without the runtime use Swift's own
/// `Regex`. The two engines differ in rare cases (`\b` next to an empty text,
/// possessive groups), and `Regex` is much slower for patterns that backtrack.
public protocol RegularExpressionEngine: Sendable {
  /// Returns a matcher for a pattern.
  ///
  /// - Throws: `ObjectPredicateError` (`invalidPattern`) if the pattern is not valid.
  func matcher(
    of pattern: String, ignoringCase: Bool
  ) throws(ObjectPredicateError) -> any RegularExpressionMatcher
}

/// A compiled regular expression.
public protocol RegularExpressionMatcher {
  /// Returns whether the whole text matches.
  ///
  /// - Throws: `ObjectPredicateError` (`matchTooCostly`) if the match takes more steps
  ///   than `RegularExpressions.stepLimit` or more memory than is available.
  func matches(_ text: String) throws(ObjectPredicateError) -> Bool
}

/// The settings for regular expressions in this process, which are the engine
/// for `MATCHES` and the limit of its steps.
///
/// Patterns can come from users. Some patterns, such as `(a+)+$`, have so many
/// alternatives that a match would not end in a reasonable time.
public enum RegularExpressions {
  private static let installed = InstalledEngine()

  /// The maximum number of steps for matching one text, accurate to about 10,000. A
  /// fetch or an evaluation that needs more steps throws `matchTooCostly`.
  ///
  /// The steps are counted by ICU, and each takes several nanoseconds. The limit does
  /// not depend on the speed or load of a machine. The default is 10 million.
  public static var stepLimit: Int {
    get { installed.stepLimit }
    set { installed.stepLimit = newValue }
  }

  /// The engine that was installed last; the engine of the standard library if
  /// none was installed.
  package static var engine: any RegularExpressionEngine { installed.engine }

  /// Installs the engine that `MATCHES` uses from now on.
  package static func install(_ engine: any RegularExpressionEngine) {
    installed.engine = engine
  }
}

private final class InstalledEngine: @unchecked Sendable {
  // because the engine and the limit are read and set under `lock`.
  private let lock = PlatformLock()
  private var current: any RegularExpressionEngine = SwiftRegularExpressions()
  private var limit = 10_000_000

  var engine: any RegularExpressionEngine {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }

  var stepLimit: Int {
    get { lock.withLock { limit } }
    set { lock.withLock { limit = max(newValue, 1) } }
  }
}

/// An engine that uses regular expressions of the standard library.
struct SwiftRegularExpressions: RegularExpressionEngine {
  private struct Matcher: RegularExpressionMatcher {
    let pattern: String
    let regex: Regex<AnyRegexOutput>

    // This engine has no limit of steps. It is never used in a program that has opened
    // a store, because opening a store installs the other engine.
    func matches(_ text: String) throws(ObjectPredicateError) -> Bool {
      do {
        return try regex.wholeMatch(in: text) != nil
      } catch {
        throw .tooCostly(pattern)
      }
    }
  }

  func matcher(
    of pattern: String, ignoringCase: Bool
  ) throws(ObjectPredicateError) -> any RegularExpressionMatcher {
    do {
      let regex = try Regex(pattern).matchingSemantics(.unicodeScalar).dotMatchesNewlines()
        .anchorsMatchLineEndings().ignoresCase(ignoringCase)
      return Matcher(pattern: pattern, regex: regex)
    } catch {
      throw ObjectPredicateError(.invalidPattern(pattern.abbreviated, reason: "\(error)"))
    }
  }
}

extension ObjectPredicateError {
  /// Returns the error for a pattern whose match takes too many steps or too
  /// much memory.
  package static func tooCostly(_ pattern: String) -> ObjectPredicateError {
    ObjectPredicateError(
      .matchTooCostly(pattern.abbreviated, steps: RegularExpressions.stepLimit),
      suggestion: "repeat no group that can match the same text in several ways")
  }
}
