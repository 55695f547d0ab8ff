/// Values or members that came from the source and were not yet compared with the other
/// ends of their links.
enum Arrival {
  /// An object's new values, and its previous values; nil if the previous values were
  /// not known.
  case values(ManagedObject, before: AnyObject?)
  /// The members of a relationship.
  case members(ManagedObject, CompiledRelationship)
}
