/// An expression over an object whose value is known to the compiler.
///
/// Whether a value may be missing is left out of the type, since any path may
/// lead through nil: nil equals nil, differs from every value, and is neither
/// less nor greater than any.
public struct ValueExpression<Value>: Sendable {
  let node: Node

  /// Truth values are conditions, everything else is an expression.
  enum Node: Sendable {
    case expression(ObjectExpression)
    case predicate(ObjectPredicate)
    /// The values that the objects of a to-many relationship lead to: a
    /// comparison holds where it does for one of them.
    case members(ObjectExpression)
    /// What is computed of each of these values, for which `memberName` stands.
    case computed(ObjectExpression, of: ObjectExpression)
  }

  /// The name of one of many values, in what is computed of each.
  static var memberName: String { "member" }

  /// A typed form of an expression.
  public init(_ expression: ObjectExpression) {
    node = .expression(expression)
  }

  /// The value at the end of a path that may lead through many objects.
  init(_ expression: ObjectExpression, ofMembers isOfMembers: Bool) {
    node = isOfMembers ? .members(expression) : .expression(expression)
  }

  /// What is computed of each value of many.
  init(_ value: ObjectExpression, computedOf members: ObjectExpression) {
    node = .computed(value, of: members)
  }

  /// The expression without its type.
  public var expression: ObjectExpression {
    switch node {
    case .expression(let expression), .members(let expression): expression
    case .computed(let value, of: let members):
      value.rewriting { $0 == .variable(Self.memberName) ? members : nil }
    case .predicate(let predicate):
      .conditional(
        predicate, then: .constant(.boolean(true)), else: .constant(.boolean(false)))
    }
  }
}

/// A condition over an object.
public typealias Condition = ValueExpression<Bool>

extension ValueExpression where Value == Bool {
  /// A condition made from a predicate.
  public init(_ predicate: ObjectPredicate) {
    node = .predicate(predicate)
  }

  /// A condition that holds for every object, or for none.
  public init(_ constant: Bool) {
    node = .predicate(.constant(constant))
  }

  /// The condition as a predicate; an attribute stands for being true.
  public var predicate: ObjectPredicate {
    switch node {
    case .predicate(let predicate): predicate
    case .expression, .members, .computed:
      compared(.equal, .constant(.boolean(true))).predicate
    }
  }
}

extension ValueExpression {
  /// Compares with another expression.
  func compared(
    _ operator: ObjectPredicate.Comparison.Operator, _ other: ObjectExpression,
    _ options: StringOptions = []
  ) -> Condition {
    holds { value, quantifier in
      .comparison(.init(value, `operator`, other, quantifier: quantifier, options: options))
    }
  }

  /// A condition on the value; of what is computed of many values, it holds where it does for one:
  /// `SUBQUERY(books.author.name, $member, lowercase($member) == 'x').@count > 0`.
  func holds(
    _ test: (ObjectExpression, ObjectPredicate.Comparison.Quantifier) -> ObjectPredicate
  ) -> Condition {
    guard case .computed(let value, of: let members) = node else {
      return Condition(test(expression, node.quantifier))
    }
    let found = ObjectExpression.subquery(
      members, variable: Self.memberName, test(value, .direct))
    return ValueExpression<Int>(found.appending("@count")) > 0
  }
}

extension Optional {
  /// The value expression of a path: paths are optional in Swift where what
  /// they lead to is, so that `?.` can be written, and are always there.
  func path<Value>() -> ValueExpression<Value> where Wrapped == ValueExpression<Value> {
    self ?? ValueExpression(.constant(.null))
  }
}
