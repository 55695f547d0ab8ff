/// Values or members that were read from the source but have not yet been compared with
/// the other ends of their links.
enum Arrival {
  /// An object's new values, and its previous values; nil if the previous values were
  /// not known.
  case values(ManagedObject, before: AnyObject?)
  /// The members of a relationship.
  case members(ManagedObject, CompiledRelationship)
}
