/// An expression of a value or a condition, computed from an object.
///
/// The type of its value does not show whether the value can be missing,
/// because any path can lead through nil. Nil equals nil, differs from every
/// other value, and is neither less nor greater than any value.
public struct ValueExpression<Value>: Sendable {
  let node: Node

  /// The forms of an expression: a condition for a Boolean, and an expression
  /// for any other value.
  enum Node: Sendable {
    case expression(ObjectExpression)
    case predicate(ObjectPredicate)
    /// The values at the ends of a path through a to-many relationship. A
    /// comparison is true if it is true for at least one of them.
    case members(ObjectExpression)
    /// A value that is computed from each of several values, which have the
    /// name `memberName` in the computation.
    case computed(ObjectExpression, of: ObjectExpression)
  }

  /// The name of the variable for each value in an expression that is computed
  /// from many values.
  static var memberName: String { "member" }

  /// Creates a typed expression from an untyped one, without checking that its values
  /// have the type.
  public init(_ expression: ObjectExpression) {
    node = .expression(expression)
  }

  /// Creates an expression of the value at the end of a path.
  ///
  /// - Parameter isOfMembers: True if the path leads through a to-many
  ///   relationship, and therefore to many values.
  init(_ expression: ObjectExpression, ofMembers isOfMembers: Bool) {
    node = isOfMembers ? .members(expression) : .expression(expression)
  }

  /// Creates an expression that is computed from each of many values.
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

/// A condition on an object.
public typealias Condition = ValueExpression<Bool>

extension ValueExpression where Value == Bool {
  /// Creates a condition from a predicate.
  public init(_ predicate: ObjectPredicate) {
    node = .predicate(predicate)
  }

  /// Creates a condition that is true for every object, or for none.
  public init(_ constant: Bool) {
    node = .predicate(.constant(constant))
  }

  /// The condition as a predicate. A Boolean attribute is compared with true.
  public var predicate: ObjectPredicate {
    switch node {
    case .predicate(let predicate): predicate
    case .expression, .members, .computed:
      compared(.equal, .constant(.boolean(true))).predicate
    }
  }
}

extension ValueExpression {
  /// Returns the condition that compares the value with another expression.
  func compared(
    _ operator: ObjectPredicate.Comparison.Operator, _ other: ObjectExpression,
    _ options: StringOptions = []
  ) -> Condition {
    holds { value, quantifier in
      .compare(value, `operator`, other, quantifier: quantifier, options: options)
    }
  }

  /// Returns a condition on the value. If the value is computed from each of
  /// many values, the condition is true if it is true for at least one of them:
  /// `SUBQUERY(books.author.name, $member, lowercase($member) == 'x').@count >
  /// 0`.
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
  /// Returns the value expression of a path. The path of an optional property
  /// is also optional, so that `?.` can be written, but it is never nil.
  func path<Value>() -> ValueExpression<Value> where Wrapped == ValueExpression<Value> {
    self ?? ValueExpression(.constant(.null))
  }
}
