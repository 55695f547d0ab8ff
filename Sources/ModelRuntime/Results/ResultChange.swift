/// A section that came or went.
public enum SectionChange: Sendable, Hashable {
  /// It is gone; the number is from before all changes.
  case delete(SectionID, at: Int)
  /// It is new; the number is from after all changes.
  case insert(SectionID, at: Int)
}

/// An object of a list that came, went, moved or changed.
///
/// Old places are from before all changes that are reported together, new
/// ones from after them. Who applies them to a copy deletes first, from the
/// end, sections after objects; then inserts, from the start, sections before
/// objects; a move is a delete and an insert.
public enum ResultChange<Object: ManagedObject> {
  /// It is listed now.
  case insert(Object, at: ResultPosition)
  /// It is listed no more.
  case delete(Object, at: ResultPosition)
  /// It has another place among the others, or another section; its values may
  /// have changed too.
  case move(Object, from: ResultPosition, to: ResultPosition)
  /// It was changed, or what it is found or sorted by; its place among the
  /// others is the same.
  case update(Object, from: ResultPosition, to: ResultPosition)

  /// The object.
  public var object: Object {
    switch self {
    case .insert(let object, _), .delete(let object, _), .move(let object, _, _),
      .update(let object, _, _):
      object
    }
  }
}

extension ResultChange: CustomStringConvertible {
  /// The kind of the change, the object and its place, such as `insert <Album
  /// p3 title: "Blue"> at 0.2`, the section's number before the place in it.
  public var description: String {
    switch self {
    case .insert(let object, let place): "insert \(object) at \(place)"
    case .delete(let object, let place): "delete \(object) at \(place)"
    case .move(let object, let old, let new): "move \(object) from \(old) to \(new)"
    case .update(let object, let old, let new): "update \(object) from \(old) to \(new)"
    }
  }
}
