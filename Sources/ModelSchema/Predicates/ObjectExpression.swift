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

  /// Writes the expression.
  ///
  /// - Throws: `EncodingError` for one that is nested more deeply than any reader
  ///   takes.
  public func encode(to encoder: any Encoder) throws {
    if isTooHigh { throw EncodingError.nestedTooDeeply(encoder) }
    var cases = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .constant(let value):
      var parts = cases.nestedContainer(keyedBy: ConstantCodingKeys.self, forKey: .constant)
      try parts.encode(value, forKey: ._0)
    case .evaluatedObject:
      _ = cases.nestedContainer(keyedBy: EvaluatedObjectCodingKeys.self, forKey: .evaluatedObject)
    case .variable(let name):
      var parts = cases.nestedContainer(keyedBy: VariableCodingKeys.self, forKey: .variable)
      try parts.encode(name, forKey: ._0)
    case .keyPath(let names, of: let base):
      var parts = cases.nestedContainer(keyedBy: KeyPathCodingKeys.self, forKey: .keyPath)
      try parts.encode(names, forKey: ._0)
      try parts.encode(base, forKey: .of)
    case .element(let index, of: let base):
      var parts = cases.nestedContainer(keyedBy: ElementCodingKeys.self, forKey: .element)
      try parts.encode(index, forKey: ._0)
      try parts.encode(base, forKey: .of)
    case .function(let name, let arguments):
      var parts = cases.nestedContainer(keyedBy: FunctionCodingKeys.self, forKey: .function)
      try parts.encode(name, forKey: ._0)
      try parts.encode(arguments, forKey: ._1)
    case .aggregate(let elements):
      var parts = cases.nestedContainer(keyedBy: AggregateCodingKeys.self, forKey: .aggregate)
      try parts.encode(elements, forKey: ._0)
    case .set(let set, let left, let right):
      var parts = cases.nestedContainer(keyedBy: SetCodingKeys.self, forKey: .set)
      try parts.encode(set, forKey: ._0)
      try parts.encode(left, forKey: ._1)
      try parts.encode(right, forKey: ._2)
    case .subquery(let collection, variable: let name, let condition):
      var parts = cases.nestedContainer(keyedBy: SubqueryCodingKeys.self, forKey: .subquery)
      try parts.encode(collection, forKey: ._0)
      try parts.encode(name, forKey: .variable)
      try parts.encode(condition, forKey: ._2)
    case .conditional(let test, then: let first, else: let second):
      var parts = cases.nestedContainer(keyedBy: ConditionalCodingKeys.self, forKey: .conditional)
      try parts.encode(test, forKey: ._0)
      try parts.encode(first, forKey: .then)
      try parts.encode(second, forKey: .`else`)
    case .cast(let value, let type):
      var parts = cases.nestedContainer(keyedBy: CastCodingKeys.self, forKey: .cast)
      try parts.encode(value, forKey: ._0)
      try parts.encode(type, forKey: .type)
    }
  }

  /// A key path from the object that the predicate is asked of.
  public static func keyPath(_ names: String...) -> ObjectExpression {
    .keyPath(names, of: .evaluatedObject)
  }
}

extension EncodingError {
  /// The error for a tree that no reader would take.
  static func nestedTooDeeply(_ encoder: any Encoder) -> EncodingError {
    // Not the tree itself: printing it would take stack for every level.
    .invalidValue(
      "a tree",
      Context(
        codingPath: encoder.codingPath,
        debugDescription:
          "it is nested more deeply than \(ObjectPredicate.heightLimit) levels"))
  }
}
