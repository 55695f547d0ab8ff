/// Makes the matchers of MATCHES.
///
/// The rules are those of ICU: the whole text has to match, `.` matches a line
/// end too, `^` and `$` match at the ends of lines. ICU comes with Foundation,
/// which this module does without; so the runtime installs an engine over
/// `NSRegularExpression`, and what runs without the runtime uses Swift's own
/// `Regex`. The two differ in rare things (`\b` next to an empty text,
/// possessive groups), and `Regex` takes far longer on patterns that backtrack.
public protocol RegularExpressionEngine: Sendable {
  /// The matcher of a pattern.
  ///
  /// - Throws: `ObjectPredicateError` with `invalidPattern`.
  func matcher(
    of pattern: String, ignoringCase: Bool
  ) throws(ObjectPredicateError) -> any RegularExpressionMatcher
}

/// A regular expression that is ready to be asked.
public protocol RegularExpressionMatcher {
  /// A Boolean value that says whether the whole of a text matches.
  ///
  /// - Throws: `ObjectPredicateError` with `matchTooCostly` where that takes
  ///   more steps than `RegularExpressions.stepLimit`, or more memory than
  ///   there is.
  func matches(_ text: String) throws(ObjectPredicateError) -> Bool
}

/// The regular expressions of MATCHES in this process: their engine, and the
/// greatest effort of a match.
///
/// Patterns come from users, and some, such as `(a+)+$`, try more ways than
/// anybody can wait for.
public enum RegularExpressions {
  private static let installed = InstalledEngine()

  /// The greatest number of steps that one text is matched with, to about
  /// 10,000; a fetch or an evaluation that needs more ends with an error.
  ///
  /// A step is ICU's, several nanoseconds long, so that the limit does not
  /// depend on how fast or busy a machine is. At first it is 10 million.
  public static var stepLimit: Int {
    get { installed.stepLimit }
    set { installed.stepLimit = newValue }
  }

  /// The engine: the one that was installed last, else Swift's.
  package static var engine: any RegularExpressionEngine { installed.engine }

  /// Makes an engine the one that MATCHES uses from now on.
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

    // This engine cannot be stopped; no store and no program runs with it.
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
  /// The error that a pattern took too many steps, or too much memory.
  package static func tooCostly(_ pattern: String) -> ObjectPredicateError {
    ObjectPredicateError(
      .matchTooCostly(pattern.abbreviated, steps: RegularExpressions.stepLimit),
      suggestion: "repeat no group that can match the same text in several ways")
  }
}
