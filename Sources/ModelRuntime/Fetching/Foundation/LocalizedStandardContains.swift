// `#Predicate` calls `build_localizedStandardContains` for `localizedStandardContains`.
// Apple's Foundation contains this function; on other platforms, it is declared here.

#if !canImport(Darwin)
  extension PredicateExpressions {
    /// The `#Predicate` node for `localizedStandardContains`, which is true if
    /// a string contains another string, compared as in a search field.
    public struct StringLocalizedStandardContains<
      Root: PredicateExpression, Other: PredicateExpression
    >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
      /// The string that is searched.
      public let root: Root
      /// The string to search for.
      public let other: Other

      /// Returns whether one string contains the other, for the strings of one
      /// object.
      ///
      /// - Throws: The errors of evaluating the two strings.
      public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try root.evaluate(bindings).localizedStandardContains(other.evaluate(bindings))
      }
    }

    /// Returns the `#Predicate` node for
    /// `root.localizedStandardContains(other)`.
    // The macro requires this name.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static func build_localizedStandardContains<Root, Other>(
      _ root: Root, _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> {
      StringLocalizedStandardContains(root: root, other: other)
    }
  }

  extension PredicateExpressions.StringLocalizedStandardContains: Sendable
  where Root: Sendable, Other: Sendable {}

  extension PredicateExpressions.StringLocalizedStandardContains: Codable
  where Root: Codable, Other: Codable {}

  extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
  where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
#endif

extension PredicateExpressions.StringLocalizedStandardContains: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    let (text, sought) = (try walk.expression(root), try walk.expression(other))
    let options: StringOptions = [.caseInsensitive, .diacriticInsensitive, .localized]
    return .predicate(.compare(text, .contains, sought, options: options))
  }
}
