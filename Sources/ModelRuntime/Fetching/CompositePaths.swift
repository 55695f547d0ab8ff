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

/// True if the composite equals a value, element by element; a composite whose elements
/// are all nil is nil.
public func == <Composite: StoredComposite>(
  one: CompositePaths<Composite>, other: Composite?
) -> Condition {
  Condition(CompositeSubject.predicate(that: one.base, is: other))
}

/// True if the composite is different from a value.
public func != <Composite: StoredComposite>(
  one: CompositePaths<Composite>, other: Composite?
) -> Condition {
  !(one == other)
}

/// True if the composite equals a value, element by element; a composite whose elements
/// are all nil is nil.
public func == <Composite: StoredComposite>(
  one: CompositePaths<Composite>?, other: Composite?
) -> Condition {
  guard let one else { return Condition(other == nil) }
  return one == other
}

/// True if the composite is different from a value.
public func != <Composite: StoredComposite>(
  one: CompositePaths<Composite>?, other: Composite?
) -> Condition {
  !(one == other)
}

extension CompositePaths {
  /// True if the composite is one of several values.
  public func `in`(_ values: some Sequence<Composite>) -> Condition {
    Condition(.or(values.map { (self == $0).predicate }))
  }
}

extension Sequence where Element: StoredComposite {
  /// True if the value of an object is one of the sequence's values.
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
  /// Returns the path extended by one name.
  func appending(_ name: String) -> ObjectExpression {
    if case .keyPath(let names, let root) = self { return .keyPath(names + [name], of: root) }
    return .keyPath([name], of: self)
  }
}

extension CompositeSubject {
  /// Returns the condition that a composite attribute has a value, which compares it
  /// element by element.
  static func predicate(
    that path: ObjectExpression, is value: (any StoredComposite)?
  ) -> ObjectPredicate {
    guard let value else { return .comparison(.init(path, .equal, .constant(.null))) }
    let subject = CompositeSubject(value, typeName: "\(type(of: value))")
    return .and(
      subject.elements.sorted { $0.key < $1.key }.map { name, element in
        switch element {
        case let element as any AttributeValue:
          .comparison(.init(path.appending(name), .equal, .constant(element.constantValue)))
        case let element as any StoredComposite:
          predicate(that: path.appending(name), is: element)
        default: predicate(that: path.appending(name), is: nil)
        }
      })
  }
}
