/// A part of a store's schema that SQL names with the schema name of its store.
package protocol AttachedPart {
  /// The schema name that a connection uses for the part's store.
  var schema: String { get set }
}

extension AttachedPart {
  /// Returns the part in the attached store with the given schema name.
  func `in`(_ schema: String) -> Self {
    var part = self
    part.schema = schema
    return part
  }
}
