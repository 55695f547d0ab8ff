/// The paths from an object of a class to its properties and related objects, for
/// conditions and sort orders.
///
/// Generated code adds a member for each property, so the compiler checks
/// `FailedBankInfo.where { $0.details.zip == 60601 }` and reports misspelt names. The
/// member for an optional property is itself optional, so that `$0.details?.zip` can
/// also be written; it is never nil.
public struct Paths<Object: ManagedObject>: Sendable {
  let base: ObjectExpression
  /// True if the path leads through a to-many relationship.
  let isOfMembers: Bool

  /// Creates the paths from the object that is the value of an expression.
  public init(_ base: ObjectExpression = .evaluatedObject) {
    self.init(base, ofMembers: false)
  }

  init(_ base: ObjectExpression, ofMembers isOfMembers: Bool) {
    self.base = base
    self.isOfMembers = isOfMembers
  }

  /// The path to the attribute with the given name.
  public subscript<Value>(_ name: String) -> ValueExpression<Value> {
    ValueExpression(base.appending(name), ofMembers: isOfMembers)
  }

  /// The path to the object to which the to-one relationship with the given
  /// name refers.
  public subscript<Destination: ManagedObject>(_ name: String) -> Paths<Destination> {
    Paths<Destination>(base.appending(name), ofMembers: isOfMembers)
  }

  /// The path to the objects of the to-many relationship with the given name.
  public subscript<Destination: ManagedObject>(_ name: String) -> ToManyPath<Destination> {
    ToManyPath<Destination>(base.appending(name))
  }

  /// The path to the object's ID.
  public var objectID: ValueExpression<ObjectID> { self["objectID"] }
}

// Casts to subclasses of the path's class.
extension Paths {
  /// Returns the paths from the object as an object of a subclass. They lead to nil if
  /// the object belongs to another class.
  ///
  /// ```swift
  /// Party.where { $0.as(Customer.self).nick == "n1" }
  /// ```
  public func `as`<Subclass: ManagedObject>(_ type: Subclass.Type) -> Paths<Subclass>! {
    Paths<Subclass>(.cast(base, type: type.entityDescription.name), ofMembers: isOfMembers)
  }

  /// Returns a condition that is true if the object belongs to the given class
  /// or one of its subclasses.
  public func `is`<Subclass: ManagedObject>(_ type: Subclass.Type) -> Condition {
    ValueExpression<ObjectID>(
      .cast(base, type: type.entityDescription.name), ofMembers: isOfMembers
    ).compared(.notEqual, .constant(.null))
  }
}

/// Returns a condition that is true if the path leads to the given object. If
/// nil is given, it is true if the path does not lead to any object.
public func == <Object: ManagedObject>(one: Paths<Object>, other: Object?) -> Condition {
  Optional(one) == other
}

/// Returns a condition that is true if the path does not lead to the given
/// object. If nil is given, it is true if the path leads to an object.
public func != <Object: ManagedObject>(one: Paths<Object>, other: Object?) -> Condition {
  Optional(one) != other
}

/// Returns a condition that is true if the path leads to the given object. If
/// nil is given, it is true if the path does not lead to any object.
public func == <Object: ManagedObject>(
  one: Paths<Object>?, other: Object?
) -> Condition {
  one.value().compared(.equal, .constant(other?.objectID.constantValue ?? .null))
}

/// Returns a condition that is true if the path does not lead to the given
/// object. If nil is given, it is true if the path leads to an object.
public func != <Object: ManagedObject>(
  one: Paths<Object>?, other: Object?
) -> Condition {
  one.value().compared(.notEqual, .constant(other?.objectID.constantValue ?? .null))
}

/// Returns a condition that is true if the path leads to the object with the
/// given ID. If nil is given, it is true if the path does not lead to any
/// object.
@_disfavoredOverload
public func == <Object: ManagedObject>(
  one: Paths<Object>?, other: ObjectID?
) -> Condition {
  one.value().compared(.equal, .constant(other?.constantValue ?? .null))
}

/// Returns a condition that is true if the path does not lead to the object
/// with the given ID. If nil is given, it is true if the path leads to an
/// object.
@_disfavoredOverload
public func != <Object: ManagedObject>(
  one: Paths<Object>?, other: ObjectID?
) -> Condition {
  one.value().compared(.notEqual, .constant(other?.constantValue ?? .null))
}

/// Returns a condition that is true if both paths lead to the same object.
@_disfavoredOverload
public func == <Object: ManagedObject>(
  one: Paths<Object>?, other: Paths<Object>?
) -> Condition {
  one.value().ordered(.equal, other.value())
}

/// Returns a condition that is true if the paths lead to different objects.
@_disfavoredOverload
public func != <Object: ManagedObject>(
  one: Paths<Object>?, other: Paths<Object>?
) -> Condition {
  one.value().ordered(.notEqual, other.value())
}

extension Paths {
  /// Returns a condition that is true if the path leads to one of the given
  /// objects.
  public func `in`(_ objects: some Sequence<Object>) -> Condition {
    `in`(objects.map(\.objectID))
  }

  /// Returns a condition that is true if the path leads to an object with one
  /// of the given IDs.
  public func `in`(_ ids: some Sequence<ObjectID>) -> Condition {
    ValueExpression<ObjectID>(base, ofMembers: isOfMembers).in(ids)
  }
}

extension Sequence where Element: ManagedObject {
  /// Returns a condition that is true if the path leads to one of the
  /// sequence's objects.
  @_disfavoredOverload
  public func contains(_ object: Paths<Element>?) -> Condition {
    object.value().in(map(\.objectID))
  }
}

extension Optional {
  /// Returns the object at the end of an optional path as a value, which is
  /// compared by ID.
  fileprivate func value<Object: ManagedObject>() -> ValueExpression<ObjectID>
  where Wrapped == Paths<Object> {
    map { ValueExpression($0.base, ofMembers: $0.isOfMembers) }.path()
  }
}
