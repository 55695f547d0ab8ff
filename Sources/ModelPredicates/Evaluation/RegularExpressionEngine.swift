internal import ModelSchema

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
  func matches(_ text: String) -> Bool
}

/// The engine that MATCHES uses in this process.
package enum RegularExpressions {
  private static let installed = InstalledEngine()

  /// The engine: the one that was installed last, else Swift's.
  package static var engine: any RegularExpressionEngine { installed.engine }

  /// Makes an engine the one that MATCHES uses from now on.
  package static func install(_ engine: any RegularExpressionEngine) {
    installed.engine = engine
  }
}

private final class InstalledEngine: @unchecked Sendable {
  // because the engine is read and set under `lock`.
  private let lock = PlatformLock()
  private var current: any RegularExpressionEngine = SwiftRegularExpressions()

  var engine: any RegularExpressionEngine {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }
}

/// Regular expressions by the standard library.
struct SwiftRegularExpressions: RegularExpressionEngine {
  private struct Matcher: RegularExpressionMatcher {
    let regex: Regex<AnyRegexOutput>

    func matches(_ text: String) -> Bool {
      // What cannot be matched for want of memory does not match.
      ((try? regex.wholeMatch(in: text)) ?? nil) != nil
    }
  }

  func matcher(
    of pattern: String, ignoringCase: Bool
  ) throws(ObjectPredicateError) -> any RegularExpressionMatcher {
    do {
      let regex = try Regex(pattern).matchingSemantics(.unicodeScalar).dotMatchesNewlines()
        .anchorsMatchLineEndings().ignoresCase(ignoringCase)
      return Matcher(regex: regex)
    } catch {
      throw ObjectPredicateError(.invalidPattern(pattern.abbreviated, reason: "\(error)"))
    }
  }
}
