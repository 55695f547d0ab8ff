/// An expression over managed objects: what a predicate compares, a derived
/// attribute computes, a fetch selects.
public indirect enum ObjectExpression: Sendable, Hashable, Codable {
  /// An index into a collection, in brackets.
  public enum Index: Sendable, Hashable, Codable {
    case first
    case last
    case size
    case expression(ObjectExpression)
  }

  /// An operation that combines two collections.
  public enum SetOperator: String, Sendable, Hashable, Codable {
    case union
    case intersect
    case minus
  }

  /// A value that stands in the expression itself.
  case constant(ConstantValue)
  /// The object that the predicate is asked of: `SELF`.
  case evaluatedObject
  /// A value that is given later: `$name`.
  case variable(String)
  /// Names followed one after the other from an expression, `SELF` most of
  /// the time; a name that begins with `@` is a collection operator, and the
  /// names after it are its operand.
  case keyPath([String], of: ObjectExpression)
  /// An element of a collection.
  case element(Index, of: ObjectExpression)
  /// A function by Core Data's name, such as `add:to:`, and its arguments.
  case function(String, [ObjectExpression])
  /// Several values: `{a, b}`.
  case aggregate([ObjectExpression])
  /// Two collections combined.
  case set(SetOperator, ObjectExpression, ObjectExpression)
  /// The elements of a collection that satisfy a predicate, in which the
  /// variable stands for the element.
  case subquery(ObjectExpression, variable: String, ObjectPredicate)
  /// One of two values.
  case conditional(ObjectPredicate, then: ObjectExpression, else: ObjectExpression)
  /// A value as another type, by Core Data's name of the type.
  case cast(ObjectExpression, type: String)

  /// A key path from the object that the predicate is asked of.
  public static func keyPath(_ names: String...) -> ObjectExpression {
    .keyPath(names, of: .evaluatedObject)
  }
}
