/// An update of the rows of a request with values that the store computes.
///
/// ```swift
/// let update = FailedBankInfo.where { $0.state == "PR" }
///   .setting { [$0.state.set(to: "GA"), $0.cert.set(to: $0.cert + 100_000)] }
/// let report = try context.batchUpdate(update)
/// ```
public struct BatchUpdate<Object: ManagedObject>: Sendable, Hashable {
  /// The request for the objects to update. Its limit, offset and order also
  /// apply.
  public var request: FetchRequest<Object>
  /// The new values, at most one for each property.
  public var assignments: [BatchAssignment]

  /// Creates an update of the objects of a request.
  public init(_ request: FetchRequest<Object>, assignments: [BatchAssignment]) {
    self.request = request
    self.assignments = assignments
  }
}

/// An assignment of a new value to a property in a batch update.
public struct BatchAssignment: Sendable, Hashable {
  /// The path of the property, which is an attribute, an element of a composite
  /// or a to-one relationship.
  public var keyPath: [String]
  /// The new value, which is computed from each object as it was before the
  /// update.
  public var value: ObjectExpression

  /// Creates the assignment of an expression's value to a property.
  public init(_ keyPath: [String], to value: ObjectExpression) {
    self.keyPath = keyPath
    self.value = value
  }
}

extension FetchRequest {
  /// Returns an update that assigns new values to properties of the request's
  /// objects.
  public func setting(_ assignments: (Paths<Object>) -> [BatchAssignment]) -> BatchUpdate<Object> {
    BatchUpdate(self, assignments: assignments(Paths()))
  }
}

extension ValueExpression {
  /// Returns the assignment of a value to the attribute; nil clears it.
  public func set(to value: Value?) -> BatchAssignment where Value: AttributeValue {
    BatchAssignment(keyPath, to: .constant(value.constantValue))
  }

  /// Returns the assignment of an expression's value, which is computed from
  /// each object, to the attribute.
  public func set(to value: ValueExpression) -> BatchAssignment {
    BatchAssignment(keyPath, to: value.expression)
  }
}

extension Paths {
  /// Returns the assignment of a saved object to the relationship; nil clears
  /// it.
  public func set(to object: Object?) -> BatchAssignment {
    assignment(.constant(object.map { .objectID($0.objectID) } ?? .null))
  }

  /// Returns the assignment of the object at the end of another path to the
  /// relationship.
  public func set(to path: Paths) -> BatchAssignment { assignment(path.base) }

  private func assignment(_ value: ObjectExpression) -> BatchAssignment {
    guard case .keyPath(let names, .evaluatedObject) = base else {
      return BatchAssignment([], to: value)
    }
    return BatchAssignment(names, to: value)
  }
}
