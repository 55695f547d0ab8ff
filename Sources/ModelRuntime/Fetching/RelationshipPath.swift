/// A path to the objects of a relationship, for prefetching.
public struct RelationshipPath: Sendable, Hashable {
  /// The names of the relationships on the path, which begins at the fetched
  /// class.
  let names: [String]

  init(_ expression: ObjectExpression) {
    if case .keyPath(let names, .evaluatedObject) = expression {
      self.names = names
    } else {
      names = []
    }
  }
}

extension Paths {
  /// The path in the form that `FetchRequest.prefetching(_:)` requires.
  public var path: RelationshipPath { RelationshipPath(base) }
}

extension ToManyPath {
  /// The path in the form that `FetchRequest.prefetching(_:)` requires.
  public var path: RelationshipPath { RelationshipPath(base) }

  /// The path, for prefetching, to the objects of a to-many relationship of the
  /// objects to which this path leads.
  public subscript<Destination: ManagedObject>(
    dynamicMember member: KeyPath<Paths<Element>, ToManyPath<Destination>>
  ) -> ToManyPath<Destination> {
    ToManyPath<Destination>(Paths<Element>(base)[keyPath: member].base)
  }

  /// The path, for prefetching and comparisons, to the objects of a to-one
  /// relationship of the objects to which this path leads. A comparison is true
  /// if it is true for at least one object at the end of the path.
  public subscript<Destination: ManagedObject>(
    dynamicMember member: KeyPath<Paths<Element>, Paths<Destination>>
  ) -> Paths<Destination> {
    Paths<Destination>(Paths<Element>(base)[keyPath: member].base, ofMembers: true)
  }

  /// The path, for prefetching and comparisons, to the objects of an optional
  /// to-one relationship of the objects to which this path leads.
  public subscript<Destination: ManagedObject>(
    dynamicMember member: KeyPath<Paths<Element>, Paths<Destination>?>
  ) -> Paths<Destination> {
    Paths<Destination>(
      Paths<Element>(base)[keyPath: member]?.base ?? .constant(.null), ofMembers: true)
  }
}
