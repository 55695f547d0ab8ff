/// A regular expression engine for MATCHES.
///
/// The rules are those of ICU: the whole text has to match, `.` also matches a line
/// end, and `^` and `$` match at the ends of lines. ICU is a part of Foundation, which
/// this module does not import. Therefore the runtime installs an engine that uses
/// `NSRegularExpression`, and programs without the runtime use Swift's own `Regex`. The
/// two differ in rare cases (`\b` next to an empty text, possessive groups), and
/// `Regex` is much slower on patterns that backtrack.
public protocol RegularExpressionEngine: Sendable {
  /// The matcher of a pattern.
  ///
  /// - Throws: `ObjectPredicateError` with `invalidPattern`.
  func matcher(
    of pattern: String, ignoringCase: Bool
  ) throws(ObjectPredicateError) -> any RegularExpressionMatcher
}

/// A compiled regular expression.
public protocol RegularExpressionMatcher {
  /// True if the whole text matches.
  ///
  /// - Throws: `ObjectPredicateError` with `matchTooCostly` if the match takes more
  ///   steps than `RegularExpressions.stepLimit` or more memory than is available.
  func matches(_ text: String) throws(ObjectPredicateError) -> Bool
}

/// The settings of regular expressions in this process: the engine of MATCHES and the
/// limit of its steps.
///
/// Patterns may come from users, and some, such as `(a+)+$`, try so many alternatives
/// that a match would not end in a reasonable time.
public enum RegularExpressions {
  private static let installed = InstalledEngine()

  /// The greatest number of steps for matching one text, accurate to about 10,000. A
  /// fetch or an evaluation that needs more steps throws `matchTooCostly`.
  ///
  /// The steps are those of ICU, and each takes several nanoseconds. The limit does
  /// not depend on the speed or load of a machine. The default is 10 million.
  public static var stepLimit: Int {
    get { installed.stepLimit }
    set { installed.stepLimit = newValue }
  }

  /// The engine that was installed last, or else Swift's.
  package static var engine: any RegularExpressionEngine { installed.engine }

  /// Installs an engine, which MATCHES uses from then on.
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

/// Regular expressions by the standard library.
struct SwiftRegularExpressions: RegularExpressionEngine {
  private struct Matcher: RegularExpressionMatcher {
    let pattern: String
    let regex: Regex<AnyRegexOutput>

    // This engine has no limit of steps. It is never used in a program that has
    // opened a store, since opening a store installs the other engine.
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
  /// The error for a pattern that took too many steps or too much memory.
  package static func tooCostly(_ pattern: String) -> ObjectPredicateError {
    ObjectPredicateError(
      .matchTooCostly(pattern.abbreviated, steps: RegularExpressions.stepLimit),
      suggestion: "repeat no group that can match the same text in several ways")
  }
}
