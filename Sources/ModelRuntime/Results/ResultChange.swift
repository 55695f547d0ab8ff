/// An inserted or deleted section.
public enum SectionChange: Sendable, Hashable {
  /// The section was deleted. The index is the section's index before all changes.
  case delete(SectionID, at: Int)
  /// The section was inserted. The index is the section's index after all changes.
  case insert(SectionID, at: Int)
}

/// An inserted, deleted, moved or updated object of a list.
///
/// Old positions refer to the list before all changes that are reported together, new
/// positions to the list after them. To apply the changes to a copy, first delete, from
/// the end, sections after objects; then insert, from the start, sections before
/// objects. A move is a deletion and an insertion.
public enum ResultChange<Object: ManagedObject> {
  /// The object is new in the list.
  case insert(Object, at: ResultPosition)
  /// The object is no longer in the list.
  case delete(Object, at: ResultPosition)
  /// The object has another position relative to the other objects, or another
  /// section. Its values may also have changed.
  case move(Object, from: ResultPosition, to: ResultPosition)
  /// The object, or a related object on which the list depends, has changed.
  /// The order of the objects is the same.
  case update(Object, from: ResultPosition, to: ResultPosition)

  /// The object that was inserted, deleted, moved or updated.
  public var object: Object {
    switch self {
    case .insert(let object, _), .delete(let object, _), .move(let object, _, _),
      .update(let object, _, _):
      object
    }
  }
}

extension ResultChange: CustomStringConvertible {
  /// The kind of change, the object and its position, such as `insert <Album p3 title:
  /// "Blue"> at 0.2`. The section's index precedes the index in the section.
  public var description: String {
    switch self {
    case .insert(let object, let place): "insert \(object) at \(place)"
    case .delete(let object, let place): "delete \(object) at \(place)"
    case .move(let object, let old, let new): "move \(object) from \(old) to \(new)"
    case .update(let object, let old, let new): "update \(object) from \(old) to \(new)"
    }
  }
}
