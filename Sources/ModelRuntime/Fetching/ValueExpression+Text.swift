extension ValueExpression {
  // Numbers have these too, by their decimal text: `zip.hasSuffix("3")`.

  /// A Boolean value that says whether a text occurs in it.
  public func contains(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.contains, .constant(.string(text)), options)
  }

  /// A Boolean value that says whether another text of the object occurs in it.
  public func contains(_ text: ValueExpression<String>, _ options: StringOptions...) -> Condition {
    matching(.contains, text.expression, options)
  }

  /// A Boolean value that says whether it begins with a text.
  public func hasPrefix(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.beginsWith, .constant(.string(text)), options)
  }

  /// A Boolean value that says whether it begins with another text of the object.
  public func hasPrefix(_ text: ValueExpression<String>, _ options: StringOptions...) -> Condition {
    matching(.beginsWith, text.expression, options)
  }

  /// A Boolean value that says whether it ends with a text.
  public func hasSuffix(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.endsWith, .constant(.string(text)), options)
  }

  /// A Boolean value that says whether it ends with another text of the object.
  public func hasSuffix(_ text: ValueExpression<String>, _ options: StringOptions...) -> Condition {
    matching(.endsWith, text.expression, options)
  }

  /// A Boolean value that says whether it is a text, as the options compare.
  public func equals(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.equal, .constant(.string(text)), options)
  }

  /// A Boolean value that says whether it is another text of the object, as the
  /// options compare.
  public func equals(_ text: ValueExpression<String>, _ options: StringOptions...) -> Condition {
    matching(.equal, text.expression, options)
  }

  /// A Boolean value that says whether it matches a pattern in which `*` stands
  /// for any characters and `?` for one.
  public func like(_ pattern: String, _ options: StringOptions...) -> Condition {
    matching(.like, .constant(.string(pattern)), options)
  }

  /// A Boolean value that says whether the whole text matches a regular
  /// expression.
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

// The names that the same has in predicate format and in `#Predicate`.
extension ValueExpression {
  /// `hasPrefix(_:_:)` by the name of predicate format.
  public func beginsWith(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.beginsWith, .constant(.string(text)), options)
  }

  /// `hasSuffix(_:_:)` by the name of predicate format.
  public func endsWith(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.endsWith, .constant(.string(text)), options)
  }

  /// `hasPrefix(_:_:)` by the name of sequences.
  public func starts(with text: String) -> Condition { hasPrefix(text) }

  /// A Boolean value that says whether a text occurs in it, in upper or lower
  /// case and with or without accents, as a search field asks.
  public func localizedStandardContains(_ text: String) -> Condition {
    contains(text, .caseInsensitive, .diacriticInsensitive, .localized)
  }

  /// A Boolean value that says whether a text occurs in it, in upper or lower case.
  public func localizedCaseInsensitiveContains(_ text: String) -> Condition {
    contains(text, .caseInsensitive, .localized)
  }
}

// A text of the program's own that is asked for one of the object.
extension String {
  /// A Boolean value that says whether a text of an object occurs in this one.
  @_disfavoredOverload
  public func contains(_ text: ValueExpression<String>?) -> Condition {
    ValueExpression(self).contains(text.path())
  }

  /// A Boolean value that says whether this begins with a text of an object.
  @_disfavoredOverload
  public func hasPrefix(_ text: ValueExpression<String>?) -> Condition {
    ValueExpression(self).hasPrefix(text.path())
  }

  /// A Boolean value that says whether this ends with a text of an object.
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
  /// Two texts of the object, one behind the other.
  public static func + (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("add:to:", one, other)
  }

  /// The text with another behind it.
  public static func + (one: ValueExpression, other: String) -> ValueExpression {
    one + ValueExpression(other)
  }

  /// The text with another before it.
  public static func + (one: String, other: ValueExpression) -> ValueExpression {
    ValueExpression(one) + other
  }

  /// Compares with a text without regard to case.
  public func caseInsensitiveCompare(_ text: String) -> TextOrder {
    compare(text, options: .caseInsensitive)
  }

  /// Compares with a text without regard to case; texts have the same order in
  /// every language.
  public func localizedCaseInsensitiveCompare(_ text: String) -> TextOrder {
    caseInsensitiveCompare(text)
  }

  /// Compares with a text.
  public func compare(_ text: String, options: StringOptions = []) -> TextOrder {
    TextOrder(text: self, other: text, options: options)
  }
}

/// The order of a text of an object and another one: what `==` and `!=` take,
/// with `.orderedSame`, `.orderedAscending` or `.orderedDescending`.
public struct TextOrder: Sendable {
  let text: ValueExpression<String>
  let other: String
  let options: StringOptions

  /// A Boolean value that says whether the texts are in an order.
  public static func == (one: TextOrder, order: ComparisonResult) -> Condition {
    let sign: ObjectPredicate.Comparison.Operator =
      switch order {
      case .orderedAscending: .less
      case .orderedSame: .equal
      case .orderedDescending: .greater
      }
    return one.text.compared(sign, .constant(.string(one.other)), one.options)
  }

  /// A Boolean value that says whether the texts are in another order.
  public static func != (one: TextOrder, order: ComparisonResult) -> Condition {
    !(one == order)
  }
}
