extension ValueExpression {
  // These conditions also apply to numbers, as decimal text: `zip.hasSuffix("3")`.

  /// Returns a condition that is true if the string contains the given string.
  public func contains(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.contains, .constant(.string(text)), options)
  }

  /// Returns a condition that is true if the string contains the value of
  /// another string expression.
  public func contains(_ text: ValueExpression<String>, _ options: StringOptions...) -> Condition {
    matching(.contains, text.expression, options)
  }

  /// Returns a condition that is true if the string begins with the given
  /// string.
  public func hasPrefix(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.beginsWith, .constant(.string(text)), options)
  }

  /// Returns a condition that is true if the string begins with the value of
  /// another string expression.
  public func hasPrefix(_ text: ValueExpression<String>, _ options: StringOptions...) -> Condition {
    matching(.beginsWith, text.expression, options)
  }

  /// Returns a condition that is true if the string ends with the given string.
  public func hasSuffix(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.endsWith, .constant(.string(text)), options)
  }

  /// Returns a condition that is true if the string ends with the value of
  /// another string expression.
  public func hasSuffix(_ text: ValueExpression<String>, _ options: StringOptions...) -> Condition {
    matching(.endsWith, text.expression, options)
  }

  /// Returns a condition that is true if the string equals the given string,
  /// compared with the given options.
  public func equals(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.equal, .constant(.string(text)), options)
  }

  /// Returns a condition that is true if the string equals the value of another
  /// string expression, compared with the given options.
  public func equals(_ text: ValueExpression<String>, _ options: StringOptions...) -> Condition {
    matching(.equal, text.expression, options)
  }

  /// Returns a condition that is true if the string matches a pattern in which
  /// `*` stands for any number of characters and `?` for one character.
  public func like(_ pattern: String, _ options: StringOptions...) -> Condition {
    matching(.like, .constant(.string(pattern)), options)
  }

  /// Returns a condition that is true if the whole string matches a regular
  /// expression.
  public func matches(_ pattern: String, _ options: StringOptions...) -> Condition {
    matching(.matches, .constant(.string(pattern)), options)
  }

  private func matching(
    _ operator: ObjectPredicate.Comparison.Operator, _ text: ObjectExpression,
    _ options: [StringOptions]
  ) -> Condition {
    compared(`operator`, text, StringOptions(options))
  }
}

// The same conditions, with the names that the predicate format and `#Predicate` use.
extension ValueExpression {
  /// Returns a condition that is true if the string begins with the given
  /// string. This is `hasPrefix(_:_:)` with the name that the predicate format
  /// uses.
  public func beginsWith(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.beginsWith, .constant(.string(text)), options)
  }

  /// Returns a condition that is true if the string ends with the given string.
  /// This is `hasSuffix(_:_:)` with the name that the predicate format uses.
  public func endsWith(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.endsWith, .constant(.string(text)), options)
  }

  /// Returns a condition that is true if the string begins with the given
  /// string. This is `hasPrefix(_:_:)` with the name that `Sequence` uses.
  public func starts(with text: String) -> Condition { hasPrefix(text) }

  /// Returns a condition that is true if the string contains the given string,
  /// ignoring case and accents, as in a search field.
  public func localizedStandardContains(_ text: String) -> Condition {
    contains(text, .caseInsensitive, .diacriticInsensitive, .localized)
  }

  /// Returns a condition that is true if the string contains the given string,
  /// ignoring case.
  public func localizedCaseInsensitiveContains(_ text: String) -> Condition {
    contains(text, .caseInsensitive, .localized)
  }
}

// Conditions on a string of the program, with a string expression as the argument.
extension String {
  /// Returns a condition that is true if this string contains the value of a
  /// string expression.
  @_disfavoredOverload
  public func contains(_ text: ValueExpression<String>?) -> Condition {
    ValueExpression(self).contains(text.path())
  }

  /// Returns a condition that is true if this string begins with the value of a
  /// string expression.
  @_disfavoredOverload
  public func hasPrefix(_ text: ValueExpression<String>?) -> Condition {
    ValueExpression(self).hasPrefix(text.path())
  }

  /// Returns a condition that is true if this string ends with the value of a
  /// string expression.
  @_disfavoredOverload
  public func hasSuffix(_ text: ValueExpression<String>?) -> Condition {
    ValueExpression(self).hasSuffix(text.path())
  }
}

extension ValueExpression where Value == URL {
  /// The URL as a string.
  public var absoluteString: ValueExpression<String> {
    computing { .cast($0, type: "NSString") }
  }
}

extension ValueExpression where Value == UUID {
  /// The UUID as a string, in upper case.
  public var uuidString: ValueExpression<String> {
    computing { .cast($0, type: "NSString") }
  }
}

extension ValueExpression where Value == String {
  /// Concatenates two string expressions.
  public static func + (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("add:to:", one, other)
  }

  /// Returns the value of the expression followed by the given string.
  public static func + (one: ValueExpression, other: String) -> ValueExpression {
    one + ValueExpression(other)
  }

  /// Returns the given string followed by the value of the expression.
  public static func + (one: String, other: ValueExpression) -> ValueExpression {
    ValueExpression(one) + other
  }

  /// Returns the order of the string and the given string, ignoring case.
  public func caseInsensitiveCompare(_ text: String) -> TextOrder {
    compare(text, options: .caseInsensitive)
  }

  /// Returns the order of the string and the given string, ignoring case. The
  /// order does not depend on a language.
  public func localizedCaseInsensitiveCompare(_ text: String) -> TextOrder {
    caseInsensitiveCompare(text)
  }

  /// Returns the order of the string and the given string, which is compared
  /// with `.orderedSame` or another result.
  public func compare(_ text: String, options: StringOptions = []) -> TextOrder {
    TextOrder(text: self, other: text, options: options)
  }
}

/// The order of a string expression and a string, which `==` and `!=` compare with
/// `.orderedSame`, `.orderedAscending` or `.orderedDescending`.
public struct TextOrder: Sendable {
  let text: ValueExpression<String>
  let other: String
  let options: StringOptions

  /// Returns a condition that is true if the strings are in the given order.
  public static func == (one: TextOrder, order: ComparisonResult) -> Condition {
    let sign: ObjectPredicate.Comparison.Operator =
      switch order {
      case .orderedAscending: .less
      case .orderedSame: .equal
      case .orderedDescending: .greater
      }
    return one.text.compared(sign, .constant(.string(one.other)), one.options)
  }

  /// Returns a condition that is true if the strings are not in the given
  /// order.
  public static func != (one: TextOrder, order: ComparisonResult) -> Condition {
    !(one == order)
  }
}
