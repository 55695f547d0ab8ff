/// Follows names from one value to another.
///
/// A path through nil is nil. A path through a collection is the collection of
/// the values that its elements lead to, flattened once for each to-many
/// relationship. A nil element leads nowhere and is dropped, while a nil value
/// at the end of the path is an element like any other.
enum KeyPathWalk {
  /// Returns the value at the end of the names.
  static func follow(
    _ names: ArraySlice<String>, from value: EvaluatedValue
  ) throws(ObjectPredicateError) -> EvaluatedValue {
    var value = value
    var rest = names
    while let name = rest.popFirst() {
      if name.isOperatorName { return try collect(name, rest, value) }
      value = try step(name, value)
    }
    return value
  }

  /// Returns the value of one key that is not a collection operator.
  static func step(
    _ name: String, _ value: EvaluatedValue
  ) throws(ObjectPredicateError) -> EvaluatedValue {
    switch value {
    case .null:
      return .null
    case .collection(let elements):
      return .collection(try steps(name, elements))
    case .object(let subject):
      // The object's own keys take precedence over the keys that every value has.
      if let found = try subject.predicateValue(forKey: name) { return found }
    case .string(let text) where name == "length":
      return .integer(Int64(text.unicodeScalars.count))
    case .data(let data) where name == "length":
      return .integer(Int64(data.count))
    default:
      break
    }
    return try builtIn(name, value)
  }

  private static func steps(
    _ name: String, _ elements: [EvaluatedValue]
  ) throws(ObjectPredicateError) -> [EvaluatedValue] {
    var values: [EvaluatedValue] = []
    for element in elements {
      if element.isNull && name != "self" { continue }
      let value = try step(name, element)
      if case .collection(let inner) = value {
        values.append(contentsOf: inner)
      } else {
        values.append(value)
      }
    }
    return values
  }

  /// Returns the value of a key that every value or object has.
  private static func builtIn(
    _ name: String, _ value: EvaluatedValue
  ) throws(ObjectPredicateError) -> EvaluatedValue {
    switch (name, value) {
    case ("self", _):
      return value
    case ("objectID", .object(let subject)):
      return subject.predicateObjectID.map(EvaluatedValue.objectID) ?? .null
    case ("objectID", .objectID):
      return value
    case ("entity", .object(let subject)):
      return .string(subject.predicateTypeName)
    case ("entity", .objectID(let id)):
      return .string(id.entityName)
    case (_, .object(let subject)):
      throw ObjectPredicateError(.unknownKey(name, of: subject.predicateTypeName))
    default:
      throw ObjectPredicateError(.unknownKey(name, of: value.kindText))
    }
  }

  /// Applies a collection operator to the operand that the names after it lead
  /// to.
  private static func collect(
    _ name: String, _ rest: ArraySlice<String>, _ value: EvaluatedValue
  ) throws(ObjectPredicateError) -> EvaluatedValue {
    guard let collectionOperator = CollectionOperator(rawValue: name) else {
      throw ObjectPredicateError(
        .unknownCollectionOperator(name), suggestion: CollectionOperator.suggestion(for: name))
    }
    let elements = value.elements
    let operand = rest.isEmpty ? elements : try follow(rest, from: .collection(elements)).elements
    return try collectionOperator.apply(to: operand)
  }
}

extension CollectionOperator {
  /// Returns the result for a collection. The count includes nil elements;
  /// functions of numbers leave them out.
  func apply(to elements: [EvaluatedValue]) throws(ObjectPredicateError) -> EvaluatedValue {
    switch self {
    case .count: .integer(Int64(elements.count))
    case .sum: try Aggregate.sum(elements)
    case .average: try Aggregate.average(elements)
    case .minimum: try Aggregate.least(elements, .less)
    case .maximum: try Aggregate.least(elements, .greater)
    case .unionOfObjects: .collection(elements)
    case .distinctUnionOfObjects: .collection(DistinctValues.distinct(elements))
    case .unionOfArrays: .collection(Self.flattened(elements))
    case .distinctUnionOfArrays, .distinctUnionOfSets:
      .collection(DistinctValues.distinct(Self.flattened(elements)))
    }
  }

  private static func flattened(_ elements: [EvaluatedValue]) -> [EvaluatedValue] {
    elements.flatMap { if case .collection(let inner) = $0 { inner } else { [$0] } }
  }
}
