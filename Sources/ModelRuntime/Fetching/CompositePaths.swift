/// The paths to the elements of a composite value, for conditions and sort orders.
public struct CompositePaths<Composite: StoredComposite>: Sendable {
  let base: ObjectExpression
  let isOfMembers: Bool

  /// The path to the element with the given name.
  public subscript<Value>(_ name: String) -> ValueExpression<Value> {
    ValueExpression(base.appending(name), ofMembers: isOfMembers)
  }

  /// The paths to the elements of an element that is itself a composite value.
  public subscript<Element: StoredComposite>(_ name: String) -> CompositePaths<Element> {
    CompositePaths<Element>(base: base.appending(name), isOfMembers: isOfMembers)
  }
}

/// Returns a condition that is true if every element of the composite equals
/// that of the given value. A composite whose elements are all nil equals nil.
public func == <Composite: StoredComposite>(
  one: CompositePaths<Composite>, other: Composite?
) -> Condition {
  Condition(CompositeSubject.predicate(that: one.base, is: other))
}

/// Returns a condition that is true if any element of the composite differs
/// from the same element of the given value.
public func != <Composite: StoredComposite>(
  one: CompositePaths<Composite>, other: Composite?
) -> Condition {
  !(one == other)
}

/// Returns a condition that is true if every element of the composite equals
/// that of the given value. A composite whose elements are all nil equals nil.
public func == <Composite: StoredComposite>(
  one: CompositePaths<Composite>?, other: Composite?
) -> Condition {
  guard let one else { return Condition(other == nil) }
  return one == other
}

/// Returns a condition that is true if any element of the composite differs
/// from the same element of the given value.
public func != <Composite: StoredComposite>(
  one: CompositePaths<Composite>?, other: Composite?
) -> Condition {
  !(one == other)
}

extension CompositePaths {
  /// Returns a condition that is true if the composite equals one of the given
  /// values.
  public func `in`(_ values: some Sequence<Composite>) -> Condition {
    Condition(.or(values.map { (self == $0).predicate }))
  }
}

extension Sequence where Element: StoredComposite {
  /// Returns a condition that is true if the composite equals one of the
  /// sequence's values.
  @_disfavoredOverload
  public func contains(_ value: CompositePaths<Element>?) -> Condition {
    value?.in(self) ?? Condition(false)
  }
}

extension Paths {
  /// The paths to the elements of the composite attribute with the given name.
  public subscript<Composite: StoredComposite>(_ name: String) -> CompositePaths<Composite> {
    CompositePaths<Composite>(base: base.appending(name), isOfMembers: isOfMembers)
  }
}

extension ObjectExpression {
  /// Returns the path extended by the given name.
  func appending(_ name: String) -> ObjectExpression {
    if case .keyPath(let names, let root) = self { return .keyPath(names + [name], of: root) }
    return .keyPath([name], of: self)
  }
}

extension CompositeSubject {
  /// Returns the condition that a composite attribute has the given value. Each
  /// element is compared separately.
  static func predicate(
    that path: ObjectExpression, is value: (any StoredComposite)?
  ) -> ObjectPredicate {
    guard let value else { return .compare(path, .equal, .constant(.null)) }
    let subject = CompositeSubject(value, typeName: "\(type(of: value))")
    return .and(
      subject.elements.sorted { $0.key < $1.key }.map { name, element in
        switch element {
        case let element as any AttributeValue:
          .compare(path.appending(name), .equal, .constant(element.constantValue))
        case let element as any StoredComposite:
          predicate(that: path.appending(name), is: element)
        default: predicate(that: path.appending(name), is: nil)
        }
      })
  }
}
