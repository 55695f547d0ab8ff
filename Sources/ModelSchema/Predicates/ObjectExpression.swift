/// An expression on managed objects, such as a side of a comparison, the value
/// of a derived attribute, or a column of a fetch.
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

  /// A value that is part of the expression.
  case constant(ConstantValue)
  /// The object that the predicate is evaluated for: `SELF`.
  case evaluatedObject
  /// A value that is supplied later: `$name`.
  case variable(String)
  /// Names that are followed one after the other from an expression, usually
  /// `SELF`. A name that begins with `@` is a collection operator, and the
  /// names after it are its operand.
  case keyPath([String], of: ObjectExpression)
  /// An element of a collection.
  case element(Index, of: ObjectExpression)
  /// A function, given by Core Data's name, such as `add:to:`, and its
  /// arguments.
  case function(String, [ObjectExpression])
  /// A list of values: `{a, b}`.
  case aggregate([ObjectExpression])
  /// A combination of two collections.
  case set(SetOperator, ObjectExpression, ObjectExpression)
  /// The elements of a collection that satisfy a predicate, in which the
  /// variable represents the element.
  case subquery(ObjectExpression, variable: String, ObjectPredicate)
  /// One of two values, chosen by a predicate.
  case conditional(ObjectPredicate, then: ObjectExpression, else: ObjectExpression)
  /// A value converted to a type, given by Core Data's name for the type.
  case cast(ObjectExpression, type: String)

  /// Encodes the expression.
  ///
  /// - Throws: `EncodingError` if the expression is nested more deeply than the
  ///   limit allows.
  public func encode(to encoder: any Encoder) throws {
    if isTooHigh { throw EncodingError.nestedTooDeeply(encoder) }
    var cases = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .constant(let value): try cases.encode(.constant, ConstantCodingKeys.self, (._0, value))
    case .evaluatedObject: try cases.encode(.evaluatedObject, EvaluatedObjectCodingKeys.self)
    case .variable(let name): try cases.encode(.variable, VariableCodingKeys.self, (._0, name))
    case .keyPath(let names, of: let base):
      try cases.encode(.keyPath, KeyPathCodingKeys.self, (._0, names), (.of, base))
    case .element(let index, of: let base):
      try cases.encode(.element, ElementCodingKeys.self, (._0, index), (.of, base))
    case .function(let name, let arguments):
      try cases.encode(.function, FunctionCodingKeys.self, (._0, name), (._1, arguments))
    case .aggregate(let elements):
      try cases.encode(.aggregate, AggregateCodingKeys.self, (._0, elements))
    case .set(let set, let left, let right):
      try cases.encode(.set, SetCodingKeys.self, (._0, set), (._1, left), (._2, right))
    case .subquery(let elements, variable: let name, let condition):
      try cases.encode(
        .subquery, SubqueryCodingKeys.self, (._0, elements), (.variable, name), (._2, condition))
    case .conditional(let test, then: let first, else: let second):
      try cases.encode(
        .conditional, ConditionalCodingKeys.self, (._0, test), (.then, first), (.`else`, second))
    case .cast(let value, let type):
      try cases.encode(.cast, CastCodingKeys.self, (._0, value), (.type, type))
    }
  }

  /// Creates a key path from the object that the predicate is evaluated for.
  public static func keyPath(_ names: String...) -> ObjectExpression {
    .keyPath(names, of: .evaluatedObject)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a case with its values, in the same way as compiler-generated
  /// code.
  mutating func encode<PartKey: CodingKey>(
    _ key: Key, _ keys: PartKey.Type, _ parts: (key: PartKey, value: any Encodable)...
  ) throws {
    var container = nestedContainer(keyedBy: keys, forKey: key)
    for part in parts { try container.encode(part.value, forKey: part.key) }
  }
}

extension EncodingError {
  /// Returns the error for a tree that is nested more deeply than the limit.
  static func nestedTooDeeply(_ encoder: any Encoder) -> EncodingError {
    // The value is not the tree itself, since printing it would use stack for every
    // level.
    .invalidValue(
      "a tree",
      Context(
        codingPath: encoder.codingPath,
        debugDescription:
          "it is nested more deeply than \(ObjectPredicate.heightLimit) levels"))
  }
}
