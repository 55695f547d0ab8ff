/// An update of the rows of a request with values that the store computes.
///
/// ```swift
/// let update = FailedBankInfo.where { $0.state == "PR" }
///   .setting { [$0.state.set(to: "GA"), $0.cert.set(to: $0.cert + 100_000)] }
/// let report = try context.batchUpdate(update)
/// ```
public struct BatchUpdate<Object: ManagedObject>: Sendable, Hashable {
  /// The request for the objects; its limit, offset and order also apply.
  public var request: FetchRequest<Object>
  /// The new values, at most one for each property.
  public var assignments: [BatchAssignment]

  /// Creates an update of the objects of a request.
  public init(_ request: FetchRequest<Object>, assignments: [BatchAssignment]) {
    self.request = request
    self.assignments = assignments
  }
}

/// A property and its new value in a batch update.
public struct BatchAssignment: Sendable, Hashable {
  /// The attribute, the element of a composite, or the to-one relationship.
  public var keyPath: [String]
  /// The value, computed from each object as it was before the update.
  public var value: ObjectExpression

  /// Sets a property to the value of an expression.
  public init(_ keyPath: [String], to value: ObjectExpression) {
    self.keyPath = keyPath
    self.value = value
  }
}

extension FetchRequest {
  /// Returns an update of the request's objects.
  public func setting(_ assignments: (Paths<Object>) -> [BatchAssignment]) -> BatchUpdate<Object> {
    BatchUpdate(self, assignments: assignments(Paths()))
  }
}

extension ValueExpression {
  /// Sets the attribute to a value or to nil.
  public func set(to value: Value?) -> BatchAssignment where Value: AttributeValue {
    BatchAssignment(keyPath, to: .constant(value.constantValue))
  }

  /// Sets the attribute to the value of an expression on the object.
  public func set(to value: ValueExpression) -> BatchAssignment {
    BatchAssignment(keyPath, to: value.expression)
  }
}

extension Paths {
  /// Sets the relationship to a saved object or to nil.
  public func set(to object: Object?) -> BatchAssignment {
    assignment(.constant(object.map { .objectID($0.objectID) } ?? .null))
  }

  /// Sets the relationship to the destination of another path.
  public func set(to path: Paths) -> BatchAssignment { assignment(path.base) }

  private func assignment(_ value: ObjectExpression) -> BatchAssignment {
    guard case .keyPath(let names, .evaluatedObject) = base else {
      return BatchAssignment([], to: value)
    }
    return BatchAssignment(names, to: value)
  }
}
