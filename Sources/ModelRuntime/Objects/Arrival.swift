/// What has come from the source and was not yet compared with the other ends of its links.
enum Arrival {
  /// Values, with those that the object had before; nil where it was not known.
  case values(ManagedObject, before: AnyObject?)
  /// The members of a relationship.
  case members(ManagedObject, CompiledRelationship)
}
