// `#Predicate` writes a call of `build_localizedStandardContains` for `localizedStandardContains`.
// Apple's Foundation has it, that of other platforms has not: there it is this one.

#if !canImport(Darwin)
  extension PredicateExpressions {
    /// A Boolean value that says whether a text occurs in another, as a search field asks: the
    /// part of a `#Predicate` that `localizedStandardContains` is.
    public struct StringLocalizedStandardContains<
      Root: PredicateExpression, Other: PredicateExpression
    >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
      /// The text that is searched.
      public let root: Root
      /// The text that is sought.
      public let other: Other

      /// Asks the texts of one object.
      public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try root.evaluate(bindings).localizedStandardContains(other.evaluate(bindings))
      }
    }

    /// Builds the node that `#Predicate` writes for
    /// `root.localizedStandardContains(other)`.
    // The macro has this name.
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
    return .predicate(.comparison(.init(text, .contains, sought, options: options)))
  }
}
