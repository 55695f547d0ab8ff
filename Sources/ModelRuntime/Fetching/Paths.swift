public import ModelSchema

/// The paths that lead on from objects of a class: what conditions and sort
/// orders are written with.
///
/// Generated code adds a member for each property, so that
/// `FailedBankInfo.where { $0.details.zip == 60601 }` is checked by the
/// compiler, and misspelt names are found there.
public struct Paths<Object: ManagedObject>: Sendable {
  let base: ObjectExpression

  /// The paths from an expression that stands for an object.
  public init(_ base: ObjectExpression = .evaluatedObject) {
    self.base = base
  }

  /// An attribute.
  public subscript<Value>(_ name: String) -> ValueExpression<Value> {
    ValueExpression(base.appending(name))
  }

  /// A to-one relationship.
  public subscript<Destination: ManagedObject>(_ name: String) -> Paths<Destination> {
    Paths<Destination>(base.appending(name))
  }

  /// A to-many relationship.
  public subscript<Destination: ManagedObject>(_ name: String) -> ToManyPath<Destination> {
    ToManyPath<Destination>(base.appending(name))
  }
}

extension Paths {
  /// A Boolean value that says whether it is an object, or none.
  public static func == (one: Paths, other: Object?) -> Condition {
    one.compared(.equal, other)
  }

  /// A Boolean value that says whether it is another object, or any where none
  /// is given.
  public static func != (one: Paths, other: Object?) -> Condition {
    one.compared(.notEqual, other)
  }

  /// A Boolean value that says whether it is one of several objects.
  public func `in`(_ objects: some Sequence<Object>) -> Condition {
    ValueExpression<Object>(base)
      .compared(.in, .constant(.list(objects.map { .objectID($0.objectID) })))
  }

  private func compared(
    _ operator: ObjectPredicate.Comparison.Operator, _ object: Object?
  ) -> Condition {
    ValueExpression<Object>(base)
      .compared(`operator`, .constant(object.map { .objectID($0.objectID) } ?? .null))
  }
}

/// A path to the objects of a to-many relationship.
@dynamicMemberLookup
public struct ToManyPath<Element: ManagedObject>: Sendable {
  let base: ObjectExpression

  init(_ base: ObjectExpression) {
    self.base = base
  }

  /// The number of objects.
  public var count: ValueExpression<Int> { ValueExpression(base.appending("@count")) }

  /// A Boolean value that says whether a condition holds for at least one of
  /// the objects.
  public func any(_ condition: (Paths<Element>) -> Condition) -> Condition {
    count(of: condition(element).predicate).compared(.greater, .constant(.integer(0)))
  }

  /// A Boolean value that says whether a condition holds for every object; it
  /// does where there is none.
  public func all(_ condition: (Paths<Element>) -> Condition) -> Condition {
    count(of: .not(condition(element).predicate)).compared(.equal, .constant(.integer(0)))
  }

  /// A Boolean value that says whether a condition holds for no object.
  public func none(_ condition: (Paths<Element>) -> Condition) -> Condition {
    count(of: condition(element).predicate).compared(.equal, .constant(.integer(0)))
  }

  /// A Boolean value that says whether an object is among them.
  public func contains(_ object: Element) -> Condition {
    Condition(
      .comparison(
        .init(
          base, .equal, .constant(.objectID(object.objectID)), quantifier: .any)))
  }

  /// The name of the element inside a condition: deeper ones get other names.
  private var variable: String { "x" + (base.depth == 0 ? "" : "\(base.depth)") }

  private var element: Paths<Element> { Paths<Element>(.variable(variable)) }

  private func count(of predicate: ObjectPredicate) -> ValueExpression<Int> {
    ValueExpression(
      .keyPath(["@count"], of: .subquery(base, variable: variable, predicate)))
  }
}

extension ObjectExpression {
  /// The number of elements' conditions around an expression that begins at the
  /// innermost of them.
  fileprivate var depth: Int {
    switch self {
    case .keyPath(_, let root): root.depth
    case .variable(let name): (Int(name.dropFirst()) ?? 0) + 1
    case .constant, .evaluatedObject, .element, .function, .aggregate, .set, .subquery,
      .conditional, .cast:
      0
    }
  }
}
