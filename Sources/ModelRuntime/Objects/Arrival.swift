/// Values or members that were read from a context's source, but have not been
/// compared with the other ends of their links yet.
enum Arrival {
  /// The new values of an object, and its previous values, which are nil if
  /// they were not known.
  case values(ManagedObject, before: AnyObject?)
  /// The members of a to-many relationship of an object.
  case members(ManagedObject, CompiledRelationship)
}
