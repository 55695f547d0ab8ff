/// A value that can be the argument of a specifier in a format string, such as `%@`.
///
/// Strings, numbers, dates and the other attribute types conform, and so do optionals,
/// arrays and sets of them. An enumeration whose raw values are of such a type only has
/// to declare its conformance.
public protocol PredicateArgument {
  /// The expression that replaces the specifier.
  var predicateExpression: ObjectExpression { get }
}

extension PredicateArgument where Self: RawRepresentable, RawValue: PredicateArgument {
  /// The raw value as an expression.
  public var predicateExpression: ObjectExpression { rawValue.predicateExpression }
}

extension ObjectExpression: PredicateArgument {
  /// The expression that replaces the specifier, which is the expression
  /// itself.
  public var predicateExpression: ObjectExpression { self }
}

extension ConstantValue: PredicateArgument {
  /// The constant as an expression.
  public var predicateExpression: ObjectExpression { .constant(self) }
}

extension Optional: PredicateArgument where Wrapped: PredicateArgument {
  /// The value as an expression; the constant nil if the value is nil.
  public var predicateExpression: ObjectExpression {
    self?.predicateExpression ?? .constant(.null)
  }
}

extension Array: PredicateArgument {
  /// The elements as a list. If an element cannot be an argument, the predicate
  /// has an error that names the type of the element.
  public var predicateExpression: ObjectExpression {
    .list(of: map { ObjectExpression.argument($0) })
  }
}

extension ArraySlice: PredicateArgument where Element: PredicateArgument {
  /// The elements as a list expression.
  public var predicateExpression: ObjectExpression { .list(of: map(\.predicateExpression)) }
}

extension ObjectExpression {
  /// Returns a value of any type as an expression. If the value cannot be an
  /// argument, the expression causes an error that names its type.
  fileprivate static func argument(_ value: Any) -> ObjectExpression {
    (value as? any PredicateArgument)?.predicateExpression
      ?? .cast(.constant(.null), type: "\(type(of: value))")
  }
}

extension Set: PredicateArgument where Element: PredicateArgument {
  /// The elements as a list expression, in no particular order.
  public var predicateExpression: ObjectExpression { .list(of: map(\.predicateExpression)) }
}

extension String: PredicateArgument {
  /// The string as a constant.
  public var predicateExpression: ObjectExpression { .constant(.string(self)) }
}

extension Substring: PredicateArgument {
  /// The string as a constant.
  public var predicateExpression: ObjectExpression { .constant(.string(String(self))) }
}

extension Bool: PredicateArgument {
  /// The Boolean as the constant TRUE or FALSE.
  public var predicateExpression: ObjectExpression { .constant(.boolean(self)) }
}

extension Date: PredicateArgument {
  /// The date as a constant.
  public var predicateExpression: ObjectExpression { .constant(.date(self)) }
}

extension Data: PredicateArgument {
  /// The bytes as a constant.
  public var predicateExpression: ObjectExpression { .constant(.data(self)) }
}

extension UUID: PredicateArgument {
  /// The UUID as a constant.
  public var predicateExpression: ObjectExpression { .constant(.uuid(self)) }
}

extension URL: PredicateArgument {
  /// The absolute URL as a constant. A relative URL is resolved against its
  /// base.
  public var predicateExpression: ObjectExpression { .constant(.url(absoluteURL)) }
}

extension ObjectID: PredicateArgument {
  /// The object ID as a constant.
  public var predicateExpression: ObjectExpression { .constant(.objectID(self)) }
}

extension Decimal: PredicateArgument {
  /// The number as a constant.
  public var predicateExpression: ObjectExpression { .constant(.decimal(self)) }
}

extension Double: PredicateArgument {
  /// The number as a constant.
  public var predicateExpression: ObjectExpression { .constant(.double(self)) }
}

extension Float: PredicateArgument {
  /// The number as a constant.
  public var predicateExpression: ObjectExpression { .constant(.double(Double(self))) }
}
