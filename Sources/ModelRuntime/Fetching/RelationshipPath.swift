/// A path to the objects of a relationship, for prefetching.
public struct RelationshipPath: Sendable, Hashable {
  /// The names of the relationships.
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
  /// The path itself, for prefetching.
  public var path: RelationshipPath { RelationshipPath(base) }
}

extension ToManyPath {
  /// The path itself, for prefetching.
  public var path: RelationshipPath { RelationshipPath(base) }

  /// The paths on from the objects, for prefetching.
  public subscript<Destination: ManagedObject>(
    dynamicMember member: KeyPath<Paths<Element>, ToManyPath<Destination>>
  ) -> ToManyPath<Destination> {
    ToManyPath<Destination>(Paths<Element>(base)[keyPath: member].base)
  }

  /// The objects at the end of a to-one relationship of these, for prefetching; a
  /// comparison holds if it holds for one of them.
  public subscript<Destination: ManagedObject>(
    dynamicMember member: KeyPath<Paths<Element>, Paths<Destination>>
  ) -> Paths<Destination> {
    Paths<Destination>(Paths<Element>(base)[keyPath: member].base, ofMembers: true)
  }

  /// The objects at the end of an optional to-one relationship of these.
  public subscript<Destination: ManagedObject>(
    dynamicMember member: KeyPath<Paths<Element>, Paths<Destination>?>
  ) -> Paths<Destination> {
    Paths<Destination>(
      Paths<Element>(base)[keyPath: member]?.base ?? .constant(.null), ofMembers: true)
  }
}
