extension ValueExpression {
  // These conditions apply to numbers too, by their decimal text: `zip.hasSuffix("3")`.

  /// True if a text occurs in this one.
  public func contains(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.contains, .constant(.string(text)), options)
  }

  /// True if another text of the object occurs in this one.
  public func contains(_ text: ValueExpression<String>, _ options: StringOptions...) -> Condition {
    matching(.contains, text.expression, options)
  }

  /// True if the text begins with another.
  public func hasPrefix(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.beginsWith, .constant(.string(text)), options)
  }

  /// True if the text begins with another text of the object.
  public func hasPrefix(_ text: ValueExpression<String>, _ options: StringOptions...) -> Condition {
    matching(.beginsWith, text.expression, options)
  }

  /// True if the text ends with another.
  public func hasSuffix(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.endsWith, .constant(.string(text)), options)
  }

  /// True if the text ends with another text of the object.
  public func hasSuffix(_ text: ValueExpression<String>, _ options: StringOptions...) -> Condition {
    matching(.endsWith, text.expression, options)
  }

  /// True if the text equals another, compared as the options say.
  public func equals(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.equal, .constant(.string(text)), options)
  }

  /// True if the text equals another text of the object, compared as the options say.
  public func equals(_ text: ValueExpression<String>, _ options: StringOptions...) -> Condition {
    matching(.equal, text.expression, options)
  }

  /// True if the text matches a pattern in which `*` stands for any characters and `?`
  /// for one.
  public func like(_ pattern: String, _ options: StringOptions...) -> Condition {
    matching(.like, .constant(.string(pattern)), options)
  }

  /// True if the whole text matches a regular expression.
  public func matches(_ pattern: String, _ options: StringOptions...) -> Condition {
    matching(.matches, .constant(.string(pattern)), options)
  }

  private func matching(
    _ operator: ObjectPredicate.Comparison.Operator, _ text: ObjectExpression,
    _ options: [StringOptions]
  ) -> Condition {
    compared(`operator`, text, options.reduce(into: []) { $0.formUnion($1) })
  }
}

// The same conditions under the names of the predicate format and of `#Predicate`.
extension ValueExpression {
  /// `hasPrefix(_:_:)` under the name of the predicate format.
  public func beginsWith(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.beginsWith, .constant(.string(text)), options)
  }

  /// `hasSuffix(_:_:)` under the name of the predicate format.
  public func endsWith(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.endsWith, .constant(.string(text)), options)
  }

  /// `hasPrefix(_:_:)` under the name of `Sequence`.
  public func starts(with text: String) -> Condition { hasPrefix(text) }

  /// True if a text occurs in this one, in upper or lower case and with or without
  /// accents, as a search field compares.
  public func localizedStandardContains(_ text: String) -> Condition {
    contains(text, .caseInsensitive, .diacriticInsensitive, .localized)
  }

  /// True if a text occurs in this one, in upper or lower case.
  public func localizedCaseInsensitiveContains(_ text: String) -> Condition {
    contains(text, .caseInsensitive, .localized)
  }
}

// Conditions on a text of the program's own, with a text of the object as argument.
extension String {
  /// True if a text of an object occurs in this one.
  @_disfavoredOverload
  public func contains(_ text: ValueExpression<String>?) -> Condition {
    ValueExpression(self).contains(text.path())
  }

  /// True if this text begins with a text of an object.
  @_disfavoredOverload
  public func hasPrefix(_ text: ValueExpression<String>?) -> Condition {
    ValueExpression(self).hasPrefix(text.path())
  }

  /// True if this text ends with a text of an object.
  @_disfavoredOverload
  public func hasSuffix(_ text: ValueExpression<String>?) -> Condition {
    ValueExpression(self).hasSuffix(text.path())
  }
}

extension ValueExpression where Value == URL {
  /// The URL as text.
  public var absoluteString: ValueExpression<String> {
    computing { .cast($0, type: "NSString") }
  }
}

extension ValueExpression where Value == UUID {
  /// The UUID as text, in capitals.
  public var uuidString: ValueExpression<String> {
    computing { .cast($0, type: "NSString") }
  }
}

extension ValueExpression where Value == String {
  /// Concatenates two texts of the object.
  public static func + (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("add:to:", one, other)
  }

  /// The text followed by another.
  public static func + (one: ValueExpression, other: String) -> ValueExpression {
    one + ValueExpression(other)
  }

  /// The text preceded by another.
  public static func + (one: String, other: ValueExpression) -> ValueExpression {
    ValueExpression(one) + other
  }

  /// The order of the text and another one, ignoring case.
  public func caseInsensitiveCompare(_ text: String) -> TextOrder {
    compare(text, options: .caseInsensitive)
  }

  /// The order of the text and another one, ignoring case; it is the same in every language.
  public func localizedCaseInsensitiveCompare(_ text: String) -> TextOrder {
    caseInsensitiveCompare(text)
  }

  /// The order of the text and another one, which is then compared with `.orderedSame`
  /// or another result.
  public func compare(_ text: String, options: StringOptions = []) -> TextOrder {
    TextOrder(text: self, other: text, options: options)
  }
}

/// The order of an object's text and another text, which `==` and `!=` compare with
/// `.orderedSame`, `.orderedAscending` or `.orderedDescending`.
public struct TextOrder: Sendable {
  let text: ValueExpression<String>
  let other: String
  let options: StringOptions

  /// True if the texts are in this order.
  public static func == (one: TextOrder, order: ComparisonResult) -> Condition {
    let sign: ObjectPredicate.Comparison.Operator =
      switch order {
      case .orderedAscending: .less
      case .orderedSame: .equal
      case .orderedDescending: .greater
      }
    return one.text.compared(sign, .constant(.string(one.other)), one.options)
  }

  /// True if the texts are not in this order.
  public static func != (one: TextOrder, order: ComparisonResult) -> Condition {
    !(one == order)
  }
}
